import { z } from "zod";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import { settingsSchema, templateNames } from "#lib/reviews/plan/schema.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const reviewManifestFormat = "benchside-review-1";

/** How it is drawn what is checked, so that somebody else can do it again. */
const drawRule =
  "Whether a decision is checked: sha256 over the seed, a line end, the word check, a line end, the number of the item, a line end and the round; the second to the fifty-fourth bit of it, as a whole number, over 2 to the 53rd, is below the rate. Whether a second reviewer checks it, too: the same with the word second, below the share of second checks. Whether a check is audited: the same with the word audit, and after the round a line end and 1 for the first reviewer, 2 for the second.";

/** How cases are chosen that come from a study. */
export const agreementRule =
  "The cases of the study, practice and attention checks left out, that are still as they were served, and to which at least so many people gave a decision and handed in, nobody whom the team left out among them: those where the decision that most of them gave, other than the one held to be right, was given by at least such a share of them, and by more than gave the right one.";

const reviewManifest = z.strictObject({
  format: z.literal(reviewManifestFormat),
  title: z.string(),
  slug: z.string(),
  template: z.enum(templateNames),
  openedAt: z.iso.datetime(),
  software: z.strictObject({ name: z.string(), version: z.string() }),
  benchmark: z.strictObject({ slug: z.string(), name: z.string() }),
  /** Where the items are the cases of a closed study: which, by which rule, and whether the answers were people's. */
  study: z
    .strictObject({
      slug: z.string(),
      title: z.string(),
      rule: z.string(),
      answers: z.enum(["people", "simulated"]),
    })
    .optional(),
  settings: settingsSchema,
  drawing: z.strictObject({ rule: z.string(), seed: z.string() }),
  items: z.array(
    z.strictObject({
      number: z.int().min(1),
      batch: z.int().min(1),
      track: z.string(),
      key: z.string(),
      version: z.int().min(1),
      sha256,
    }),
  ),
});
export type ReviewManifest = z.output<typeof reviewManifest>;

export const parseReviewManifest = (content: string): ReviewManifest =>
  reviewManifest.parse(JSON.parse(content));

type ManifestInput = Omit<ReviewManifest, "format" | "drawing"> & { seed: bigint };

export function makeReviewManifest({ seed, ...given }: ManifestInput): { content: string; hash: string } {
  const drawing = { rule: drawRule, seed: seed.toString() };
  const content = writeCanonical({
    format: reviewManifestFormat,
    ...given,
    drawing,
  } satisfies ReviewManifest);
  return { content, hash: hashOf(content) };
}

/** From 0 up to 1; the database's review_draw comes to the same. */
export const drawOf = (seed: bigint, ...words: readonly (string | number)[]): number =>
  Number(deriveSeed(seed, ...words) >> 10n) / 2 ** 53;
