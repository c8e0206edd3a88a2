import { z } from "zod";
import { undefinedReasons } from "#lib/metrics/measure.ts";
import { checkStrategies } from "#lib/metrics/review/coverage.ts";
import { reviewReasons } from "#lib/metrics/review/review-reasons.ts";
import { reviewStates } from "#lib/reviews/plan/schema.ts";
import { reviewFileFormats, reviewFileKinds } from "#lib/review-exports/schema.ts";

const count = z.int().min(0);
const number = z.number().nullable();
const member = z.int().min(1).describe("Number of the member in this review.");
const reason = z
  .enum([...undefinedReasons, ...reviewReasons])
  .nullable()
  .describe("Why the figure, or its interval, is null.");
const bounded = z.strictObject({ value: number, low: number, high: number, reason });
const share = z.strictObject({ ...bounded.shape, count, of: count });
const shares = z.array(z.strictObject({ kind: z.string(), share }));
const pair = z.strictObject({
  n: count,
  same: count,
  agreement: bounded,
  freeMarginal: bounded,
  cohen: bounded,
});
const filter = z.strictObject({ n: count, agreement: share, precision: share, recall: share });
const accuracy = {
  right: count,
  reviewed: count,
  naive: bounded.describe("right / reviewed, with Wilson’s interval."),
  weighted: bounded.describe("Each check counted by one over the rate at which it was drawn."),
};

const errors = z.strictObject({
  among: count.describe("Accepted (or rejected) in the end; those that wait for a check are left out."),
  waiting: count,
  rate: bounded.describe(
    "Share of them that is wrong and was not found, estimated from the checks, if every check is right.",
  ),
  corrected: bounded.describe("The same, where checks miss as many errors as audits of them say."),
  remaining: z.strictObject({
    ...bounded.shape,
    decisions: count,
    checked: count,
    found: count,
    unchecked: count,
    audited: count.describe("Checks that called a decision right and were audited."),
    missed: count.describe("Those of them that had missed an error."),
    missRate: number.describe("Share of all errors in what was checked that checks are thought to miss."),
    corrected: bounded,
    strata: z.array(
      z.strictObject({
        annotator: member,
        band: count.nullable(),
        decisions: count,
        checked: count,
        found: count,
        unchecked: count,
        estimated: number,
      }),
    ),
  }),
});
const finish = z.strictObject({ days: number, low: number, high: number, reason });

export const reviewResultsDocument = z.strictObject({
  review: z.strictObject({
    slug: z.string(),
    title: z.string(),
    state: z.enum(reviewStates),
    benchmark: z.string(),
    manifestHash: z.string(),
  }),
  isInterim: z.boolean().describe("The review isn’t closed: figures may change."),
  isSimulated: z.boolean().describe("A program made up decisions or checks."),
  funnel: z.strictObject({
    items: count,
    decided: count,
    accepted: count,
    rejected: count,
    checked: count,
    corrected: count,
    waiting: count,
    acceptedInBatches: count,
    rejectedInBatches: count,
    batches: count,
    acceptedBatches: count,
  }),
  retention: share,
  reasons: shares.describe("Of everything decided, by the reason of the final rejection."),
  errors: z.strictObject({ accepted: errors, rejected: errors }),
  errorTypes: shares.describe("Of the checks that found a decision wrong, and stand."),
  annotators: z.array(
    z.strictObject({
      annotator: member,
      isSimulated: z.boolean(),
      decisions: count,
      waiting: count,
      ...accuracy,
      rate: z.number().describe("Rate at which the next decision would be checked."),
      strategy: z.enum(checkStrategies),
      decisionsPerHour: number,
      windows: z.array(z.strictObject({ from: count, to: count, ...accuracy })),
    }),
  ),
  agreement: z.strictObject({
    reviewers: pair.describe("Two reviewers of the same decision: right or wrong."),
    blind: pair.describe("A reviewer before seeing the decision, and the annotator: accept or reject."),
    blindReasons: share,
    audit: z.strictObject({
      drawn: count,
      done: count,
      disagreedWithRight: share,
      disagreedWithWrong: share,
    }),
    disputes: z.strictObject({ open: count, taken_back: count, upheld: count, overruled: count }),
    filters: z.array(z.strictObject({ judge: z.string(), all: filter, checked: filter, kappa: pair })),
  }),
  throughput: z.strictObject({
    days: z.array(z.strictObject({ until: z.number(), decisions: count, checks: count })),
    decisionsPerHour: number,
    checksPerHour: number,
    left: z.strictObject({ decisions: count, checks: count }),
    decisionsDone: finish,
    checksDone: finish,
  }),
});
export type ReviewResults = z.output<typeof reviewResultsDocument>;

const address = z.string();
const time = z.iso.datetime();

export const reviewSchema = z.strictObject({
  slug: z.string().describe("Identifies the review in every address."),
  title: z.string(),
  state: z.enum(reviewStates),
  benchmark: z.strictObject({ slug: z.string(), name: z.string() }).nullable(),
  hasSimulated: z.boolean().describe("Whether simulated members take part."),
  isDemo: z.boolean(),
  createdAt: time,
  openedAt: time.nullable(),
  closedAt: time.nullable(),
  items: z
    .strictObject({ waiting: count, decided: count, to_check: count, checked: count })
    .describe("How many items wait for a decision, are decided, wait for a check, are checked."),
  people: count.describe("Members, whatever their parts."),
  links: z.strictObject({
    self: address,
    results: address,
    manifest: address,
    report: address,
    files: z.array(address),
  }),
});
export type ReviewAnswer = z.output<typeof reviewSchema>;

export const reviewListSchema = z.strictObject({ items: z.array(reviewSchema) });

export const reviewFileNames = reviewFileKinds.flatMap((kind) =>
  reviewFileFormats.map((format) => `${kind}.${format}`),
);

export function linksOfReview(slug: string): ReviewAnswer["links"] {
  const self = `/api/v1/reviews/${encodeURIComponent(slug)}`;
  return {
    self,
    results: `${self}/results`,
    manifest: `${self}/manifest`,
    report: `${self}/report.zip`,
    files: [...reviewFileNames, "codebook.md"].map((name) => `${self}/export/${name}`),
  };
}
