import type { Locale } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FigureDownloads, type Downloads } from "#components/charts/figure-downloads.tsx";
import { type FigureRoom, SizedFigure } from "#components/charts/sized-figure.tsx";
import { type Keeper, Once } from "#components/ui/written/once.tsx";
import type { Figure } from "#lib/figures/figure.ts";

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
  /** Whoever remembers what of it is written. */
  keep?: Keeper;
  /** Where what it shows is said beside it already, its sentence comes last. */
  isSaidBelow?: boolean;
};

/** A figure with everything that makes it readable by anybody: its sentence, its table, its files. */
export async function FigureFrame(props: Props) {
  const { id, title, sentence, figure, picture, table, downloads, level = 2 } = props;
  const { room, isSaidBelow = false, isTableOpen, language, keep } = props;
  const t = await getTranslations("charts");
  const locale = await getLocale();
  const said = (
    <p id={`${id}-sentence`} className={isSaidBelow ? "measure text-sm text-ink-muted" : "measure"}>
      {sentence}
    </p>
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
      {picture ?? <SizedFigure figure={figure} room={room} keep={keep} labelledBy={`${id}-title`} />}
      {isSaidBelow && said}
      <div className="no-print flex max-w-225 min-w-0 flex-wrap has-[details[open]]:max-w-none items-start gap-x-6 gap-y-1 text-sm">
        <details open={isTableOpen} className="min-w-0 grow open:basis-full">
          <summary className="target flex w-fit items-center text-accent underline">{t("table")}</summary>
          {table}
        </details>
        {downloads && (
          <Once keep={keep?.("files")}>
            <FigureDownloads downloads={downloads} language={language ?? locale} />
          </Once>
        )}
      </div>
    </figure>
  );
}
