import "./drawing.css";
import clsx from "clsx";
import { headers } from "next/headers";
import { DrawnOnce } from "#components/charts/drawn-once.tsx";
import { handOver } from "#components/charts/handed-over.ts";
import type { DrawnInPage } from "#lib/figures/in-page.ts";

/** In characters: a smaller one costs nothing. */
const small = 1000;

type Props = {
  drawn: DrawnInPage;
  /** At its own size, however little room there is. */ isFixed?: boolean;
  className?: string;
};

/** A drawing for the eye alone: what it shows stands beside it in words and in a table. */
export async function Drawn({ drawn: { width, height, markup }, isFixed, className }: Props) {
  const svg = {
    viewBox: `0 0 ${width} ${height}`,
    width: isFixed ? width : undefined,
    height: isFixed ? height : undefined,
    className: clsx("drawing", isFixed ? "max-w-none" : "h-auto w-full", className),
    "aria-hidden": true,
    focusable: "false",
  } as const;
  // A part of a page that a script asks for brings no elements to read it from.
  const isWhole = (await headers()).get("x-benchside-whole") !== null;
  if (isWhole && markup.length > small) return <DrawnOnce {...svg} place={handOver(markup)} />;
  // Every text and attribute in it was escaped by the writer of our files.
  return <svg {...svg} dangerouslySetInnerHTML={{ __html: markup }} />;
}
