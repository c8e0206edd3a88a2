import "./drawing.css";
import clsx from "clsx";
import type { Drawing } from "#lib/figures/drawing.ts";
import { writeInPage } from "#lib/figures/svg.ts";

type Props = {
  drawing: Drawing;
  /** At its own size, however little room there is. */ isFixed?: boolean;
  className?: string;
};

/** A drawing for the eye alone: what it shows stands beside it in words and in a table. */
export function Drawn({ drawing, isFixed, className }: Props) {
  const [w, h] = [Math.ceil(drawing.width), Math.ceil(drawing.height)];
  return (
    <svg
      viewBox={`0 0 ${w} ${h}`}
      width={isFixed ? w : undefined}
      height={isFixed ? h : undefined}
      className={clsx("drawing", isFixed ? "max-w-none" : "h-auto w-full", className)}
      aria-hidden
      focusable="false"
      // Every text and attribute in it was escaped by the writer of our files.
      dangerouslySetInnerHTML={{ __html: writeInPage(drawing) }}
    />
  );
}
