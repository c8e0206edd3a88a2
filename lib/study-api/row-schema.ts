import { z } from "zod";
import { keyOf, numbersOf } from "#lib/study-api/results-query.ts";
import { next, pageQuery, rowKinds, type RowKind } from "#lib/study-api/schema.ts";
import { cellOf } from "#lib/study-exports/column-cells.ts";
import { describeColumns, ownColumns } from "#lib/study-exports/columns.ts";
import { exportPopulations, textChoices } from "#lib/study-exports/schema.ts";
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

const whoOf = z
  .enum(exportPopulations)
  .describe("Whose answers. Simulated people are never counted as people.");

export const rowsQuery = pageQuery.extend({
  numbers: numbersOf.default("random"),
  key: keyOf.optional(),
  who: whoOf.optional(),
  texts: z
    .enum(textChoices)
    .default("with")
    .describe("Whether to include what people typed. It may reveal who they are."),
});

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
