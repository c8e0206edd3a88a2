import type { Row, Table } from "#lib/testing/records.ts";

export const at = "2026-02-01T00:00:00Z";
export const bytes = (size: number) => Buffer.alloc(size, 7);

/** What a CHECK refuses of an otherwise valid row, and its permitted neighbour. */
export type Check = { table: Table; refused: readonly Row[]; permitted: readonly Row[] };

export type Unique = readonly [index: string, table: Table, columns: readonly string[]];
export type ForeignKey = readonly [
  name: string,
  table: Table,
  column: string,
  /** "together": only along with what refers to it. */
  whenRemoved: "cascade" | "restrict" | "clear" | "together",
];
