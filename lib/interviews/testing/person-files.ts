import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { fileNames, type InterviewFile } from "#lib/interviews/schema.ts";

// Folders in the layout of InterviewSim, about people who never were.

type Json = Record<string, unknown>;
export type Folder = Record<InterviewFile, Json>;

const trades = [
  {
    short: "Keeps the lock on a small canal.",
    long: "Has kept the lock on a small canal for thirty years, as her mother did, and writes down every boat.",
    earlier: [
      ["What do you see first of a boat?", "Its wash. A boat in a hurry announces itself a bend ahead."],
      [
        "Do you ever refuse one?",
        "Twice. Both times the water was too low, and both times they tried anyway.",
      ],
    ],
    held: [
      [
        "What will you do when the lock is automatic?",
        "Stay. A gate that opens by itself still has to be told when not to.",
        "I would stay, because somebody must say no to the gate.",
      ],
      [
        "Who reads your book of boats?",
        "Nobody yet. A flood will make it interesting.",
        "My daughter reads it every winter, aloud.",
      ],
    ],
  },
  {
    short: "Repairs church organs.",
    long: "Travels from village to village repairing organs, mostly those that nobody has played for years.",
    earlier: [
      ["How do you begin?", "I sit in the last row and listen to the building before I touch a pipe."],
      ["What breaks most often?", "RestartBackoff. After that, leather."],
    ],
    held: [
      [
        "Would you rather build a new one?",
        "No. A new organ has nothing to forgive.",
        "Yes, a new one would be a relief after all that leather.",
      ],
      [
        "What do you leave behind?",
        "A slip of paper inside the case with the weather on it.",
        "A slip of paper with the date, hidden in the case.",
      ],
    ],
  },
] as const;

/** The folder of one person, whole. */
export function makeFolder(number: 1 | 2, method = 1): Folder {
  const { short, long, earlier, held } = trades[number - 1]!;
  const id = `PERSON_${number}`;
  const head = { schema_version: "1.0", personality_id: id };
  const pair = ([question, response]: readonly string[], at: number, tags: string[]) => ({
    qa_id: `QA_${number}_${at}`,
    question,
    response,
    tags,
  });
  const options = (at: number) => [
    { text: held[at]![1], kind: "correct" },
    { text: `Something nearly like it, but not quite, as told on day ${at + 1}.`, kind: "near_miss" },
    {
      text: `What most people would suppose of such a trade on day ${at + 1}.`,
      kind: "plausible_misconception",
    },
    { text: `The very opposite of it, as told on day ${at + 1}.`, kind: "opposite_negation" },
  ];
  const mcqs = (count: 3 | 4) =>
    held.map(([question], at) => ({
      mcq_id: `MCQ_${count}_${number}_${at}`,
      personality_id: id,
      qa_id: `QA_${number}_${at + 3}`,
      atomic_qa_id: `ATOM_${number}_${at}`,
      option_count: count,
      question,
      correct_option_id: `O_${count}_${at}_0`,
      rationale: "It is what was said.",
      options: options(at)
        .slice(0, count)
        .map((one, place) => ({ option_id: `O_${count}_${at}_${place}`, ...one })),
    }));
  const levels = (level: string) =>
    Object.fromEntries(
      ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"].map((trait) => [
        trait,
        [level, level, "Neutral"],
      ]),
    );
  const chosen = (count: 3 | 4) =>
    held.map((_, at) => ({
      mcq_id: `MCQ_${count}_${number}_${at}`,
      selected_option_id: `O_${count}_${at}_${at}`,
      accuracy: 1 - at,
    }));
  return {
    prepared_input: {
      ...head,
      personality: { profile: short, long_profile: long },
      interviews: [
        {
          interview_id: `I_${number}_2`,
          sequence: 2,
          qa_pairs: held.map((one, at) => pair(one, at + 3, ["work", "time"])),
        },
        {
          interview_id: `I_${number}_1`,
          sequence: 1,
          qa_pairs: earlier.map((one, at) => pair(one, at + 1, [])),
        },
      ],
    },
    split: {
      ...head,
      train_qa_ids: [1, 2].map((at) => `QA_${number}_${at}`),
      test_qa_ids: [3, 4].map((at) => `QA_${number}_${at}`),
    },
    fact_summary: {
      ...head,
      summary: long,
      facts: [{ fact_id: "F_1", qa_id: `QA_${number}_3`, text: held[0][1] }],
    },
    generated_responses: {
      ...head,
      generated_responses: held.map(([, , response], at) => ({
        response_id: `R_${number}_${at}`,
        personality_id: id,
        qa_id: `QA_${number}_${at + 3}`,
        response: method === 1 ? response : `Let me think. ${response}`,
      })),
    },
    atomic_qas: {
      ...head,
      atomic_qas: held.map(([question, answer], at) => ({
        atomic_qa_id: `ATOM_${number}_${at}`,
        personality_id: id,
        qa_id: `QA_${number}_${at + 3}`,
        question,
        answer,
      })),
    },
    mcqs_3_option: { ...head, mcqs: mcqs(3) },
    mcqs_4_option: { ...head, mcqs: mcqs(4) },
    metrics: {
      ...head,
      content_similarity: held.map((_, at) => ({
        response_id: `R_${number}_${at}`,
        score: 4 - at * 2,
        explanation: "It says the same in fewer words.",
      })),
      factual_consistency: held.map((_, at) => ({
        response_id: `R_${number}_${at}`,
        label: at === 0 ? "Entailment" : "Contradiction",
        explanation: "The summary says so.",
      })),
      personality_similarity: {
        reference: { trait_runs: levels("High") },
        generated: { trait_runs: levels("Low") },
        alignment: 0,
      },
      mcq_evaluation: { three_option: chosen(3), four_option: chosen(4) },
    },
  };
}

export const written = (value: unknown): string => JSON.stringify(value, null, 2);

/** Writes folders to a disk, and names the files as a browser does. */
export function useFolders() {
  const root = mkdtempSync(path.join(tmpdir(), "benchside-interviews-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return (
    folder: string,
    files: Partial<Record<InterviewFile | "manifest", unknown>>,
    method: string | null = "Memory-100",
  ) => {
    const place = path.join(root, crypto.randomUUID());
    mkdirSync(place);
    return [...fileNames, "manifest" as const].flatMap((kind) => {
      const content = files[kind];
      if (content === undefined) return [];
      const file = path.join(place, `${kind}.json`);
      writeFileSync(file, typeof content === "string" ? content : written(content));
      return [
        {
          name: folder ? `${folder}/${kind}.json` : `${kind}.json`,
          path: file,
          method: kind === "generated_responses" ? method : null,
        },
      ];
    });
  };
}
