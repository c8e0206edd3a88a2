import { z } from "zod";
import { count, difference, figure, reason } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { describeCodes, type CodeSide } from "#lib/task-kinds/codes/codes.ts";

// What the document of results says of codes, for programs: unrounded, and a reason in place of what isn't there.

const bounded = z.object({ value: figure, low: figure, high: figure, reason });

const side = z.object({
  runId: z.int().nullable().describe("Null for people"),
  model: z.string().nullable(),
  method: z.string().nullable(),
  version: z.string().nullable(),
  n: count,
  people: count,
  cases: count,
  groups: count,
  isTold: z.boolean().describe("Whether there are enough answers, people and cases to speak of shares"),
  codes: z
    .array(z.object({ code: z.string().nullable(), count, share: figure, low: figure, high: figure, reason }))
    .describe("In the order of the code book; the last, null, is that none fits"),
});

const comparison = difference.extend({
  code: z.string().nullable().describe("Null: none fits"),
  first: count.describe("Place among the values, from 0"),
  second: count,
});

export const codeResults = z.array(
  z.object({
    book: z.string(),
    overall: z.array(side).describe("People first, then each judge of the same cases"),
    byAttribute: z.array(
      z.object({
        attribute: z.string(),
        values: z.array(z.object({ value: z.string(), sides: z.array(side) })),
        comparisons: z
          .array(comparison)
          .nullable()
          .describe(
            "Of values with enough of people’s codings; Holm’s adjustment is over all codes of the attribute. Null where there would be too many",
          ),
      }),
    ),
    agreement: z
      .array(
        z.object({
          code: z.string().nullable(),
          alpha: bounded.describe("Krippendorff’s, of found or not found"),
          pairwise: bounded.describe("How often two people said the same of a case"),
          kappa: bounded.describe("Cohen’s, of two people"),
          judges: z
            .array(bounded.extend({ runId: z.int() }))
            .describe("Cohen’s kappa of each judge and one person"),
        }),
      )
      .describe("Of each code; the last, null, is that none fits"),
  }),
);
export type CodeResults = z.infer<typeof codeResults>;

/** The same figures as on the screen. */
export const writeCodes = (rows: StudyRows, view: View): CodeResults =>
  describeCodes(rows, view).map(({ book, codes, overall, agreement, byAttribute }) => {
    const named = [...codes, null];
    return {
      book,
      overall: overall.map((one) => writeSide(named, one)),
      byAttribute: byAttribute.map(({ attribute, values, comparisons }) => ({
        attribute,
        comparisons: comparisons?.map((pair) => ({ ...pair, code: named[pair.code] ?? null })) ?? null,
        values: values.map(({ value, sides }) => ({
          value,
          sides: sides.map((one) => writeSide(named, one)),
        })),
      })),
      agreement: agreement.map(({ judges, ...people }, at) => ({
        code: named[at] ?? null,
        ...people,
        judges: judges.flatMap((met, judge) => {
          const { run } = overall[judge + 1] ?? { run: null };
          return run ? [{ ...met, runId: run.id }] : [];
        }),
      })),
    };
  });

const writeSide = (
  named: readonly (string | null)[],
  { run, shares, counts, n, people, cases, groups, isTold }: CodeSide,
): z.infer<typeof side> => ({
  runId: run?.id ?? null,
  model: run?.model ?? null,
  method: run?.method ?? null,
  version: run?.version ?? null,
  n,
  people,
  cases,
  groups,
  isTold,
  codes: shares.map(({ mean, low, high, reason: why }, at) => ({
    code: named[at] ?? null,
    count: counts[at] ?? 0,
    share: mean,
    low,
    high,
    reason: why,
  })),
});
