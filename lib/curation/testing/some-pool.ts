import type { PoolFileRecord, PoolReport, PoolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";
import { hashOf } from "#lib/canonical.ts";

const settings: PoolSettings = {
  track: "Literary",
  language: "en",
  fewestTokens: 25,
  before: 0,
  way: "each",
  among: "all",
  distractors: 3,
  seed: 7,
  odd: { same_person: "replace", first_speaker: "keep" },
};
const files: PoolFileRecord[] = [
  { name: "ferry.json", vectorsOf: null, bytes: 9000, sha256: hashOf("ferry") },
  { name: "vectors.jsonl", vectorsOf: "bge-m3", bytes: 70_000, sha256: hashOf("vectors") },
  { name: "fake.jsonl", vectorsOf: "fake-embed", bytes: 2000, sha256: hashOf("fake") },
];

/** What is kept with a benchmark that so many cases of a pool came to: five exchanges went out on the way. */
export function somePool(cases: number) {
  const report: PoolReport = {
    works: 2,
    roles: 12,
    tokenizer: "cl100k_base",
    odd: { same_person: 0, first_speaker: 1 },
    replaced: 2,
    stages: [
      { stage: "pool", into: cases + 5, out: cases + 4, reasons: { no_profile: 1 } },
      { stage: "length", into: cases + 4, out: cases + 1, reasons: { too_short: 3 } },
      { stage: "distractors", into: cases + 1, out: cases, reasons: { too_few_roles: 1 } },
    ],
    models: [
      { model: "bge-m3", length: 1024 },
      { model: "fake-embed", length: 32, host: "127.0.0.1:4010", isFake: true },
    ],
  };
  return { settings, files, report };
}
