import type { Locale } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { Figure } from "#lib/figures/figure.ts";
import clsx from "clsx";
import { Drawn } from "#components/charts/drawn.tsx";
import { NearestPoint } from "#components/charts/nearest-point.tsx";
import { drawnAtMost } from "#lib/figures/drawn/scatter-places.ts";
import { type PageFigure, drawInPage } from "#lib/figures/svg.ts";
import { type Downloads, FigureDownloads } from "#components/charts/figure-downloads.tsx";

type Props = {
  id: string;
  title: ReactNode;
  /** What the figure shows, in a sentence made from the data. */
  sentence: string;
  figure: Figure;
  /** In place of the still drawing: the same one, with more to do in it. */
  picture?: ReactNode;
  /** The same numbers, with the ways to what lies behind them. */
  table: ReactNode;
  /** What the address asks for stands in the table. */
  isTableOpen?: boolean;
  /** Addresses without a width: the widths of pages are added. */
  downloads?: Downloads;
  /** What the figure is drawn in, where that isn't what the screen is in. */
  language?: Locale;
  /** Of the heading, by where the figure stands. */
  level?: 2 | 3;
  room?: FigureRoom;
  /** Where what it shows is said beside it already, its sentence comes last. */
  isSaidBelow?: boolean;
  /** Shown of the sentence where the page has its numbers already; screen readers get all of it. */
  legend?: string | null;
};

/** A figure with everything that makes it readable by anybody: its sentence, its table, its files. */
export async function FigureFrame(props: Props) {
  const { id, title, sentence, figure, picture, table, downloads, level = 2 } = props;
  const { room, isSaidBelow = false, isTableOpen, language, legend } = props;
  const t = await getTranslations("charts");
  const locale = await getLocale();
  const said = (
    <>
      <p
        id={`${id}-sentence`}
        className={
          legend !== undefined ? "sr-only" : isSaidBelow ? "measure text-sm text-ink-muted" : "measure"
        }
      >
        {sentence}
      </p>
      {legend && <p className="measure text-sm text-ink-muted">{legend}</p>}
    </>
  );
  const Heading = `h${level}` as const;
  return (
    <figure
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 content-start gap-3 break-inside-avoid"
    >
      <figcaption className="grid gap-1">
        <Heading id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </Heading>
        {!isSaidBelow && said}
      </figcaption>
      {/* The links in the drawing are no part of the picture's role: the table has them for everybody. */}
      <span role="img" aria-labelledby={`${id}-sentence`} className="sr-only" />
      {picture ?? <SizedFigure figure={figure} room={room} labelledBy={`${id}-title`} />}
      {isSaidBelow && said}
      <div
        className={clsx(
          "no-print flex min-w-0 flex-wrap items-start gap-x-6 gap-y-1 text-sm",
          !room && "max-w-225 has-[details[open]]:max-w-none",
        )}
      >
        <details open={isTableOpen} className="min-w-0 grow open:basis-full">
          <summary className="target flex w-fit items-center text-accent underline">{t("table")}</summary>
          {table}
        </details>
        {downloads && <FigureDownloads id={id} downloads={downloads} language={language ?? locale} />}
      </div>
    </figure>
  );
}

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
type FigureRoom = keyof typeof sizes;

type SizedFigureProps = { figure: Figure; labelledBy: string; room?: FigureRoom | undefined };

/** Drawn for a phone and for a page; the room it stands in shows one of them. */
const SizedFigure = ({ figure, labelledBy, room = "page" }: SizedFigureProps) => (
  <div className="@container min-w-0">
    {sizes[room].map(({ width, look }) => {
      const drawn = drawInPage(figure, width);
      const still = <Drawn drawn={drawn} isFixed={drawn.width > width} />;
      if (drawn.width <= width)
        return (
          <div key={width} className={look}>
            <Answering figure={figure} drawn={drawn}>
              {still}
            </Answering>
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

type AnsweringProps = { figure: Figure; drawn: PageFigure; children: ReactNode };

/** Points have no room for their names: the pointer asks for them. More than are drawn apart are counted instead. */
function Answering({ figure, drawn: { width, height }, children }: AnsweringProps) {
  if (figure.kind !== "scatter" || figure.input.points.length > drawnAtMost) return children;
  return (
    <NearestPoint input={figure.input} width={width} height={height}>
      {children}
    </NearestPoint>
  );
}
