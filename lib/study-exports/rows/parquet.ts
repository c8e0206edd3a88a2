import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { CellType } from "#lib/study-exports/column-cells.ts";
import type { Column } from "#lib/study-exports/columns.ts";
import type { Cell, ExportRow } from "#lib/study-exports/schema.ts";

/** So many rows are held in memory, and stand together in the file. */
const rowsInGroup = 10_000;

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

const isList = (type: CellType): boolean => type === "wholes" || type === "numbers";

/** The same columns have the same schema, whatever stands in them; lists in the form that all readers know. */
function describe(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(({ name, type }): SchemaElement[] => {
      const leaf = { ...leaves[type], repetition_type: "OPTIONAL" } as const;
      if (!isList(type)) return [{ name, ...leaf }];
      return [
        {
          ...{ name, num_children: 1, repetition_type: "OPTIONAL" },
          ...{ converted_type: "LIST", logical_type: { type: "LIST" } },
        },
        { name: "list", num_children: 1, repetition_type: "REPEATED" },
        { name: "element", ...leaf },
      ];
    }),
  ];
}

/** A column's cells as the writer wants them; a cell of another type than declared is a fault of ours. */
function convert(cell: Cell, { name, type }: Column): unknown {
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

/** Apache Parquet with typed columns, in pieces of some thousand rows: the same rows are the same bytes. */
export async function* writeParquet(
  columns: readonly Column[],
  pages: AsyncIterable<readonly ExportRow[]>,
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
    void parquet.write({ columnData, rowGroupSize: rowsInGroup });
    return take();
  };
  let held: ExportRow[] = [];
  for await (const page of pages) {
    held.push(...page);
    while (held.length >= rowsInGroup) {
      yield write(held.slice(0, rowsInGroup));
      held = held.slice(rowsInGroup);
    }
  }
  if (held.length > 0) yield write(held);
  void parquet.finish();
  yield take();
}
