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
import { writeLines } from "#lib/study-results/kinds/judged/table.ts";
import { getTraits, type Origin, type TraitResults } from "#lib/study-results/kinds/traits/results.ts";
import { similarityColumns, similarityRows, type JudgeName } from "#lib/study-results/kinds/traits/tables.ts";
import { drawBars } from "#lib/study-results/kinds/options/case-figure.ts";
import { decodeLevels } from "#lib/task-kinds/traits/decoded.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import { levelNameAt } from "#lib/task-kinds/traits/schema.ts";
import type { AnsweredByAll, JudgedFigure } from "#lib/study-results/kinds/figured.ts";

type OriginOf = TraitResults["origins"][number];
type Judged = OriginOf["judges"][number] | OriginOf["people"];

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
  const { origins } = getTraits(rows, view);
  if (origins.length === 0) return null;
  const rowOf = (id: string, label: string, found: Judged | undefined, isShown: boolean): ForestRow => {
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
              one.isClaimable,
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
          ties: () => "",
        }),
      ),
    ),
  };
}

/** Who judged, people first. */
export const listJudgedBy = (
  { people, judges }: OriginOf,
  { rows, view, locale }: { rows: StudyRows; view: View; locale: Locale },
): JudgeName[] => [
  {
    id: "people",
    name: wordsOf(locale)("similarity.people", { who: view.who, raters: people.raters }),
    inFile: "people",
  },
  ...judges.map((judge) => {
    const name = distinctName(judge, rows.runs);
    return { id: String(judge.runId), name, inFile: name };
  }),
];

export const traitFigures: Readonly<Record<string, FigureMaker>> = {
  similarity: (rows, view, _asked, locale) => drawSimilarity(rows, view, locale),
};

const levels = [0, 1, 2] as const;
const levelKeys = ["low", "neutral", "high"] as const;

/** How many people found each level of each trait. */
export function drawProfiles(answers: AnsweredByAll, locale: Locale): FigureWithData {
  const { row, who, people, chosen } = answers;
  const t = wordsIn(locale, "resultsTraits");
  const found = chosen.flatMap((code) => {
    const profile = decodeLevels(code);
    return profile ? [profile] : [];
  });
  const right = row.gold === null ? null : decodeLevels(row.gold);
  const bars = traitNames.flatMap((trait, at) =>
    levels.map((level) => ({
      trait,
      level,
      isGold: right?.[at] === level,
      count: found.filter((profile) => profile[at] === level).length,
    })),
  );
  return drawBars(answers, locale, {
    bars: bars.map(({ trait, level, isGold, count }) => ({
      id: `${trait}-${level}`,
      label: t("ofCase.bar", { trait: t(`traits.${trait}`), level: t(`levels.${levelKeys[level]}`) }),
      isGold,
      chosen: count,
    })),
    csv: [
      ["by", "trait", "level", "found", "share"],
      ...bars.map(({ trait, level, count }) => [
        who,
        trait,
        levelNameAt(level),
        count,
        people === 0 ? null : count / people,
      ]),
    ],
  });
}

/** The five traits and their three levels are the same in every study. */
const standard = { name: "", definition: "traits" };

/** How alike the two sides of a person are, by who wrote the other side. */
export const listTraitFigures = (rows: StudyRows, view: View): JudgedFigure[] =>
  getTraits(rows, view).origins.map((one): JudgedFigure => {
    const { answers, raters: people, cases, mean, low, high, reason } = one.people;
    return {
      measure: "similarity",
      standard,
      track: view.track,
      of: null,
      isClaimable: one.isClaimable,
      origin: [one.method, one.model].filter((part) => part !== null),
      n: { answers, people, cases },
      mean,
      low,
      high,
      reason,
    };
  });
