import { z } from "zod";
import { clusterUnits } from "#lib/benchmarks/schema.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { manifestFormat, upgradeManifest } from "#lib/studies/plan-versions.ts";
import { frozenCounts } from "#lib/studies/strata/schema.ts";
import { designSchema, frozenWordsSchema, strata, studyLanguages, type Design } from "#lib/studies/schema.ts";
import { labelSetSchema } from "#lib/task-kinds/label-set.ts";
import { scaleSchema } from "#lib/task-kinds/scale.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";

// What the manifest says of arms, so that somebody else can do it again. The languages of screens have no part in it.

const peopleRule =
  " Every cell comes once for each arm. Whoever consents gets the arm that the fewest people have, of those with a free place; of several the first in the order of sha256 over the seed of the sitting, a line end, the word arm, a line end and the number of the arm. Whoever has withdrawn and consents again gets the arm they had: they are recognised by their browser and, at an open link, by their network address, from which the next newcomer after a withdrawal is taken for the same person.";

const casesRule =
  " Every cell comes once for each arm. In it, the cases of each stratum and track stand in the order of sha256 over the seed of the sample, a line end, the word arm, a line end, the track, a line end and the key, strata and tracks by name; in the first copy the first case is shown under the first arm, the next under the second and so on, and each further copy begins one arm later. Of the copies with the fewest people, chance decides by md5 over the seed of the sitting, a space and the number of the cell.";

const ruleOfDifference = {
  instructions: "",
  translation: "",
  context:
    " Of a case with a limit, the turns before the last one without a speaker are left out but for as many as the limit says.",
  profiles: " A case without profiles shows its options by name alone.",
  distractors:
    " A case with random distractors has others in the places of all its options but the right one: for each, the digest of the seed of the sample, the word distractor, the track, the key of the case and the number of the option from 0, as a whole number of 63 bits, modulo the number of those offered in the current cases of the track under other names than the case has, by the order of their names’ bytes; whoever is taken already gives way to the next.",
} as const;

const formatArmRule = ({ differ, unit }: Arms): string =>
  (unit === "people" ? peopleRule : casesRule) + ruleOfDifference[differ];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

/** How cases are chosen, dealt and put in order, so that somebody else can do it again. */
const samplingRule =
  "In each stratum and track the cases stand in the order of sha256 over a seed, a line end, the track, a NUL and the key of the case; that seed comes from sha256 over the seed of the sample, stratum, track and round, with line ends between. Each cell takes the first cases that it doesn't have yet and whose source is not used up in it; when every case had its turn, the next round begins. Blocks share out the first cases of each stratum and track evenly. There is no other chance in it.";

/** What is added to it where whole groups are drawn. */
const groupRule =
  " Of a track that is drawn by groups, groups stand in the place of cases, with the name of the group in the place of the key, and only those with as many cases as are asked of each. Cell by cell, each takes its cases one by one: one of those whose origin has been taken least often in the track so far, the first of them in the order of sha256 over a seed, a line end, the track, a NUL and the key, where the seed comes from sha256 over the seed of the sample, the word origins and the track, with line ends between.";

/** What is added to that where an attribute makes the groups. */
const pairRule =
  " Of a track that is paired, the cases of one group with the same value of the attribute stand in the place of a group; its name is the list of group and value, in JSON.";

const linkedRule =
  " Where cases of a stratum and track are linked, so many of its first ones stand in every cell; the blocks share out those that follow.";

const questionRule =
  " Cases of one group with the same question_id whose answer is chosen ask one question. Attention checks and practice are drawn first, and no other case that asks one of their questions is drawn; no cell takes two cases that ask one question.";

const leftOutRule = " Cases that the plan leaves out are never drawn.";

const ratedOnceRule =
  " Cases that the plan rates by another are drawn with it, stand in no cell, and have its ratings; of a track that is drawn by groups, they count among the cases of their group.";

/** How the run that people are held against is chosen where the plan doesn't name it. */
export const comparatorRule =
  "Of the runs of the benchmark other than the selecting one, its siblings and those that filtered the benchmark: the one with the most right answers to the cases of the frame that no participant is given and whose right answer is known. A case without an answer isn't right. Ties by model, method and version, in the order of their bytes.";

const frozenRun = {
  model: z.string(),
  method: z.string(),
  version: z.string(),
  ranAt: z.string().nullable(),
  results: z.array(z.strictObject({ track: z.string(), sha256: sha256.nullable() })),
};

const frozenComparator = z.strictObject({
  run: z.strictObject(frozenRun),
  /** Null where the plan names the run. */
  unserved: z
    .strictObject({
      rule: z.string(),
      cases: count,
      candidates: count,
      /** The first of them, the chosen one in front. */
      best: z.array(
        z.strictObject({
          model: z.string(),
          method: z.string(),
          version: z.string(),
          answered: count,
          right: count,
          accuracy: z.number(),
        }),
      ),
    })
    .nullable(),
});

/** What a study froze when it opened. Names, keys and hashes only: it says the same on every machine. */
const manifestSchema = z.strictObject({
  format: z.literal(manifestFormat),
  title: z.string(),
  slug: z.string(),
  openedAt: z.iso.datetime(),
  software: z.strictObject({ name: z.string(), version: z.string() }),
  benchmark: z.strictObject({
    slug: z.string(),
    name: z.string(),
    /** What cases that belong together come from, where the benchmark said so. */
    clusterUnit: z.enum(clusterUnits).optional(),
  }),
  design: designSchema,
  /** The run whose confident errors were sampled, and what its stored results were then. */
  reference: z.strictObject({ ...frozenRun, threshold: z.number() }).nullable(),
  /** The run that people are held against; absent where the plan wants none. */
  comparator: frozenComparator.optional(),
  /** What was eligible in each track of the frame. */
  eligible: z.array(frozenCounts),
  sampling: z.strictObject({
    rule: z.string(),
    seed: count,
    digest: sha256,
    counts: z.array(z.strictObject({ stratum: z.enum(strata), track: z.string(), cases: count })),
  }),
  cells: z.strictObject({ count, capacity: z.int().min(1).nullable(), casesEach: count, digest: sha256 }),
  cases: z.array(
    z.strictObject({
      stratum: z.enum(strata),
      track: z.string(),
      key: z.string(),
      version: z.int().min(1),
      sha256,
      /** How an arm shows it, where that is otherwise than the benchmark does. */
      variation: z.string().optional(),
      /** Everybody gets it. */
      linked: z.literal(true).optional(),
      /** Nobody gets it: the case of its track whose ratings count for it. */
      ratedAs: z.string().optional(),
    }),
  ),
  /** What its cases are rated by, as participants read it; absent where nothing is rated. */
  scales: z.array(scaleSchema).optional(),
  /** Of cases with many items those that are read, the first being 1; absent where all are. */
  drawn: z
    .array(z.strictObject({ track: z.string(), key: z.string(), items: z.array(z.int().min(1)) }))
    .optional(),
  /** What its cases are labelled with, in the same way. */
  labelSets: z.array(labelSetSchema).optional(),
  languages: z.array(z.enum(studyLanguages)),
  texts: z.array(
    z.strictObject({ language: z.enum(studyLanguages), version: z.int(), sha256, words: frozenWordsSchema }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Of whichever version; its own bytes are what was frozen. */
export const parseManifest = (content: string): Manifest =>
  manifestSchema.parse(upgradeManifest(JSON.parse(content)));

type ManifestInput = Omit<Manifest, "format" | "sampling" | "texts" | "languages" | "cells"> & {
  digest: string;
  /** Which of the cases stand in each cell, by their index. */
  cells: readonly { capacity: number | null; arm?: number | null; cases: readonly number[] }[];
  texts: readonly Pick<Manifest["texts"][number], "language" | "version" | "words">[];
};

export function makeManifest({ digest, cells, texts, cases, ...given }: ManifestInput): string {
  const [first] = cells;
  const manifest: Manifest = {
    format: manifestFormat,
    ...given,
    cases,
    sampling: {
      rule: ruleOf(given.design),
      seed: given.design.sample.seed,
      digest,
      counts: countStrata(cases),
    },
    cells: {
      count: cells.length,
      capacity: first?.capacity ?? null,
      casesEach: first?.cases.length ?? 0,
      digest: hashOf(cells.map(writeCell).join("")),
    },
    languages: texts.map(({ language }) => language),
    texts: texts.map((text) => ({ ...text, sha256: hashOf(writeCanonical(text.words)) })),
  };
  return writeCanonical(manifest);
}

/** The arm of a cell stands only where it has one. */
const writeCell = ({ capacity, arm, cases }: ManifestInput["cells"][number]): string =>
  `${capacity ?? ""}:${cases.join(",")}${arm == null ? "" : `:${arm}`}\n`;

export const ruleOf = ({ sample, assignment: { arms } }: Pick<Design, "sample" | "assignment">): string =>
  [
    samplingRule,
    sample.groups ? groupRule : "",
    sample.pairBy ? pairRule : "",
    sample.linked ? linkedRule : "",
    sample.oncePerQuestion ? questionRule : "",
    sample.leftOut ? leftOutRule : "",
    sample.ratedOnce ? ratedOnceRule : "",
    arms ? formatArmRule(arms) : "",
  ].join("");

function countStrata(cases: Manifest["cases"]): Manifest["sampling"]["counts"] {
  const counts = new Map<string, Manifest["sampling"]["counts"][number]>();
  const seen = new Set<string>();
  for (const { stratum, track, key: name } of cases) {
    const key = JSON.stringify([stratum, track]);
    // What arms show otherwise is the same case.
    if (seen.size === seen.add(`${key}${name}`).size) continue;
    const counted = counts.get(key) ?? { stratum, track, cases: 0 };
    counted.cases += 1;
    counts.set(key, counted);
  }
  return [...counts.values()];
}
