import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const names = [
  "Claude 3.7 Sonnet",
  "GPT-4o",
  "DeepSeek-R1",
  "Gemini 2.5 Pro",
  "Qwen2.5-72B-Instruct",
  "Mistral-Large-Instruct-2411",
  "GLM-4-Plus 智谱清言",
  "an-organisation/a-rather-long-name-of-a-model_with_underscores-32B-Instruct-GPTQ-Int4",
  "CharacterGLM-6B <fine-tuned & “tested”, 50 % of $5 {sic} #1~^\\>",
];

const nameModels = (rows: StudyRows, isLong: boolean): StudyRows => ({
  ...rows,
  runs: rows.runs.map((run, i) => ({
    ...run,
    model: (names[i % (isLong ? names.length : 5)] ?? "") + (i < names.length ? "" : ` ${i}`),
    method: isLong && i % 3 === 0 ? "self-consistency 10, chain of thought" : "zero-shot",
    version: isLong
      ? `sha256:${(BigInt(i + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).padEnd(64, "0")}`
      : "",
  })),
});

/** Studies whose tables have little to hold, and as much as anybody's might. */
export const paperStudies: Readonly<Record<string, () => StudyRows>> = {
  small: () =>
    nameModels(
      makeRandomRows({
        people: 12,
        cases: 45,
        runs: 4,
        seed: 3,
        controls: 0.2,
        missing: 0.05,
        excluded: 0.1,
      }),
      false,
    ),
  large: () =>
    nameModels(
      makeRandomRows({
        ...{ people: 64, cases: 96, runs: 30, seed: 5, controls: 0.2, unsure: 0.2, missing: 0.1, known: 0.1 },
        tracks: [
          ...["Literary", "Drama", "Expertise", "红楼梦 与 水浒传", "Everyday dialogue, transcribed"],
          ...["Screenplays_of_the_1990s", "Interviews & letters", "诗", "Philosophy", "Children’s books"],
          ...["Law", "Medicine"],
        ],
      }),
      true,
    ),
};
