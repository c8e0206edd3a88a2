import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { categoryKinds, clusterUnits } from "#lib/benchmarks/schema.ts";
import { populations } from "#lib/study-results/schema.ts";
import { filterWays } from "#lib/studies/selectors/schema.ts";
import { armDifferences } from "#lib/studies/arms/schema.ts";
import { stepSchemas } from "#lib/studies/schema.ts";

/** Another number where what is here gets another meaning. */
export const folderFormat = "benchside-benchmark/1";

export const folderFiles = {
  description: "benchmark.json",
  card: "README.md",
  croissant: "croissant.json",
  lineage: "lineage.json",
  sums: "SHA256SUMS",
  cases: { jsonl: "data/cases.jsonl", parquet: "data/cases.parquet" },
  answers: { jsonl: "data/answers.jsonl", parquet: "data/answers.parquet" },
} as const;

const words = (most: number) =>
  z.string().trim().min(1, "empty").max(most, "too_long").regex(withoutNul, "wrong_character");
/** Stands in one line of a card. */
const line = (most: number) => words(most).regex(/^[^\p{Cc}\ud800-\udfff]*$/u, "wrong_character");

/** What a benchmark that leaves says of itself, and nothing in the product can know. */
export const stated = z.object({
  /** As whoever publishes it counts: semantic versioning, which Croissant advises. */
  release: z
    .string()
    .trim()
    .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, "wrong_release"),
  /** An identifier of SPDX, an address, or words. */
  licence: line(200),
  creator: line(200),
  contact: line(300),
  limits: words(1500),
  /** Where it will be found. */
  address: z
    .union([z.literal(""), z.url({ protocol: /^https?$/, error: "wrong_address" }).max(300, "too_long")])
    .default("")
    .transform((text) => text || null),
});

const slug = z.string().min(1).max(200).regex(withoutNul);
const listed = z.preprocess(
  (given) => (given === undefined ? [] : [given].flat()),
  z
    .array(slug)
    .max(50, "too_many")
    .transform((slugs) => [...new Set(slugs)]),
);

/** What an address or a command asks for: whose answers go along, and what is said. */
export const folderRequest = stated.extend({ study: listed });
export type FolderRequest = z.output<typeof folderRequest>;

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const share = z.number().min(0).max(1).nullable();

/** What people reached on the cases of one kind; with a reason where there is no figure. */
const baseline = z.object({
  kind: z.string(),
  /** Which of the answers it is over. */
  stratum: z.string(),
  people: count,
  cases: count,
  answers: count,
  accuracy: share,
  low: share,
  high: share,
  level: z.number(),
  reason: z.string().nullable(),
});
export type Baseline = z.output<typeof baseline>;

const study = z.object({
  study: z.string(),
  title: z.string(),
  who: z.enum(populations),
  isDemo: z.boolean(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime(),
  plan: sha256.nullable(),
  /** The run whose confident errors are the selected cases. */
  selection: z.object({ model: z.string(), method: z.string(), version: z.string() }).nullable(),
  /** What its arms differ in, their names, and which of them shows cases as they are, if others don't. */
  arms: z
    .object({ differ: z.enum(armDifferences), names: z.array(z.string()), shown: z.string().nullable() })
    .nullable()
    .default(null),
  people: count,
  answers: count,
  baselines: z.array(baseline),
  /** As its plan has it: of cases with one text the one that was rated, and those that its ratings count for as well. */
  ratedOnce: stepSchemas.sample.shape.ratedOnce,
});
export type StudyInFolder = z.output<typeof study>;

const track = z.object({
  name: z.string(),
  language: z.string(),
  categories: z.enum(categoryKinds),
  categoryNames: z.array(z.string()),
  cases: count,
});
export type TrackInFolder = z.output<typeof track>;

const name = z.string().max(200).regex(withoutNul);
const folderFilter = z.object({
  model: name,
  method: name,
  version: name,
  way: z.enum(filterWays),
  threshold: z.number().nullable(),
});

/** benchmark.json: all that programs need to know of the folder. */
export const folderDescription = z.object({
  format: z.literal(folderFormat),
  name: z.string(),
  description: z.string(),
  isDemo: z.boolean(),
  /** Over the digests of all cases and the names of their tracks, as the product computes it of a benchmark. */
  digest: sha256,
  cases: count,
  tracks: z.array(track),
  /** When the last of its cases or studies came to what it is. */
  asOf: z.iso.datetime(),
  stated: stated.extend({ address: z.string().nullable() }),
  studies: z.array(study),
  /** Of lineage.json, where there is one. */
  lineage: sha256.nullable(),
  /** The runs that it, or anything that it was made of, was filtered by. Folders from before have none. */
  filters: z.array(folderFilter).optional(),
  /** What cases that belong together come from, where the benchmark says. */
  clusterUnit: z.enum(clusterUnits).optional(),
});
export type FolderDescription = z.output<typeof folderDescription>;
