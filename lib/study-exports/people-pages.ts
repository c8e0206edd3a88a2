import type pg from "pg";
import type { NumberedPerson } from "#lib/study-exports/numbering.ts";
import type { ExportRow, RowsPage } from "#lib/study-exports/schema.ts";
import type { Source } from "#lib/study-exports/source.ts";

/** Where a page of rows ended: numbers that grow from row to row, and a mark of what they were counted in. */
type Cursor = { mark: string; at: readonly number[] };

const form = /^([a-z0-9]{1,20})((?:-\d{1,10})+)$/;

export const writeCursor = ({ mark, at }: Cursor): string => [mark, ...at].join("-");

/** Null for what no page ever ended with. */
export function readCursor(text: string, parts: number): Cursor | null {
  const found = form.exec(text);
  const at = found?.[2]?.slice(1).split("-").map(Number) ?? [];
  const fits = at.length === parts && at.every((one) => one <= 2_147_483_647);
  return found?.[1] && fits ? { mark: found[1], at } : null;
}

/** So many people's rows are looked for by one statement. */
const peopleAtOnce = 40;

export type PageRequest = { after: string | null; limit: number };
type Page<Row> = { found: { row: Row; of: NumberedPerson }[]; next: string | null };
export type PageProblem = "wrong_cursor" | "people_changed";

/** What one statement is given: its people with their numbers, after which row, and how many. */
type Chunk = { ids: readonly string[]; numbers: readonly number[]; at: readonly number[]; limit: number };

/**
 * A page of rows that belong to people, in the order of their numbers and of what comes after: `parts` tells how many
 * numbers name a row, the person's included, and `read` has to return those after `at`, in that order.
 */
export async function readPeoplePage<Row extends pg.QueryResultRow & { number: number }>(
  { people, mark }: Pick<Source, "people" | "mark">,
  { after, limit }: PageRequest,
  parts: number,
  read: (chunk: Chunk) => Promise<Row[]>,
  placeOf: (row: Row) => number[],
): Promise<Page<Row> | PageProblem> {
  const start = after === null ? null : readCursor(after, parts);
  if (after !== null && !start) return "wrong_cursor";
  if (start && start.mark !== mark) return "people_changed";
  let at: readonly number[] = start?.at ?? Array.from({ length: parts }, () => 0);
  let from = people.findIndex(({ number }) => number >= (at[0] ?? 0));
  const found: Page<Row>["found"] = [];
  while (from >= 0 && from < people.length) {
    const chunk = people.slice(from, from + peopleAtOnce);
    const byNumber = new Map(chunk.map((one) => [one.number, one]));
    const ids = chunk.map(({ person }) => person.sittingId);
    const wanted = limit - found.length;
    const rows = await read({ ids, numbers: [...byNumber.keys()], at, limit: wanted });
    for (const row of rows) {
      const of = byNumber.get(row.number);
      if (of) found.push({ row, of });
    }
    const last = rows.at(-1);
    if (last && rows.length === wanted) return { found, next: writeCursor({ mark, at: placeOf(last) }) };
    from += peopleAtOnce;
    at = Array.from({ length: parts }, () => 0);
  }
  return { found, next: null };
}

type List<Row> = {
  /** As what the database knows the statement. */
  name: string;
  /** Given ids and numbers of people, after which row, and how many. */
  text: string;
  /** The columns that name a row, the person's number first, in whose order they come. */
  order: readonly (keyof Row)[];
  write: (row: Row, of: NumberedPerson) => ExportRow;
};

export async function listPeopleRows<Row extends pg.QueryResultRow & { number: number }>(
  source: Source,
  asked: PageRequest,
  { name, text, order, write }: List<Row>,
): Promise<RowsPage | PageProblem> {
  const page = await readPeoplePage<Row>(
    source,
    asked,
    order.length,
    ({ ids, numbers, at, limit }) => source.ask(name, text, [ids, numbers, ...at, limit]),
    (row) => order.map((column) => Number(row[column])),
  );
  if (typeof page === "string") return page;
  return { next: page.next, rows: page.found.map(({ row, of }) => write(row, of)) };
}
