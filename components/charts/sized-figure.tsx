import clsx from "clsx";
import { Drawn } from "#components/charts/drawn.tsx";
import type { Figure } from "#lib/figures/figure.ts";
import { drawInPage } from "#lib/figures/in-page.ts";

// A drawing made smaller has letters nobody can read: each is made for its width, and shown around it.
const sizes = [
  { width: 340, look: "max-w-110 @min-[38rem]:hidden" },
  { width: 720, look: "max-w-225 @max-[38rem]:hidden" },
];

/** Drawn for a phone and for a page; the room it stands in shows one of them. */
export function SizedFigure({ figure, labelledBy }: { figure: Figure; labelledBy: string }) {
  return (
    <div className="@container min-w-0">
      {sizes.map(({ width, look }) => {
        const drawn = drawInPage(figure, width);
        if (drawn.width <= width) return <Drawn key={width} drawn={drawn} className={look} />;
        return (
          // What needs more room scrolls inside; the keyboard has to be able to reach it.
          <div
            key={width}
            role="region"
            aria-labelledby={labelledBy}
            tabIndex={0}
            className={clsx("relative overflow-x-auto", look)}
          >
            <Drawn drawn={drawn} isFixed />
          </div>
        );
      })}
    </div>
  );
}
