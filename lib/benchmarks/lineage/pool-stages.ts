import type { DistractorsStage, LengthStage, PoolStage } from "#lib/benchmarks/lineage/schema.ts";
import {
  keptFiles,
  poolReport,
  poolSettings,
  type PoolReport,
  type StageName,
} from "#lib/benchmarks/lineage/pool-schema.ts";

/** What is stored with a benchmark that was made of a pool, as the stages that its cases went through. */
export function describePool(
  stored: Readonly<Record<"settings" | "files" | "report", unknown>>,
): [PoolStage, LengthStage, DistractorsStage] {
  const { track, language, before, fewestTokens, ...choosing } = poolSettings.parse(stored.settings);
  const { works, roles, stages, models, odd, replaced, tokenizer } = poolReport.parse(stored.report);
  const files = keptFiles.parse(stored.files);
  const { way, among, distractors, odd: handling, seed } = choosing;
  return [
    {
      stage: "pool",
      settings: { files: files.filter(({ vectorsOf }) => vectorsOf === null), track, language, before },
      counts: { ...passed(stages, "pool"), works, roles },
      models: [],
    },
    {
      stage: "length",
      settings: { fewestTokens, tokenizer },
      counts: passed(stages, "length"),
      models: [],
    },
    {
      stage: "distractors",
      settings: { way, among, distractors, odd: handling, seed },
      counts: { ...passed(stages, "distractors"), odd, replaced },
      models: models.map((one) => ({
        ...one,
        sha256: files.find(({ vectorsOf }) => vectorsOf === one.model)?.sha256 ?? "",
      })),
    },
  ];
}

function passed(stages: PoolReport["stages"], name: StageName) {
  const { into = 0, out = 0, reasons = {} } = stages.find(({ stage }) => stage === name) ?? {};
  return { into, out, reasons };
}
