import { asPercent } from "#lib/figures/written.ts";
import {
  csvOf,
  few,
  inFiles,
  inFilesAs,
  meanFigure,
  type TableCell,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import type { RatedPart } from "#lib/study-results/kinds/rating/results.ts";

// What is told of ratings, for screen, paper and file alike.

export type RatedJudge = RatedPart["judges"][number];
type Origin = RatedPart["origins"][number];

/** Of a judge's own numbers those between 0 and 1 are written × 100. */
export const isShare = ({ kind, range }: RatedJudge): boolean =>
  kind !== "rating" && range[0] === 0 && range[1] === 1;

type Headings = {
  /** Attributes that origins are told apart by; what stands in place of them where there are none. */
  by: readonly string[];
  whole: string;
  judges: readonly string[];
  hasCorrected: boolean;
};

/** A row an origin: what people said of it, and what every judge did of the same cases. */
export const originColumns = (
  { judges }: Pick<RatedPart, "judges">,
  { by, whole, judges: names, hasCorrected }: Headings,
): TableColumn[] => [
  ...(by.length > 0 ? by : [whole]).map((label, at): TableColumn => ({
    key: `by-${at}`,
    kind: "name",
    label,
    atLeast: 32,
  })),
  ...inFilesAs(Object.fromEntries((by.length > 0 ? by : [whole]).map((name, at) => [`value-${at}`, [name]]))),
  { key: "ratings", kind: "count", csv: ["ratings"] },
  ...inFiles("raters"),
  { key: "cases", kind: "count", csv: ["cases"] },
  { key: "groups", kind: "count", print: null, csv: ["groups"] },
  ...inFiles("isFew:too_few mean:mean,low,high,reason"),
  ...inFilesAs({ adjusted: csvOf("adjusted") }),
  { key: "people", kind: "number" },
  { key: "interval", kind: "interval" },
  { key: "corrected", kind: "number", print: "adjusted", screen: hasCorrected ? "corrected" : null },
  ...judges.flatMap((judge, at): TableColumn[] => {
    const name = names[at] ?? "";
    const bare = name.replace(/ × 100$/, "");
    return [
      { key: `judge-${at}`, kind: "number", digits: isShare(judge) ? 1 : 2, label: name },
      ...inFilesAs({
        [`given-${at}`]: [bare, `${bare} low`, `${bare} high`, `${bare} reason`],
        [`cases-${at}`]: [`${bare} cases`],
      }),
    ];
  }),
];

type Mean = Origin["judges"][number];

type Row = Pick<Origin, "n" | "isClaimable" | "people" | "corrected" | "values"> & {
  judges: readonly Mean[];
};

export function originRow(
  { n, isClaimable, people, corrected, judges, values }: Row,
  { judges: listed, raters }: Pick<RatedPart, "judges" | "raters">,
  { id, all, none }: { id: string; all: string; none: string },
): TableRow {
  const names = values.length > 0 ? values : [all];
  const { mean, low, high } = people;
  const ofJudge = ({ n: cases, mean: given }: Mean, at: number) => {
    const judge = listed[at];
    if (given === null || !judge) return null;
    return cases < minForClaim.cases ? few : isShare(judge) ? given * 100 : given;
  };
  return {
    id,
    cells: {
      ...Object.fromEntries(names.map((value, at) => [`by-${at}`, value ?? none])),
      ...Object.fromEntries(names.map((value, at) => [`value-${at}`, value])),
      ...n,
      isFew: Number(!isClaimable),
      mean: meanFigure(people),
      adjusted: corrected
        ? meanFigure(corrected)
        : { value: null, low: null, high: null, reason: raters.severityReason },
      people: isClaimable ? mean : few,
      interval: isClaimable ? { value: mean, low, high } : few,
      corrected: isClaimable && corrected ? corrected.mean : null,
      ...Object.fromEntries(judges.map((given, at) => [`judge-${at}`, ofJudge(given, at)])),
      ...Object.fromEntries(judges.map((given, at) => [`given-${at}`, meanFigure(given)])),
      ...Object.fromEntries(judges.map((given, at) => [`cases-${at}`, given.n])),
    },
  };
}

export const hasEnoughRatings = ({ n: { ratings, raters, cases } }: Pick<RatedPart, "n">): boolean =>
  hasEnoughData({ answers: ratings, people: raters, cases });

/** Of all origins together: under the first attribute stands that it is all of them. */
export const totalRow = (
  part: RatedPart,
  judges: readonly Mean[],
  { by, ...words }: { by: readonly string[]; all: string; none: string },
): TableRow =>
  originRow(
    {
      n: part.n,
      people: part.people,
      isClaimable: hasEnoughRatings(part),
      values: [words.all, ...by.slice(1).map(() => "")],
      corrected: null,
      judges,
    },
    part,
    { ...words, id: "all" },
  );

/** A row a judge; people themselves come first, where they are held against each other. */
export const judgeColumns: readonly TableColumn[] = [
  ...inFiles("model method version kind"),
  { key: "judge", kind: "model" },
  { key: "saw", kind: "text", atLeast: 40, print: null, csv: ["had_before_it"] },
  { key: "n", kind: "count", csv: ["cases"] },
  { key: "spearman", kind: "bounded", csv: csvOf("spearman") },
  { key: "kendall", kind: "bounded", csv: csvOf("kendall") },
  { key: "kappa", kind: "bounded", csv: csvOf("kappa") },
  { key: "origins", kind: "count", print: null, csv: ["origins"] },
  { key: "rho", kind: "number", print: "overOrigins", csv: ["spearman_origins"] },
  { key: "tau", kind: "number", print: null, csv: ["kendall_origins"] },
  { key: "omega", kind: "number", csv: ["omega"] },
  { key: "advantage", kind: "number", print: "rho", csv: ["rho"] },
  { key: "replaces", kind: "text", print: "passes" },
  ...inFiles("passes"),
];

const missing = { kendall: null, spearman: null, origins: null, rho: null, tau: null };

export const amongPeople = ({ kappa }: RatedPart["raters"], judge: string): TableRow => ({
  id: "people",
  cells: { ...missing, judge, n: kappa.cases, kappa, omega: null, advantage: null, replaces: null },
});

/** `replaces`: how it is said that a judge may, or may not, stand in for a person. */
export function judgeRow(
  { runId, context, byCase, kappa, overOrigins, alternativeAnnotator: test, ...judge }: RatedJudge,
  at: number,
  words: { judge: string; notStated: string; replaces: (passes: boolean) => string },
): TableRow {
  const ofOrigins = (value: number | null) => ({ value, low: null, high: null, reason: overOrigins.reason });
  const passes = test?.passes ?? null;
  return {
    id: String(at),
    cells: {
      model: judge.model,
      method: judge.method,
      version: judge.version,
      kind: judge.kind,
      judge: words.judge,
      saw: runId === null ? "" : (context ?? words.notStated),
      ...byCase,
      kappa,
      origins: overOrigins.n,
      rho: ofOrigins(overOrigins.rho),
      tau: ofOrigins(overOrigins.tau),
      omega: test?.omega ?? null,
      advantage: test?.rho ?? null,
      replaces: passes === null ? null : words.replaces(passes),
      passes: passes === null ? null : Number(passes),
    },
  };
}

/** By how much each rater rates higher than the mean one. */
export const raterColumns: readonly TableColumn[] = [
  { key: "rater", kind: "text", csv: ["rater"] },
  { key: "n", kind: "count", print: "ratings", csv: ["ratings"] },
  { key: "severity", kind: "number", print: "effect", csv: ["severity", "low", "high"] },
  { key: "interval", kind: "interval" },
];

type Effect = NonNullable<RatedPart["raters"]["severity"]>[number];

export const raterRow = ({ n, effect, low, high }: Effect, rater: number, id = rater): TableRow => ({
  id: String(id),
  cells: {
    rater,
    n,
    severity: { value: effect, low, high },
    interval: { value: effect, low, high },
  },
});

/** How far every two raters agree who have cases in common. */
export const raterPairColumns: readonly TableColumn[] = [
  { key: "first", kind: "text" },
  { key: "second", kind: "text" },
  { key: "shared", kind: "count" },
  { key: "kappa", kind: "number", screen: "pairKappa" },
];

/** How often each point was given, with its share where anything was. */
export const pointColumns = (points: number): TableColumn[] =>
  Array.from({ length: points }, (_, at) => ({ key: String(at + 1), kind: "count", label: String(at + 1) }));

export const pointCells = (counts: readonly number[], of: number): Record<string, TableCell> =>
  Object.fromEntries(
    counts.map((count, at) => [String(at + 1), of === 0 ? count : `${count} (${asPercent(count / of, 0)})`]),
  );
