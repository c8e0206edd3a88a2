import { z } from "zod";
import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { AutomaticTable, AutomaticTables } from "#lib/results/automatic/automatic.ts";
import { describeFigure, nameTables } from "#lib/results/automatic/words.ts";
import { count, figure, reason } from "#lib/study-results/figure-schemas.ts";
import { clustered, detailNames } from "#lib/study-results/kinds/series.ts";
import type { Population } from "#lib/study-results/schema.ts";

const csvColumns = [
  "all",
  "track",
  "standard",
  "given_by",
  "judge_model",
  "judge_method",
  "judge_version",
  "figure",
  "of",
  "n",
  "answers",
  "groups",
  "raters",
  "too_few",
  "value",
  "low",
  "high",
  "interval",
  "reason",
] as const;

/** A line for each figure of each origin, unrounded and as metrics have it. */
export function writeNumbers(
  by: readonly string[],
  { parts, columns, rows }: AutomaticTable,
  who: Population,
): CsvCell[][] {
  return [
    [...by, ...csvColumns],
    ...rows.flatMap(({ origin, cells }) =>
      columns.flatMap((column, place): CsvCell[][] => {
        const cell = cells[place];
        if (!cell) return [];
        const { track, standard } = parts[column.part] ?? { track: "", standard: null };
        const { source } = column;
        const run = source.kind === "judge" ? source.run : null;
        const { n, answers, groups, raters, isFew, mean, low, high, reason: why } = cell;
        const line: Record<(typeof csvColumns)[number], CsvCell> = {
          ...describeFigure(column.figure),
          all: Number(origin === null),
          track,
          standard,
          given_by: source.kind === "people" ? who : source.kind,
          judge_model: run?.model,
          judge_method: run?.method,
          judge_version: run?.version,
          n,
          answers,
          groups,
          raters,
          too_few: Number(isFew),
          value: mean,
          low,
          high,
          interval: clustered,
          reason: why,
        };
        return [[...by.map((_, at) => origin?.[at] ?? null), ...csvColumns.map((name) => line[name])]];
      }),
    ),
  ];
}

const cell = z
  .object({
    n: count.describe("Cases judged, or answers of models"),
    answers: count,
    groups: count.describe("Scenarios or persons that the interval is over"),
    raters: count.nullable(),
    tooFew: z.boolean().describe("Whether people’s answers are too few to make a claim"),
    value: figure,
    low: figure,
    high: figure,
    reason,
  })
  .nullable()
  .describe("Null where the column has nothing on the origin");

const column = z.object({
  track: z.string(),
  standard: z.string().nullable().describe("The scale or the set of labels that is judged by"),
  givenBy: z.enum(["people", "models", "judge", "bleu4", "rougeL"]),
  run: z
    .object({ runId: z.int(), model: z.string(), method: z.string(), version: z.string() })
    .nullable()
    .describe("The judge"),
  figure: z.string(),
  of: z
    .union([z.string(), z.number()])
    .nullable()
    .describe("The label, the type, the place or the number of training pairs that the figure is of"),
});

export const automaticDocument = z
  .object({
    attributes: z.array(z.object({ name: z.string(), values: count })),
    by: z.array(z.string()).describe("The attributes that tell the rows apart"),
    tooMany: count.nullable().describe("The number of rows where they are too many for a table"),
    intervals: z.literal(clustered).describe("By groups of cases, and by raters"),
    tables: z.array(
      z.object({
        name: z.string().describe("As files and addresses have it"),
        detail: z.enum(detailNames).nullable().describe("Null for the table that the others say more of"),
        columns: z.array(column),
        rows: z.array(
          z.object({
            origin: z
              .array(z.string().nullable())
              .nullable()
              .describe("A value of each attribute in by; null for all of them together"),
            cells: z.array(cell).describe("One for each column"),
          }),
        ),
      }),
    ),
  })
  .describe("What judges, measures and models come to by origin, with people beside them");

/** The same numbers as one object, for programs. */
export function renderAutomatic({
  attributes,
  by,
  tooMany,
  tables,
}: AutomaticTables): z.output<typeof automaticDocument> {
  const names = nameTables(tables);
  return {
    attributes: attributes.map(({ name, values }) => ({ name, values })),
    by: [...by],
    tooMany,
    intervals: clustered,
    tables: tables.map(({ detail, parts, columns, rows }, at) => ({
      name: names[at] ?? "",
      detail,
      columns: columns.map(({ part, source, figure: about }) => {
        const { track = "", standard = null } = parts[part] ?? {};
        const { id: runId, model, method, version } = source.kind === "judge" ? source.run : noRun;
        return {
          ...describeFigure(about),
          track,
          standard,
          givenBy: source.kind,
          run: source.kind === "judge" ? { runId, model, method, version } : null,
        };
      }),
      rows: rows.map(({ origin, cells }) => ({
        origin: origin && [...origin],
        cells: cells.map((one) => {
          if (one === null) return null;
          const { n, answers, groups, raters, isFew: tooFew, mean: value, low, high, reason: why } = one;
          return { n, answers, groups, raters, tooFew, value, low, high, reason: why };
        }),
      })),
    })),
  };
}

const noRun = { id: 0, model: "", method: "", version: "" };
