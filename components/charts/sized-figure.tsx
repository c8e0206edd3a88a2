import type { ReactNode } from "react";
import clsx from "clsx";
import { Drawn } from "#components/charts/drawn.tsx";
import { NearestPoint } from "#components/charts/nearest-point.tsx";
import { Data, type Keeper, Once } from "#components/ui/written/once.tsx";
import { drawnAtMost } from "#lib/figures/drawn/scatter-places.ts";
import type { Figure } from "#lib/figures/figure.ts";
import { type DrawnInPage, drawInPage } from "#lib/figures/in-page.ts";

// A drawing made smaller has letters nobody can read: each is made for its width, and shown around it.
const phone = { width: 340, look: "max-w-110 @min-[38rem]:hidden" };
const sizes = {
  page: [phone, { width: 720, look: "max-w-225 @max-[38rem]:hidden" }],
  /** Beside something else, and as wide as the window. */
  wide: [
    phone,
    { width: 620, look: "@max-[38rem]:hidden @min-[50rem]:hidden" },
    { width: 860, look: "max-w-280 @max-[50rem]:hidden" },
  ],
  /** As wide as the window, for what needs it. */
  full: [
    phone,
    { width: 620, look: "@max-[38rem]:hidden @min-[50rem]:hidden" },
    { width: 860, look: "@max-[50rem]:hidden @min-[70rem]:hidden" },
    { width: 1140, look: "max-w-400 @max-[70rem]:hidden" },
  ],
};
export type FigureRoom = keyof typeof sizes;

type Props = { figure: Figure; labelledBy: string; room?: FigureRoom | undefined; keep?: Keeper | undefined };

/** Drawn for a phone and for a page; the room it stands in shows one of them. */
export function SizedFigure({ figure, labelledBy, room = "page", keep }: Props) {
  // Points have no room for their names: the pointer asks for them. More than are drawn apart are counted instead.
  if (figure.kind === "scatter" && figure.input.points.length <= drawnAtMost) {
    const data = `${labelledBy}-points`;
    const answer: Answer = ({ width, height }, still) => (
      <NearestPoint data={data} width={width} height={height}>
        {still}
      </NearestPoint>
    );
    return (
      <>
        <Data id={data} data={figure.input} keep={keep?.("points")} />
        <Sizes figure={figure} labelledBy={labelledBy} room={room} keep={keep} answer={answer} />
      </>
    );
  }
  return (
    <Once keep={keep?.("drawings")}>
      <Sizes figure={figure} labelledBy={labelledBy} room={room} />
    </Once>
  );
}

type Answer = (drawn: DrawnInPage, still: ReactNode) => ReactNode;

const Sizes = ({
  figure,
  labelledBy,
  room = "page",
  keep,
  answer = (_, still) => still,
}: Props & { answer?: Answer }) => (
  <div className="@container min-w-0">
    {sizes[room].map(({ width, look }) => {
      const drawn = drawInPage(figure, width);
      const still = <Drawn drawn={drawn} isFixed={drawn.width > width} keep={keep?.(`at ${width}`)} />;
      if (drawn.width <= width)
        return (
          <div key={width} className={look}>
            {answer(drawn, still)}
          </div>
        );
      return (
        // What needs more room scrolls inside; the keyboard has to be able to reach it.
        <div
          key={width}
          role="region"
          aria-labelledby={labelledBy}
          tabIndex={0}
          className={clsx("relative overflow-x-auto", look)}
        >
          {still}
        </div>
      );
    })}
  </div>
);
