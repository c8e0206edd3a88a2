import { z } from "zod";
import type { Bounded } from "#lib/metrics/measure.ts";
import { count, difference, figure, reason, share } from "#lib/study-results/figure-schemas.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { GivenShares } from "#lib/task-kinds/label/shares/count.ts";
import { describeLabels, type LabelledCases } from "#lib/task-kinds/label/shares/labels.ts";

// What the document of results says of labels, for programs: unrounded, and a reason in place of what isn't there.

const bounded = z.object({ value: figure, low: figure, high: figure, reason });

const side = z.object({
  runId: z.int().nullable().describe("Null for people"),
  model: z.string(),
  method: z.string(),
  version: z.string(),
  n: z.object({ labels: count, people: count, cases: count, groups: count }),
  isClaimable: z
    .boolean()
    .describe("Whether there are enough labels, people and cases for a share to be told"),
  shares: z
    .array(z.object({ count, mean: share, low: share, high: share, reason }))
    .describe("Of all labels given, in the order of “labels”; intervals over people and groups of cases"),
});
const sides = z.array(side).describe("People, then every judge over the same cases");

const comparison = difference.extend({
  label: count.describe("Place among the labels, from 0"),
  first: count.describe("Place among the origins, from 0"),
  second: count,
});

const set = z.object({
  set: z.string(),
  labels: z.array(z.string()),
  overall: z.array(
    side.extend({
      kappa: bounded.describe("Cohen’s, of single labels: of two people, or of the judge and one person"),
    }),
  ),
  agreement: z.object({ alpha: bounded, pairwise: bounded }),
  origins: z
    .array(
      z.object({
        values: z
          .array(z.string().nullable())
          .describe("Of each attribute in “by”; null where a case lacks it"),
        sides,
      }),
    )
    .nullable()
    .describe("Null where the attributes make too many"),
  comparisons: z
    .array(comparison)
    .nullable()
    .describe(
      "Of origins with enough of people’s labels; Holm’s adjustment is over all labels. Null where there would be too many",
    ),
  byAttribute: z
    .array(z.object({ attribute: z.string(), values: z.array(z.object({ value: z.string(), sides })) }))
    .describe("Each attribute by itself"),
  errors: z
    .object({ asked: count, counts: z.array(z.object({ type: z.string(), count })) })
    .nullable()
    .describe("Types of error, of the answers after which they were asked for; null if never"),
});

export const labelResults = z
  .object({
    by: z.array(z.string()).describe("The attributes of cases that origins are told apart by"),
    sets: z.array(set).describe("Each set of labels by itself"),
  })
  .describe("Of studies of labels: how often each label was given");
export type LabelResults = z.output<typeof labelResults>;

type Side = LabelResults["sets"][number]["byAttribute"][number]["values"][number]["sides"][number];

const writeSide = ({ run, n: labels, people, cases, groups, ...given }: GivenShares): Side => ({
  runId: run?.id ?? null,
  model: run?.model ?? "",
  method: run?.method ?? "",
  version: run?.version ?? "",
  n: { labels, people, cases, groups },
  isClaimable: given.isClaimable,
  shares: given.shares.map(({ mean, low, high, reason: why }, label) => ({
    count: given.counts[label] ?? 0,
    mean,
    low,
    high,
    reason: why,
  })),
});

const bare = ({ value, low, high, reason: why }: Bounded) => ({ value, low, high, reason: why });

/** The same figures as on the screen. */
export const writeLabels = (rows: StudyRows, view: View, by: readonly string[]): LabelResults => ({
  by: [...by],
  sets: describeLabels(rows, view, by).map(writeSet),
});

const writeSet = (found: LabelledCases): LabelResults["sets"][number] => ({
  set: found.set,
  labels: [...found.labels],
  overall: found.overall.map(({ kappa, ...given }) => ({ ...writeSide(given), kappa: bare(kappa) })),
  agreement: { alpha: bare(found.alpha), pairwise: bare(found.pairwise) },
  origins:
    found.byOrigin.origins?.map(({ values, sides: own }) => ({
      values: [...values],
      sides: own.map(writeSide),
    })) ?? null,
  comparisons: found.byOrigin.comparisons?.map((pair) => ({ ...pair })) ?? null,
  byAttribute: found.byAttribute.map(({ attribute, values }) => ({
    attribute,
    values: values.map(({ value, sides: own }) => ({ value, sides: own.map(writeSide) })),
  })),
  errors: found.errors && {
    asked: found.errors.asked,
    counts: found.errors.counts.map((one) => ({ ...one })),
  },
});
