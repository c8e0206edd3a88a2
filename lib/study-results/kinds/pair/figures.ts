import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import {
  asChance,
  getStrengths,
  type PairJudge,
  type Preferences,
} from "#lib/study-results/kinds/pair/strengths.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsPairs");
type Words = ReturnType<typeof wordsOf>;

const worded = ["too_few", "no_items", "too_few_items", "too_few_groups", "too_few_raters", "no_variation", "disconnected", "unbeaten", "interim"] as const; // oxfmt-ignore

/** Why a strength, or its interval, isn't there. */
export const formatReason = (t: Words, reason: string | null): string =>
  t(`reasons.${worded.find((one) => one === reason) ?? "other"}`);

/** More rows are no picture: then judges stand in the table alone. */
const maxDrawn = 30;

/** How likely each origin is preferred to a mean one, by people, and by judges on the same cases. */
export function drawStrengths(rows: StudyRows, view: View, locale: Locale): FigureWithData | null {
  const t = wordsOf(locale);
  const { people, judges } = getStrengths(rows, view);
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
          { heading: t("forest.people", { who: view.who }), rows: listRows(t, people, "people") },
          ...drawn.map((judge) => ({
            heading: distinctName(judge.run, rows.runs),
            rows: listRows(t, judge.preferences, String(judge.run.id)),
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
    csv: writeCsv(people, judges, rows),
  };
}

const listRows = (t: Words, { origins }: Preferences, by: string): ForestRow[] =>
  origins.map(({ name, wins, ties, losses, strength }) => ({
    id: `${by} ${name}`,
    label: name,
    kind: by === "people" ? "people" : "model",
    value: asChance(strength.value),
    low: asChance(strength.low),
    high: asChance(strength.high),
    n: wins + ties + losses,
    ...(strength.value === null && { instead: formatReason(t, strength.reason) }),
  }));

function writeCsv(people: Preferences, judges: readonly PairJudge[], rows: StudyRows): FigureWithData["csv"] {
  const linesOf = (by: string, { origins }: Preferences) =>
    origins.map(({ name, wins, ties, losses, strength: { value, low, high, reason } }) => [
      by,
      name,
      wins + ties + losses,
      wins,
      ties,
      losses,
      value,
      low,
      high,
      reason,
    ]);
  return [
    ["by", "origin", "comparisons", "wins", "ties", "losses", "strength", "low", "high", "reason"],
    ...linesOf("people", people),
    ...judges.flatMap(({ run, preferences }) => linesOf(distinctName(run, rows.runs), preferences)),
  ];
}

const makeStrengths: FigureMaker = (rows, view, _asked, locale) => drawStrengths(rows, view, locale);

export const pairFigures = { strengths: makeStrengths };
