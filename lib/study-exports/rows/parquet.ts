import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { CellType, Column } from "#lib/study-exports/columns.ts";
import type { ExportRow } from "#lib/study-exports/schema.ts";
import type { Cell } from "#lib/task-kinds/exports.ts";

/** So many rows, or rows of so many letters, are held in memory and stand together in the file. */
export type GroupSize = { rows: number; letters: number };
const usualGroup: GroupSize = { rows: 10_000, letters: Infinity };

// Milliseconds since somebody's start don't fit 32 bits after 24 days.
const whole = { type: "INT64" } as const;
const number = { type: "DOUBLE" } as const;
const leaves = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  whole,
  number,
  wholes: whole,
  numbers: number,
} as const satisfies Record<CellType, object>;

type ParquetColumn = Pick<Column, "name" | "type">;

const isList = (type: CellType): boolean => type === "wholes" || type === "numbers";

/** The same columns have the same schema, whatever stands in them; lists in the form that all readers know. */
function describe(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(({ name, type }): SchemaElement[] => {
      const leaf = { ...leaves[type], repetition_type: "OPTIONAL" } as const;
      if (!isList(type)) return [{ name, ...leaf }];
      return [
        {
          name,
          num_children: 1,
          repetition_type: "OPTIONAL",
          converted_type: "LIST",
          logical_type: { type: "LIST" },
        },
        { name: "list", num_children: 1, repetition_type: "REPEATED" },
        { name: "element", ...leaf },
      ];
    }),
  ];
}

/** A column's cells as the writer wants them; a cell of another type than declared is a fault of ours. */
function convert(cell: Cell, { name, type }: ParquetColumn): unknown {
  const fail = () => new Error(`column ${name} holds something else than ${type}`);
  const toWhole = (value: unknown) => {
    if (!Number.isSafeInteger(value)) throw fail();
    return BigInt(value as number);
  };
  if (cell === null) return null;
  if (type === "text") return String(cell);
  if (isList(type) !== Array.isArray(cell)) throw fail();
  if (Array.isArray(cell)) return type === "wholes" ? cell.map(toWhole) : cell;
  if (type === "whole") return toWhole(cell);
  if (typeof cell !== "number") throw fail();
  return cell;
}

const countLetters = (row: ExportRow): number =>
  Object.values(row).reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), 0);

/** Apache Parquet with typed columns, a group of rows a piece: the same rows are the same bytes. */
export async function* writeParquet(
  columns: readonly ParquetColumn[],
  pages: AsyncIterable<readonly ExportRow[]>,
  group: GroupSize = usualGroup,
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: describe(columns), createdBy: "Benchside" });
  const take = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  const write = (rows: readonly ExportRow[]) => {
    const columnData = columns.map((column) => ({
      name: column.name,
      data: rows.map((row) => convert(row[column.name] ?? null, column)),
    }));
    void parquet.write({ columnData, rowGroupSize: group.rows });
    return take();
  };
  let held: ExportRow[] = [];
  let letters = 0;
  for await (const page of pages) {
    for (const row of page) {
      held.push(row);
      if (group.letters < Infinity) letters += countLetters(row);
      if (held.length < group.rows && letters < group.letters) continue;
      yield write(held);
      [held, letters] = [[], 0];
    }
  }
  if (held.length > 0) yield write(held);
  void parquet.finish();
  yield take();
}
