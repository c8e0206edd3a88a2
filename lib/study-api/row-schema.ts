import { z } from "zod";
import { keyOf, numbersOf, whoOf } from "#lib/study-api/parameters.ts";
import { next, rowKinds, type RowKind } from "#lib/study-api/schema.ts";
import { cellOf, describeColumns, ownColumns } from "#lib/study-exports/columns.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const cell = z.union([z.string(), z.number(), z.array(z.number()), z.null()]);

/** Of a case of another kind there is nothing. */
const ofAKind = (one: z.ZodType) => (one.safeParse(null).success ? one : one.nullable());

function rowSchema(kind: RowKind): z.ZodType {
  const columns = describeColumns(kind, kindNames);
  const own = ownColumns(kind, kindNames);
  const known = columns.filter(([name]) => !name.includes("*"));
  const shape = Object.fromEntries(
    known.map(([name, about]) => [
      name,
      (own[name] ? ofAKind(own[name].cell) : cellOf(name)).describe(about),
    ]),
  );
  const open = columns.filter(([name]) => name.includes("*"));
  if (open.length === 0) return z.strictObject(shape);
  // How many there are of these differs from study to study.
  const about = open.map(([name, words]) => `${name}: ${words}`).join("; ");
  return z.object(shape).catchall(cell.describe(about));
}

export const rowSchemas = Object.fromEntries(rowKinds.map((kind) => [kind, rowSchema(kind)])) as Record<
  RowKind,
  z.ZodType
>;

export const rowPageSchema = (row: z.ZodType) =>
  z.strictObject({
    numbers: numbersOf,
    key: keyOf
      .nullable()
      .describe("Send it with another list to get the same numbers; null for numbers=study."),
    who: whoOf,
    items: z.array(row),
    next,
  });
