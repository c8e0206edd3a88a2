import { inDigits } from "#lib/figures/written.ts";
import {
  few,
  inFiles,
  meanFigure,
  formatFigure,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import type { TraitResults } from "#lib/study-results/kinds/traits/results.ts";

// What is told of traits, for screen, paper and file alike.

/** How alike the two sides of people are, by who wrote the other side and who judged. */
export const similarityColumns: readonly TableColumn[] = [
  { key: "first", kind: "text", screen: null, print: "origin" },
  ...inFiles("method model judge:judged_by people:people_judged raters cases answers isFew:too_few"),
  ...inFiles("similarity:similarity,low,high,reason tied:tied_levels levels"),
  { key: "origin", kind: "name", atLeast: 32, print: null },
  { key: "by", kind: "name", atLeast: 32 },
  { key: "n", kind: "count" },
  {
    key: "similarity95",
    kind: "number",
    screen: null,
    write: (figure) => formatFigure(figure, 3, true),
  },
  { key: "mean", kind: "number", digits: 3, print: null },
  { key: "interval", kind: "interval", digits: 3, print: null },
  { key: "ties", kind: "count" },
];

type OriginOf = TraitResults["origins"][number];
/** Who judged, as rows and as files name them. */
export type JudgeName = { id: string; name: string; inFile: string };

export const similarityRows = (
  { method, model, people, judges, isClaimable: isTold }: OriginOf,
  by: readonly JudgeName[],
  { origin, ties: tellTies }: { origin: string; ties: (of: { ties: number; levels: number }) => string },
): TableRow[] =>
  [people, ...judges].map((similarity, at) => {
    const { mean, n, ties, levels } = similarity;
    const { id = "", name = "", inFile = "" } = by[at] ?? {};
    const figure = meanFigure(similarity);
    return {
      id: `${origin} ${id}`,
      cells: {
        first: at === 0 ? origin : "",
        method,
        model,
        judge: inFile,
        people: n,
        raters: at === 0 ? people.raters : null,
        cases: people.cases,
        answers: at === 0 ? people.answers : null,
        isFew: Number(!isTold),
        similarity: figure,
        tied: ties,
        levels,
        origin,
        by: name,
        n,
        similarity95: isTold ? figure : few,
        mean: mean === null || isTold ? figure : null,
        interval: isTold ? figure : null,
        ties: tellTies({ ties, levels }),
      },
    };
  });

const levels = ["low", "neutral", "high"] as const;

/** How far raters agree on each trait. */
export const agreementColumns: readonly TableColumn[] = [
  ...inFiles("name:trait"),
  { key: "trait", kind: "name", atLeast: 32 },
  ...levels.map((key): TableColumn => ({ key, kind: "count", csv: [key] })),
  { key: "answers", kind: "count", screen: "n", csv: ["answers"] },
  { key: "raters", kind: "count", screen: "people", print: null, csv: ["raters"] },
  { key: "cases", kind: "count", csv: ["cases"] },
  {
    key: "alpha",
    kind: "number",
    digits: 3,
    csv: ["alpha"],
    write: ({ value }) => (value === null ? "–" : inDigits(value, 2)),
  },
  ...inFiles("reason"),
];

export const agreementRow = (
  { trait, counts, answers, raters, cases, alpha, reason }: TraitResults["agreement"][number],
  name: string,
): TableRow => ({
  id: trait,
  cells: {
    name: trait,
    trait: name,
    ...Object.fromEntries(levels.map((level, at) => [level, counts[at] ?? 0])),
    answers,
    raters,
    cases,
    alpha: { value: alpha, low: null, high: null, reason },
    reason,
  },
});
