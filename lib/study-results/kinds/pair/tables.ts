import {
  inFiles,
  meanFigure,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";
import { asChance, type PairResults, type Preferences } from "#lib/study-results/kinds/pair/results.ts";

// What is told of pairs, for screen, paper and file alike.

export const record = ["wins", "ties", "losses"] as const;
const records = record.map((key): TableColumn => ({ key, kind: "count", csv: [key] }));

/** How strong each origin is, with what it won and lost. */
export const strengthColumns: readonly TableColumn[] = [
  { key: "first", kind: "text", screen: null, print: "by" },
  ...inFiles("by comparisons cases groups"),
  { key: "origin", kind: "name", atLeast: 32, csv: ["origin"] },
  ...records,
  { key: "strength", kind: "number", csv: ["strength", "low", "high", "reason"] },
  { key: "interval", kind: "interval", isApart: true },
  { key: "chance", kind: "share", csv: ["preferred"] },
];

/** By whom stands before the first row alone. */
export const strengthRows = (
  { origins, comparisons, cases, groups }: Preferences,
  by: string,
  id = "",
): TableRow[] =>
  origins.map(({ name, strength, ...counts }, at) => ({
    id: `${id}${name}`,
    cells: {
      first: at === 0 ? by : "",
      by,
      comparisons,
      cases,
      groups,
      origin: name,
      n: counts.wins + counts.ties + counts.losses,
      ...counts,
      strength,
      interval: strength,
      chance: asChance(strength.value),
    },
  }));

/** What one origin got against another. */
export const againstColumns: readonly TableColumn[] = [
  { key: "first", kind: "name", csv: ["first"] },
  { key: "second", kind: "name", csv: ["second"] },
  ...records,
];

export const agreementColumns: readonly TableColumn[] = [
  { key: "judge", kind: "name", atLeast: 32, print: "what" },
  { key: "cases", kind: "count", print: null },
  ...inFiles("what"),
  { key: "n", kind: "count", csv: ["n"] },
  ...inFiles("groups told figure:share,low,high,reason"),
  { key: "share", kind: "share" },
  { key: "interval", kind: "range", print: null },
];

type Agreement = { id: string; judge: string; isTold: boolean; cases?: number; what?: string };

export function agreementRow(
  share: PairResults["first"],
  { id, judge, isTold, cases, what = judge }: Agreement,
): TableRow {
  const { n, groups } = share;
  const figure = meanFigure(share);
  const told = isTold ? figure : null;
  return {
    id,
    cells: {
      judge,
      cases: cases ?? null,
      what,
      n,
      groups,
      told: Number(isTold),
      figure,
      share: told,
      interval: told,
    },
  };
}
