import { clusterUnits } from "#lib/benchmarks/schema.ts";
import { z } from "zod";
import { pointStates } from "#lib/reports/schema.ts";
import { unrankedReasons } from "#lib/study-results/rows/rows.ts";
import { filterWays } from "#lib/studies/selectors/schema.ts";
import { armDifferences } from "#lib/studies/arms/schema.ts";
import { populations } from "#lib/study-results/schema.ts";

/** Another number where what is here gets another meaning. */
export const cardFormat = "benchside-card/1";

const count = z.int().nonnegative();
const share = z.number().min(0).max(1).nullable();
const words = z.string().nullable();

const estimate = {
  accuracy: share.describe("Share of right answers, unrounded; null where there are too few to say one"),
  low: share,
  high: share.describe("Ends of the interval"),
  reason: words.describe("Why a figure isn’t there: too_few, by_selection, or that of the interval"),
};
const counts = { people: count, cases: count, answers: count };
const named = { model: z.string(), method: z.string(), version: z.string() };

const cardContent = z.strictObject({
  schema: z.literal(cardFormat),
  issue: z
    .int()
    .positive()
    .describe("Counted up whenever a new card of the study takes the place of the last"),
  issuedAt: z.iso.datetime(),
  address: z.url().nullable().describe("Where it is published; null where the instance was told no address"),
  software: z.strictObject({ name: z.string(), version: z.string() }),
  rules: count.describe("Version of the rules by which figures are computed"),
  licence: words,
  contact: words,
  study: z.strictObject({
    title: z.string(),
    benchmark: z.string(),
    kind: z.string().describe("What is asked of each case"),
    who: z.enum(populations).describe("simulated: these answers were made up by a program"),
    isDemo: z.boolean(),
    arms: z
      .strictObject({ count, differ: z.enum(armDifferences) })
      .optional()
      .describe("What its arms differ in: the figures are over all of them. Absent where it has none"),
    openedAt: z.iso.datetime(),
    closedAt: z.iso.datetime(),
    recruitment: z.strictObject({ how: words, where: words, eligibility: words }),
  }),
  plan: z.strictObject({
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe("SHA-256 of the plan as opening froze it"),
    frozenAt: z.iso.datetime(),
    isIntact: z.boolean().describe("Whether the stored plan still has that hash"),
  }),
  selection: z
    .strictObject({ ...named, threshold: z.number() })
    .nullable()
    .describe("The run whose confident errors are the cases; null where no run’s are"),
  filters: z
    .array(z.strictObject({ ...named, way: z.enum(filterWays), threshold: z.number().nullable() }))
    .optional()
    .describe(
      "The runs that the benchmark, or one it was made of, was filtered by: confidence by how sure they were, marked as an admin stated. Absent where none are known",
    ),
  people: z.strictObject({
    ...counts,
    works: count
      .nullable()
      .describe("Works, persons, scenarios or groups that the cases are from, where several come from one"),
    clusterUnit: z.enum(clusterUnits).optional().describe("What these are; works where absent"),
    unanswered: count.describe("Cases that were given and not answered"),
    chance: share.describe("What guessing gives"),
    level: z.number().describe("Of the intervals"),
    ...estimate,
  }),
  tracks: z.array(z.strictObject({ name: z.string(), ...counts, ...estimate })),
  models: z
    .array(
      z.strictObject({
        ...named,
        replicate: count.nullable().describe("Which of several runs of the same thing it is, from 1"),
        answered: count,
        apart: z
          .enum(unrankedReasons)
          .nullable()
          .describe("Why it isn’t ranked: it had a part in choosing the cases"),
        ...estimate,
      }),
    )
    .nullable()
    .describe("On the same cases; null where the card was made without them"),
  checklist: z.array(
    z.strictObject({
      key: z.string(),
      title: z.string(),
      asks: z.string(),
      state: z.enum(pointStates),
      found: words.describe("What the data say; null of points that are about models"),
      lacks: z.array(z.string()),
    }),
  ),
});
export type CardContent = z.output<typeof cardContent>;

export const signature = z.strictObject({
  ed25519: z.base64().length(88).describe("Over the bytes of this file without this line"),
  fingerprint: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .describe("SHA-256 of the public key’s 32 bytes"),
  publicKey: z.base64().length(44),
});

export const cardSchema = cardContent.extend({ signature });
export type Card = z.output<typeof cardSchema>;
