import { z } from "zod";
import { dropReasons, keptFiles, poolReport, poolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";

const rate = z.number().optional();

/** People accepted some of the cases, in a review. */
const reviewStage = z.object({
  stage: z.literal("review"),
  settings: z.object({ review: z.string(), manifest: z.string() }),
  counts: z
    .object({
      items: z.number(),
      decided: z.number(),
      checked: z.number(),
      accepted: z.number(),
      acceptedInBatches: z.number(),
    })
    /** If every check was right. */
    .extend({ errorRate: rate, errorRateLow: rate, errorRateHigh: rate })
    /** Where checks missed as many errors as audits of them say. */
    .extend({ correctedErrorRate: rate, correctedErrorRateLow: rate, correctedErrorRateHigh: rate })
    .catchall(z.number()),
  /** Who chose the cases beside people: nobody in a review. */
  models: z.array(z.string()),
});

export const exactlyWays = ["stays", "goes"] as const;
/** One run decides; or any of several that is sure of the right option; or more than half of those that say how sure they are. */
export const confidenceRules = ["one", "any", "most"] as const;

const counted = z.object({ cases: z.number(), dropped: z.number(), kept: z.number() });

/** Models were too sure of what is right. */
const confidenceStage = z.object({
  stage: z.literal("confidence"),
  settings: z.object({
    threshold: z.number(),
    /** What becomes of a case whose right option has exactly the threshold. */
    exactly: z.enum(exactlyWays),
    rule: z.enum(confidenceRules),
  }),
  counts: counted.extend({
    /** Of none of the runs it is known how sure they were: they stay. */
    withoutVote: z.number(),
    tracks: z.array(counted.extend({ track: z.string(), withoutVote: z.number() })),
  }),
  models: z.array(
    z.object({
      model: z.string(),
      method: z.string(),
      version: z.string(),
      isFake: z.boolean(),
      /** Cases of which it says how probable the right option is, and those of them that it alone would drop. */
      predictions: z.number(),
      dropped: z.number(),
      /** sha256 over what it said of each case. */
      digest: z.string(),
    }),
  ),
});

const keptStage = z.discriminatedUnion("stage", [reviewStage, confidenceStage]);
export type ReviewStage = z.output<typeof reviewStage>;
export type ConfidenceStage = z.output<typeof confidenceStage>;
/** Stages that take some of another benchmark's cases, as they are stored. */
export const keptStages = z.array(keptStage);
export type StageRecord = z.output<typeof keptStage>;

/** Of exchanges. */
const passed = z.object({
  into: z.number(),
  out: z.number(),
  reasons: z.partialRecord(z.enum(dropReasons), z.number()),
});
const none = z.array(z.never());

/** Stages that make cases of a pool. They are told from what is stored with it. */
const poolStage = z.object({
  stage: z.literal("pool"),
  settings: poolSettings.pick({ track: true, language: true, before: true }).extend({ files: keptFiles }),
  counts: passed.extend(poolReport.pick({ works: true, roles: true }).shape),
  models: none,
});
const lengthStage = z.object({
  stage: z.literal("length"),
  settings: z.object({ fewestTokens: z.number(), tokenizer: z.string() }),
  counts: passed,
  models: none,
});
const distractorsStage = z.object({
  stage: z.literal("distractors"),
  settings: poolSettings.pick({ way: true, among: true, distractors: true, odd: true, seed: true }),
  counts: passed.extend(poolReport.pick({ odd: true, replaced: true }).shape),
  /** Whose vectors the nearest were found by, with the digest of their file. */
  models: z.array(poolReport.shape.models.element.extend({ sha256: z.string() })),
});
export type PoolStage = z.output<typeof poolStage>;
export type LengthStage = z.output<typeof lengthStage>;
export type DistractorsStage = z.output<typeof distractorsStage>;

/** What a stage of making a benchmark took, did and left. */
const lineageStage = z.discriminatedUnion("stage", [
  poolStage,
  lengthStage,
  distractorsStage,
  reviewStage,
  confidenceStage,
]);
export type LineageStage = z.output<typeof lineageStage>;

/** The file of a lineage. */
export const lineageFormat = "benchside-lineage";
const writtenLink = z.object({
  benchmark: z.string(),
  madeOf: z.string().nullable(),
  madeAt: z.iso.datetime(),
  stages: z.array(lineageStage),
  stagesSha256: z.string(),
});
export type LinkDocument = z.output<typeof writtenLink>;
export const writtenLinks = z.array(writtenLink);
export const writtenLineage = z.object({
  format: z.literal(lineageFormat),
  version: z.literal(1),
  links: writtenLinks.min(1),
});
/** Stages in which models choose the cases, and so are marked. */
export const filterStages = ["confidence"] as const satisfies readonly LineageStage["stage"][];
export type FilterStage = (typeof filterStages)[number];

/**
 * In SQL: the runs that filtered a benchmark, or anything that it was made of, and those that are marked as such in either;
 * with how, and at which threshold.
 */
export const filtersSql = (benchmark: string): string => `(
  WITH RECURSIVE chain AS (
    SELECT ${benchmark} AS id
    UNION ALL
    SELECT l.parent_benchmark_id FROM chain JOIN benchmark_lineages l ON l.benchmark_id = chain.id
  ), stages AS (
    SELECT stage FROM chain JOIN benchmark_lineages l ON l.benchmark_id = chain.id, jsonb_array_elements(l.stages) AS stage
    UNION ALL
    SELECT stage FROM chain JOIN received_lineages r ON r.benchmark_id = chain.id,
      jsonb_array_elements(r.links) AS link, jsonb_array_elements(link -> 'stages') AS stage
  ), filters AS (
    SELECT jsonb_build_object('model', m -> 'model', 'method', m -> 'method', 'version', m -> 'version',
      'way', stage -> 'stage', 'threshold', stage -> 'settings' -> 'threshold') AS found
    FROM stages, jsonb_array_elements(stage -> 'models') AS m
    WHERE stage ->> 'stage' IN (${filterStages.map((stage) => `'${stage}'`).join(", ")})
    UNION
    SELECT jsonb_array_elements(r.filters) FROM chain JOIN received_lineages r ON r.benchmark_id = chain.id
    UNION
    SELECT jsonb_build_object('model', model, 'method', method, 'version', version, 'way', 'marked', 'threshold', NULL)
    FROM chain JOIN model_runs r ON r.benchmark_id = chain.id WHERE is_filter
  )
  SELECT coalesce(jsonb_agg(found), '[]') FROM filters)`;

type NamedBenchmark = { readonly slug: string; readonly name: string };
/** One benchmark was made of another, by these stages, or of a pool. */
export type LineageLink = {
  readonly benchmark: NamedBenchmark;
  /** Null where its cases were made of a pool. */
  readonly parent: NamedBenchmark | null;
  readonly stages: readonly LineageStage[];
  /** sha256 over the stages, as they were written. */
  readonly digest: string;
  readonly madeAt: Date;
  /** It came in with a folder: its benchmarks aren't here. */
  readonly isReceived?: boolean;
};
/** From the pool, or the first benchmark that was made of none, to this one. */
export type Lineage = readonly LineageLink[];
