import "./drawing.css";
import clsx from "clsx";
import type { PageFigure } from "#lib/figures/svg.ts";

type Props = {
  drawn: PageFigure;
  /** At its own size, however little room there is. */ isFixed?: boolean;
  className?: string;
};

/** A drawing for the eye alone: what it shows stands beside it in words and in a table. */
export const Drawn = ({ drawn: { width, height, markup }, isFixed, className }: Props) => (
  <svg
    viewBox={`0 0 ${width} ${height}`}
    width={isFixed ? width : undefined}
    height={isFixed ? height : undefined}
    className={clsx("drawing", isFixed ? "max-w-none" : "h-auto w-full", className)}
    aria-hidden
    focusable="false"
    // Every text and attribute in it was escaped by the writer of our files.
    dangerouslySetInnerHTML={{ __html: markup }}
  />
);
