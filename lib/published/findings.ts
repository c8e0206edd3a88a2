import figures from "#lib/published/figures.json" with { type: "json" };
import type { Check, Inconsistency } from "#lib/published/schema.ts";

const personaeval = (...numbers: number[]) => numbers.map((number) => `personaeval-table-${number}`);
const rolethink = (...numbers: number[]) => numbers.map((number) => `rolethink-table-${number}`);
const interviewsim = (...numbers: number[]) => numbers.map((number) => `interviewsim-table-${number}`);

type FindingPlaces = { tables: string[]; column?: string; rows?: string[] };

/** What each finding is about, read from its wording. */
const about: Readonly<Record<string, FindingPlaces>> = {
  "T1-top1": { tables: personaeval(1), column: "top1" },
  "T1-top2": { tables: personaeval(1), column: "top2" },
  "T1-meanRank": { tables: personaeval(1), column: "meanRank" },
  "T1-mean-rank-bound": { tables: personaeval(1), column: "meanRank" },
  "T2-mean-rank-bound": { tables: personaeval(2), column: "meanRank" },
  "T4-mean-rank-bound": { tables: personaeval(4), column: "meanRank" },
  "T4-bold-ece": { tables: personaeval(4), column: "ece", rows: ["QwQ-32B", "DeepSeek-V3-250324"] },
  "RT3-constant-gains": { tables: rolethink(3) },
  "RT2-consistently": {
    tables: rolethink(2),
    column: "silver.llm",
    rows: ["MIRROR · Claude3.5", "Long-context · Claude3.5"],
  },
  "RT-raters": { tables: rolethink(2) },
  "IS2-IS3": {
    tables: interviewsim(2, 3),
    column: "contentSimilarity",
    rows: ["Memory-based (relevance)", "Relevance-100ex"],
  },
  "IS8-IS10": { tables: interviewsim(8, 10, 11), rows: ["Simple Prompt", "Chrono-based", "All"] },
  "IS-contradiction-increase": { tables: interviewsim(2, 8), column: "contradictionPercent" },
};

const checked: Readonly<Record<string, string[]>> = {
  "T5-rows": personaeval(5),
  "T5-mean": personaeval(5),
  "participants-90": personaeval(5),
  "T1-ece": personaeval(1),
  "T1-brier": personaeval(1),
  "T3-mean-rank-bound": personaeval(3),
  "T6-mean-rank-bound": personaeval(6),
  "T7-mean-rank-bound": personaeval(7),
  "T8-mean-rank-bound": personaeval(8),
  "T9-mean-rank-bound": personaeval(9),
  "repeated-rows": personaeval(6, 7, 8, 9),
  "track-sizes": ["personaeval-tracks"],
  RT4: rolethink(4),
  "RT4-base": rolethink(4, 2, 3),
  IS15: interviewsim(15),
  "IS-reward": interviewsim(4, 10, 11, 12),
  IS1: interviewsim(1),
};

type NamedModel = { model: string };
type NotedFinding = {
  id: string;
  where: string;
  finding: string;
  models?: NamedModel[];
  rows?: NamedModel[];
  cells?: NamedModel[];
};

export function listInconsistencies(): Inconsistency[] {
  return figures.inconsistencies.map((noted: NotedFinding) => {
    const { tables = [], column = null, rows } = about[noted.id] ?? {};
    const named = noted.models ?? noted.rows ?? noted.cells ?? [];
    return {
      id: noted.id,
      where: noted.where,
      finding: noted.finding,
      tables,
      column,
      rows: rows ?? named.map(({ model }) => model),
    };
  });
}

export const listChecks = (): Check[] =>
  figures.checks.map(({ id, result }) => ({ id, result, tables: checked[id] ?? [] }));

export const inconsistenciesOf = (tableId: string): Inconsistency[] =>
  listInconsistencies().filter(({ tables }) => tables.includes(tableId));

export const checksOf = (tableId: string): Check[] =>
  listChecks().filter(({ tables }) => tables.includes(tableId));
