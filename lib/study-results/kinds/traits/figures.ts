import type { AppConfig } from "next-intl";
import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import { inDigits } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { Origin } from "#lib/study-results/kinds/traits/pairs.ts";
import { writeLines } from "#lib/study-results/kinds/judged/table.ts";
import { similarityColumns, similarityRows, type JudgeName } from "#lib/study-results/kinds/traits/tables.ts";
import {
  computeSimilarity,
  hasEnoughProfiles,
  type OriginSimilarity,
  type Similarity,
} from "#lib/study-results/kinds/traits/similarity.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsTraits");

const worded = ["no_items", "too_few_groups", "no_variation", "interim"] as const;
type Reason = keyof AppConfig["Messages"]["resultsTraits"]["reasons"];

/** Why a similarity, or its interval, isn't there. */
export const formatMissingReason = (
  reason: string | null,
  locale: Locale,
  known: readonly Reason[] = worded,
): string => wordsOf(locale)(`reasons.${known.find((one) => one === reason) ?? "other"}`);

export const formatOriginName = ({ method, model }: Origin, locale: Locale): string =>
  [method, model].filter((part) => part !== null).join(" · ") || wordsOf(locale)("similarity.unknown");

/** How alike the two sides of people are, for each method and model, by people and by judges. */
export function drawSimilarity(rows: StudyRows, view: View, locale: Locale): FigureWithData | null {
  const t = wordsOf(locale);
  const { origins } = computeSimilarity(rows, view);
  if (origins.length === 0) return null;
  const rowOf = (id: string, label: string, found: Similarity | undefined, isShown: boolean): ForestRow => {
    const { mean = null, low = null, high = null, n = 0, reason = null } = found ?? {};
    const named = { id, label, kind: id.endsWith("people") ? ("people" as const) : ("model" as const), n };
    if (mean === null || !isShown)
      return {
        ...named,
        value: null,
        low: null,
        high: null,
        instead: mean === null ? formatMissingReason(reason, locale) : t("similarity.tooFew"),
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
          heading: formatOriginName(one, locale),
          rows: listJudgedBy(one, { rows, view, locale }).map(({ id, name }, at) =>
            rowOf(
              `${formatOriginName(one, locale)} ${id}`,
              name,
              at === 0 ? one.people : one.judges[at - 1],
              hasEnoughProfiles(one),
            ),
          ),
        })),
        words: {
          axis: t("similarity.axis"),
          value: t("similarity.mean"),
          interval: t("similarity.interval"),
          n: t("similarity.drawnN"),
        },
      },
    },
    csv: writeLines(
      similarityColumns,
      origins.flatMap((one) =>
        similarityRows(one, listJudgedBy(one, { rows, view, locale }), {
          origin: formatOriginName(one, locale),
          isTold: hasEnoughProfiles(one),
          ties: () => "",
        }),
      ),
    ),
  };
}

/** Who judged, people first. */
export const listJudgedBy = (
  { people, judges }: OriginSimilarity,
  { rows, view, locale }: { rows: StudyRows; view: View; locale: Locale },
): JudgeName[] => [
  {
    id: "people",
    name: wordsOf(locale)("similarity.people", { who: view.who, raters: people.raters }),
    inFile: "people",
  },
  ...judges.map(({ run }) => {
    const name = distinctName(run, rows.runs);
    return { id: String(run.id), name, inFile: name };
  }),
];

const makeSimilarity: FigureMaker = (rows, view, _asked, locale) => drawSimilarity(rows, view, locale);

export const traitFigures = { similarity: makeSimilarity };
