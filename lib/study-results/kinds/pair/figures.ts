import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { inFiles, writeLines } from "#lib/study-results/kinds/judged/table.ts";
import { strengthRows } from "#lib/study-results/kinds/pair/tables.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { asChance, getPairs, type Preferences } from "#lib/study-results/kinds/pair/results.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsPairs");

/** Why a strength, or its interval, isn't there. */
export function formatReason(reason: string | null, locale: Locale): string {
  const t = wordsOf(locale);
  const key = `reasons.${reason}` as "reasons.other";
  return t(t.has(key) ? key : "reasons.other");
}

/** More rows are no picture: then judges stand in the table alone. */
const maxDrawn = 30;

/** How likely each origin is preferred to a mean one, by people, and by judges on the same cases. */
export function drawStrengths(rows: StudyRows, view: View, locale: Locale): FigureWithData | null {
  const t = wordsOf(locale);
  const { people, judges } = getPairs(rows, view);
  if (people.comparisons === 0) return null;
  const all = judges.reduce(
    (sum, { preferences }) => sum + preferences.origins.length,
    people.origins.length,
  );
  const drawn = all > maxDrawn ? [] : judges;
  return {
    title: t("forest.title", { who: view.who }),
    figure: {
      kind: "forest",
      input: {
        groups: [
          { heading: t("forest.people", { who: view.who }), rows: listRows(people, "people", locale) },
          ...drawn.map((judge) => ({
            heading: distinctName(judge, rows.runs),
            rows: listRows(judge.preferences, String(judge.runId), locale),
          })),
        ],
        lines: [{ at: 0.5, kind: "chance", label: t("forest.even") }],
        words: {
          axis: t("forest.axis"),
          value: t("forest.value"),
          interval: t("forest.interval"),
          n: t("forest.n"),
        },
      },
    },
    csv: writeLines(inFiles("by origin n:comparisons wins ties losses strength:strength,low,high,reason"), [
      ...strengthRows(people, "people"),
      ...judges.flatMap((judge) => strengthRows(judge.preferences, distinctName(judge, rows.runs))),
    ]),
  };
}

const listRows = ({ origins }: Preferences, by: string, locale: Locale): ForestRow[] =>
  origins.map(({ name, wins, ties, losses, strength }) => ({
    id: `${by} ${name}`,
    label: name,
    kind: by === "people" ? "people" : "model",
    value: asChance(strength.value),
    low: asChance(strength.low),
    high: asChance(strength.high),
    n: wins + ties + losses,
    ...(strength.value === null && { instead: formatReason(strength.reason, locale) }),
  }));

export const pairFigures: Readonly<Record<string, FigureMaker>> = {
  strengths: (rows, view, _asked, locale) => drawStrengths(rows, view, locale),
};
