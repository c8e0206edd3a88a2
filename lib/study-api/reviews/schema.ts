import { z } from "zod";
import { reviewFileFormats, reviewFileKinds, reviewFileChoice } from "#lib/review-exports/schema.ts";
import { reviewStates } from "#lib/reviews/plan/schema.ts";

const count = z.int().min(0);
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

export const reviewFileQuery = z.strictObject({
  texts: reviewFileChoice.shape.texts.describe(
    "Whether comments of annotators and reviewers are included; they may tell who somebody is.",
  ),
});

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
