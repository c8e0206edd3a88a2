import type { DotsInput } from "#lib/figures/drawn/dots.ts";
import { inPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure-with-data.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { hasEnoughData, type Interval } from "#lib/study-results/overview/types.ts";
import { hasEnoughAnswers, getPeople, type PeopleTable } from "#lib/study-results/people/people.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsPeople");

type FigureOptions = { locale: Locale; toPerson?: (person: PersonRow) => string };

export const makePeople: FigureMaker = (rows, view, _asked, locale) => {
  const table = getPeople(rows, view);
  const figure = drawPeople(rows, view, table, getIntervals(rows, view).people, { locale });
  return figure && { title: wordsOf(locale)("dots.title"), figure, csv: writePeople(rows, view, table) };
};

/** Those with cases enough, a dot each; null where there is nobody. Without an interval the mean stands alone. */
export function drawPeople(
  rows: StudyRows,
  { who }: View,
  { people, totals }: PeopleTable,
  interval: Pick<Interval, "low" | "high"> | null,
  { locale, toPerson }: FigureOptions,
): { kind: "dots"; input: DotsInput } | null {
  const t = wordsOf(locale);
  const told = people.filter(hasEnoughAnswers);
  if (told.length === 0) return null;
  // The line is the headline again: drawn where it may be claimed.
  const pooled = hasEnoughData({ answers: totals.n, people: totals.people, cases: totals.cases })
    ? totals.pooled
    : null;
  const { low = null, high = null } = interval ?? {};
  const words = { share: pooled === null ? "" : inPercent(pooled) };
  return {
    kind: "dots",
    input: {
      range: "fit",
      people: told.flatMap(({ index, accuracy, isCounted }) => {
        const person = rows.people[index];
        if (!person || accuracy === null) return [];
        return {
          id: String(person.number),
          label: t(`dots.person.${who}`, { number: person.number }),
          value: accuracy,
          isExcluded: !isCounted,
          ...(toPerson && { href: toPerson(person) }),
        };
      }),
      ...(pooled !== null && {
        mean: {
          value: pooled,
          low,
          high,
          label:
            low === null || high === null
              ? t("dots.mean", words)
              : t("dots.meanWithin", { ...words, low: inPercent(low), high: inPercent(high) }),
        },
      }),
      words: {
        axis: t(`dots.axis.${who}`),
        excluded: t("dots.excludedKey"),
        count: t(`dots.countKey.${who}`),
      },
    },
  };
}

/** The whole table, a line a participant. */
function writePeople(rows: StudyRows, view: View, { people }: PeopleTable): FigureWithData["csv"] {
  const flags = getFlags(rows, view);
  return [
    [
      "participant",
      "simulated",
      "cohort",
      "language",
      "state",
      "counted",
      "exclusions",
      ...rows.tracks.flatMap(({ name }) => [`right ${name}`, `answered ${name}`]),
      "right",
      "answered",
      "accuracy",
      "wilson_low",
      "wilson_high",
      "active_ms",
      "changes",
      "confidence_n",
      "confidence_mean",
      "overconfidence",
      "brier_chosen",
      "checks_passed",
      "checks_failed",
      "flags",
    ],
    ...people.flatMap((figures) => {
      const person = rows.people[figures.index];
      if (!person) return [];
      const { confidence } = figures;
      return [
        [
          person.number,
          Number(person.who === "simulated"),
          person.cohort,
          person.language,
          person.state,
          Number(figures.isCounted),
          person.exclusions.map(({ reason }) => reason).join(" "),
          ...figures.tracks.flatMap(({ right, n }) => [right, n]),
          figures.right,
          figures.n,
          figures.accuracy,
          figures.low,
          figures.high,
          figures.activeMs,
          figures.changes,
          confidence?.n ?? 0,
          confidence?.mean,
          confidence?.overconfidence,
          confidence?.brier,
          person.checks.passed,
          person.checks.failed,
          (flags.get(figures.index) ?? []).map(({ kind }) => kind).join(" "),
        ],
      ];
    }),
  ];
}
