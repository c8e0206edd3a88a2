import type { StudyRecord } from "#lib/reports/record-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeRandomRows, type RandomRowsOptions } from "#lib/study-results/testing/random-rows.ts";

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

const both = (text: string) => ({ en: text, "zh-CN": "" });
const asked = {
  questions: {
    background: [
      {
        key: "education",
        kind: "choice",
        need: "optional",
        label: both("What is the highest level of education that you have completed, or are completing now?"),
        options: [
          "Compulsory school & training",
          "A university degree (bachelor’s, master’s or doctorate)",
        ].map((label, i) => ({ value: `level-${i}`, label: both(label) })),
      },
      { key: "books", kind: "number", label: both("Novels read a year"), options: [], need: "optional" },
    ],
    preferNotToSay: true,
  },
} as unknown as NonNullable<RandomRowsOptions["parts"]>;

const analyses = [
  "# Why people hear irony\n\nThe reply takes up *50%* of the question: `a_rather_long_name_of_a_variable_without_a_blank` & so on.\n\n- first\n- second\n\n> What was said,\n> was said once.",
  "",
  "两人都在等船，说话的是老人。",
];

/** What people said of themselves there, and what researchers wrote of single cases. */
export const imaginePapers = ({ people, cases }: StudyRows): Partial<StudyRecord> => ({
  background: new Map(
    people.map(({ sittingId }, i) => [sittingId, { education: `level-${i % 2}`, books: i }]),
  ),
  caseStudies: cases.slice(0, 12).map(({ id }, i) => ({
    studyCaseId: id,
    words: analyses[i % analyses.length] ?? "",
    errorClass: ["sarcasm missed", "takes_the_name_that_was_said_last_for_the_speaker's", ""][i % 3] ?? "",
    lines: [
      "    The Pilot: If the tide turns before the ferry has turned, you may walk across it; nobody else has, and nobody will before the lamps are lit along the quay.",
      "    ?: 你说得对。",
      "",
      "Candidates:",
      "    1. Old Tamsin",
    ],
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
        parts: asked,
      }),
      false,
    ),
  large: () =>
    nameModels(
      makeRandomRows({
        people: 64,
        cases: 96,
        runs: 30,
        seed: 5,
        controls: 0.2,
        unsure: 0.2,
        missing: 0.1,
        known: 0.1,
        tracks: [
          "Literary",
          "Drama",
          "Expertise",
          "红楼梦 与 水浒传",
          "Everyday dialogue, transcribed",
          "Screenplays_of_the_1990s",
          "Interviews & letters",
          "诗",
          "Philosophy",
          "Children’s books",
          "Law",
          "Medicine",
        ],
        parts: asked,
      }),
      true,
    ),
};
