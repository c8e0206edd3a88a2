import { z } from "zod";
import { idOf } from "#lib/results/render/subjects.ts";
import type { ResultTable } from "#lib/results/table.ts";
import { count, figure } from "#lib/study-results/figure-schemas.ts";

const cell = z.object({
  value: figure,
  reason: z.string().nullable(),
  low: z.number().optional(),
  high: z.number().optional(),
  n: count.optional(),
});

export const tableDocument = z
  .array(z.object({ of: z.string(), cells: z.record(z.string(), cell) }))
  .describe(
    "A row for all cases in view (“all”) and for each part of them; a reason in place of each figure that isn’t there",
  );

export const renderJson = ({ rows }: ResultTable): z.output<typeof tableDocument> =>
  rows.map(({ subject, cells }) => ({
    of: idOf(subject),
    cells: Object.fromEntries(
      Object.entries(cells).flatMap(([key, found]) => {
        if (!found) return [];
        const { value, low, high, n, reason } = found;
        const interval = low === null || high === null ? {} : { low, high };
        return [[key, { value, reason, ...interval, ...(n !== null && { n }) }]];
      }),
    ),
  }));
