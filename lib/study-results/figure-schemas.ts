import { z } from "zod";
import { undefinedReasons } from "#lib/metrics/measure.ts";
import { intervalMethods } from "#lib/study-results/overview/types.ts";

// What a figure is made of, wherever the document of results has one.

export const count = z.int().nonnegative();
export const share = z.number().min(0).max(1).nullable();
export const figure = z.number().nullable();
export const reason = z.enum([...undefinedReasons, "by_selection", "choices_only"]).nullable();

export const bounded = z.object({ value: figure, low: figure, high: figure, reason });

/** A mean over groups of cases. */
export const grouped = z.object({ mean: figure, low: figure, high: figure, reason, n: count, groups: count });

export const interval = z.object({
  low: figure,
  high: figure,
  method: z.enum(intervalMethods),
  n: z.number().nullable().describe("Number of equally weighted cases that a Wilson interval covers"),
  discarded: count.describe("Resamples in which the figure is undefined"),
  reason,
});

/** Of people's answers to two methods, origins or values of an attribute, over the groups that have both. */
export const difference = z.object({
  difference: figure.describe("The mean over groups of the first less the second, each group counting once"),
  low: figure,
  high: figure,
  p: share.describe("By inverting the interval, which is over raters and groups like these"),
  holm: share,
  groups: count,
  raters: count,
  reason,
});

export const withWithout = z.enum(["with", "without"]);

export const counts = z.object({ answers: count, people: count, cases: count });

export const withMissing = z
  .object({ missing: count, wrong: share, right: share })
  .describe("The share with unanswered cases counted as wrong, and counted as right");

export const people = z.object({
  n: counts,
  right: count,
  accuracy: share,
  withMissing,
  interval,
  isClaimable: z.boolean().describe("Whether there are enough answers, people and cases to make a claim"),
  reason,
});

export const named = z.object({
  runId: z.int(),
  model: z.string(),
  method: z.string(),
  version: z.string(),
});
