import type { ForestGroup, ForestInput, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { inPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { MadeFigure } from "#lib/figures/made-figure.ts";
import { listCrowd, listModels, listPeople } from "#lib/study-results/figures/forest-rows.ts";
import { addPublished, findPublished } from "#lib/study-results/figures/published-rows.ts";
import { getIntervals, type Intervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { Points } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsOverview.forest");

/** "published" in the address says whether the printed figures stand in it, "with" or "without". */
export const makeForest: FigureMaker = (rows, view, asked, locale) =>
  drawOverview(rows, view, { locale, withPublished: isPublishedShown(asked.get("published")) });

/** What was printed elsewhere stands there only where it is asked for. */
export const isPublishedShown = (asked: unknown): boolean => asked === "with";

/** People beside models. */
export function drawOverview(
  rows: StudyRows,
  view: View,
  { locale, withPublished = false }: { locale: Locale; withPublished?: boolean },
): MadeFigure | null {
  const words = wordsOf(locale);
  const points = getPoints(rows, view);
  if (points.people.n.answers === 0) return null;
  const intervals = getIntervals(rows, view);
  const published = withPublished ? findPublished(rows, view) : null;
  const own = [
    { rows: listPeople(rows, view, points, intervals, locale) },
    ...listModels(rows, view, points, intervals, locale),
  ];
  const groups = (published ? addPublished(rows, published, own, locale) : own).filter(
    ({ rows: { length } }) => length > 0,
  );
  const { accuracy, isClaimable } = points.people;
  const [low, high] = [intervals.people.low, intervals.people.high];
  const line = (kind: "consensus" | "chance", at: number | null, isShown: boolean) => {
    const name = kind === "chance" ? "chance" : "consensusLine";
    return isShown && at !== null ? [{ at, kind, label: words(name, { value: inPercent(at) }) }] : [];
  };
  const input: ForestInput = {
    groups,
    ...(isClaimable &&
      accuracy !== null && {
        band: {
          value: accuracy,
          low,
          high,
          label: words(`band.${view.who}`, { value: inPercent(accuracy) }),
        },
      }),
    lines: [
      ...line("consensus", points.consensus.accuracy, isClaimable),
      ...line("chance", points.chance, true),
    ],
    words: {
      axis: published ? words("axisPublished", { cases: published.cases }) : words("axis"),
      value: words("value"),
      interval: intervals.isLook ? words("intervalAtLooks", { who: view.who }) : words("interval"),
      n: words("n"),
    },
  };
  return {
    title: words("title", { who: view.who }),
    figure: { kind: "forest", input },
    csv: writeCsv({ rows, view, groups, locale }, points, intervals),
  };
}

type Shown = { rows: StudyRows; view: View; groups: readonly ForestGroup[]; locale: Locale };

function writeCsv(
  { rows, view, groups, locale }: Shown,
  { chance, people }: Points,
  { isLook }: Intervals,
): MadeFigure["csv"] {
  const words = wordsOf(locale);
  const persons = wordsIn(locale, "resultsPeople.dots.person");
  const remarkOn = ({ kind, low, instead }: ForestRow) =>
    isLook && kind === "people" && low !== null ? words("remarkAtLooks") : instead;
  return [
    ["kind", "name", "note", "n", "share", "low", "high", "remark", "published"],
    ...groups
      .flatMap((group) => group.rows)
      .map((row) => {
        const { kind, label, note, n, value, low, high, published } = row;
        // By selection is no figure.
        return [
          kind,
          label,
          note,
          n,
          kind === "selecting" ? null : value,
          low,
          high,
          remarkOn(row),
          published,
        ];
      }),
    ["chance", "", "", null, chance, null, null, "", null],
    ...(people.isClaimable ? listCrowd(rows, view) : []).map(({ number, n, value }) => [
      "person",
      persons(view.who, { number }),
      "",
      n,
      value,
      null,
      null,
      "",
      null,
    ]),
  ];
}
