import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { inDigits } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { MadeFigure } from "#lib/figures/made-figure.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { Origin } from "#lib/task-kinds/traits/pairs.ts";
import { describeSimilarity, isTold, type Similarity } from "#lib/task-kinds/traits/similarity.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsTraits");

const worded = ["no_items", "too_few_groups", "no_variation", "interim"] as const;

/** Why a similarity, or its interval, isn't there. */
export const wordWhy = (reason: string | null, locale: Locale): string =>
  wordsOf(locale)(`reasons.${worded.find((one) => one === reason) ?? "other"}`);

export const nameOrigin = ({ method, model }: Origin, locale: Locale): string =>
  [method, model].filter((part) => part !== null).join(" · ") || wordsOf(locale)("similarity.unknown");

/** How alike the two sides of people are, for each method and model, by people and by judges. */
export function drawSimilarity(rows: StudyRows, view: View, locale: Locale): MadeFigure | null {
  const t = wordsOf(locale);
  const { origins } = describeSimilarity(rows, view);
  if (origins.length === 0) return null;
  const rowOf = (id: string, label: string, found: Similarity, isShown: boolean): ForestRow => {
    const { mean, low, high, n, reason } = found;
    const named = { id, label, kind: id.endsWith("people") ? ("people" as const) : ("model" as const), n };
    if (mean === null || !isShown)
      return {
        ...named,
        value: null,
        low: null,
        high: null,
        instead: mean === null ? wordWhy(reason, locale) : t("similarity.tooFew"),
      };
    return {
      ...named,
      value: mean,
      low,
      high,
      valueLabel: inDigits(mean, 3),
      intervalLabel: low === null || high === null ? "–" : `${inDigits(low, 3)}–${inDigits(high, 3)}`,
    };
  };
  return {
    title: t("similarity.title"),
    figure: {
      kind: "forest",
      input: {
        groups: origins.map((one) => ({
          heading: nameOrigin(one, locale),
          rows: [
            rowOf(
              `${nameOrigin(one, locale)} people`,
              t("similarity.people", { who: view.who, raters: one.people.raters }),
              one.people,
              isTold(one),
            ),
            ...one.judges.map((judge) =>
              rowOf(
                `${nameOrigin(one, locale)} ${judge.run.id}`,
                nameAmong(judge.run, rows.runs),
                judge,
                isTold(one),
              ),
            ),
          ],
        })),
        words: {
          axis: t("similarity.axis"),
          value: t("similarity.mean"),
          interval: t("similarity.interval"),
          n: t("similarity.drawnN"),
        },
      },
    },
    csv: writeCsv(rows, view),
  };
}

function writeCsv(rows: StudyRows, view: View): MadeFigure["csv"] {
  const { origins } = describeSimilarity(rows, view);
  return [
    [
      "method",
      "model",
      "judged_by",
      "people_judged",
      "raters",
      "cases",
      "answers",
      "too_few",
      "similarity",
      "low",
      "high",
      "reason",
      "tied_levels",
      "levels",
    ],
    ...origins.flatMap((one) => {
      const { method, model, people, judges } = one;
      const write = (by: string, found: Similarity, counts: CsvCell[]): CsvCell[] => [
        method,
        model,
        by,
        found.n,
        ...counts,
        Number(!isTold(one)),
        found.mean,
        found.low,
        found.high,
        found.reason,
        found.ties,
        found.levels,
      ];
      return [
        write("people", people, [people.raters, people.cases, people.answers]),
        ...judges.map((judge) => write(nameAmong(judge.run, rows.runs), judge, [null, people.cases, null])),
      ];
    }),
  ];
}

const makeSimilarity: FigureMaker = (rows, view, _asked, locale) => drawSimilarity(rows, view, locale);

export const traitFigures = { similarity: makeSimilarity };
