import type pg from "pg";
import { markOf, numberPeople, type NumberedPerson } from "#lib/study-exports/numbering.ts";
import type { ExportChoices } from "#lib/study-exports/schema.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { WholeRows } from "#lib/study-results/rows/rows-queries.ts";

/** One statement, under a name that no other text has. In SQL: a snapshot has a connection of its own. */
export type RunQuery = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

export type Source = {
  rows: StudyRows;
  /** Of each kind by itself. */
  byKind: readonly StudyRows[];
  ask: RunQuery;
  choices: ExportChoices;
  people: readonly NumberedPerson[];
  mark: string;
};

export function makeSource({ rows, byKind }: WholeRows, ask: RunQuery, choices: ExportChoices): Source {
  const people = numberPeople(rows.people, choices);
  return { rows, byKind, ask, choices, people, mark: markOf(people, choices) };
}
