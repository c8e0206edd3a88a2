import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { resultsPersonPath } from "#lib/paths.ts";
import { Table } from "#components/ui/table/table.tsx";
import { dotsAtMost } from "#lib/figures/drawn/dots.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { drawPeople } from "#lib/study-results/figures/people.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { isTold, spreadOf, type PeopleTable } from "#lib/study-results/people/people.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, writeView, type View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  table: PeopleTable;
};

/** A dot a participant, and where all answers together lie. */
export async function PeopleDots({ rows, view, table }: Props) {
  const t = await getTranslations("resultsPeople.dots");
  const locale = await getLocale();
  const { slug } = rows.study;
  const interval = getIntervals(rows, view).people;
  const query = writeView(view);
  const spread = spreadOf(table.people);
  const toPerson = ({ number }: PersonRow) => resultsPersonPath(slug, number, query);
  const figure = memoize(rows, `people figure ${locale} ${viewKey(view)}`, () =>
    // More of them are counted in bars, which lead to nobody.
    drawPeople(
      rows,
      view,
      table,
      interval,
      (spread?.count ?? 0) > dotsAtMost ? { locale } : { locale, toPerson },
    ),
  );
  if (!figure || !spread) return null;
  const untold = table.people.filter((person) => person.n > 0 && !isTold(person)).length;
  const excluded = table.people.filter((person) => isTold(person) && !person.isCounted).length;
  const sentence = [
    t("sentence", {
      count: spread.count,
      who: view.who,
      least: minForClaim.cases,
      low: inPercent(spread.low),
      high: inPercent(spread.high),
      lower: inPercent(spread.lower),
      upper: inPercent(spread.upper),
    }),
    untold > 0 ? t("apart", { count: untold }) : "",
    excluded > 0 ? t("excluded", { count: excluded }) : "",
    figure.input.mean ? t(interval.method === "every_look" ? "everyLook" : "method") : "",
  ];
  return (
    <FigureFrame
      id="people-dots"
      title={t("title")}
      sentence={sentence.filter(Boolean).join(" ")}
      figure={figure}
      table={
        <Table
          caption={t("table.caption")}
          columns={[
            { key: "share", label: t("table.share") },
            { key: "counted", label: t("table.counted"), numeric: true },
            { key: "excluded", label: t("table.excluded"), numeric: true },
          ]}
          rows={spread.bins.map(({ from, to, counted, excluded }) => ({
            id: String(from),
            cells: { share: inRange(from, to, 0), counted, excluded },
          }))}
        />
      }
      downloads={figureDownloads(slug, "people", query)}
    />
  );
}
