import figures from "#lib/published/figures.json" with { type: "json" };
import type { Paper } from "#lib/published/papers.ts";

export type Unit = "percent" | "rank" | "score" | "reward" | "count" | "text";
export type Column = { key: string; label: string; unit: Unit; better?: "higher" | "lower" };
export type Value = number | string | null;
/** A printed row: what names it, and its figures as printed. */
export type Row = { name: readonly string[]; values: Readonly<Record<string, Value>> };

export type PublishedTable = {
  id: string;
  paper: Paper;
  /** Of a benchmark's track, where the table is about one; null where it is about all of them or none. */
  track: string | null;
  scope: string;
  source: string;
  /** What the parts of a row's name are. */
  named: readonly string[];
  columns: readonly Column[];
  rows: readonly Row[];
};

/** Something printed that does not fit with something else printed. */
export type Inconsistency = {
  id: string;
  where: string;
  finding: string;
  tables: readonly string[];
  /** The column and the rows it is about; none means the whole table. */
  column: string | null;
  rows: readonly string[];
};
export type Check = { id: string; result: string; tables: readonly string[] };
type Source = { title: string; arxiv?: string; year?: number; dataset?: string };

/** "PersonaEval: Are LLM …, 2025, arXiv 2508.10014" */
export function citationOf(paper: Paper): string {
  const { title, year, arxiv }: Source = figures.sources[paper];
  return [title, year, arxiv && `arXiv ${arxiv}`].filter(Boolean).join(", ");
}

/** As many decimals as the column prints at most: 16 in a column of 20.3 was printed as 16.0. */
export function decimalsOf({ rows }: PublishedTable, key: string): number {
  const lengths = rows.map(({ values }) => {
    const value = values[key];
    return typeof value === "number" ? (String(value).split(".")[1]?.length ?? 0) : 0;
  });
  return Math.max(0, ...lengths);
}

/** Whether a row of a table, or only its figure in one column, is what a finding is about. */
export function concerns({ column, rows }: Inconsistency, name: readonly string[], key: string): boolean {
  const isRow = rows.includes(name.join(" · ")) || name.some((part) => rows.includes(part));
  return isRow && (column === null || column === key);
}
