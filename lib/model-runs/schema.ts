import { z } from "zod";
import { combinings } from "#lib/model-answers/combine-samples.ts";
import { isTicked, withoutNul } from "#lib/auth/schema.ts";
import type { FilterStage } from "#lib/benchmarks/lineage/schema.ts";
import { type RunMakers } from "#lib/studies/schema.ts";

const line = (most: number) => z.string().trim().max(most, "too_long").regex(withoutNul, "wrong_character");

export const modelName = line(200).min(1, "empty");
/** "zero-shot", "few-shot 5", "self-consistency 10", "fine-tuned": free, these are what is suggested. */
export const methodName = line(100).min(1, "empty").default("zero-shot");
export const suggestedMethods = [
  "zero-shot",
  "few-shot 5",
  "self-consistency 10",
  "chain of thought",
  "fine-tuned",
];
/** What a method's name says of it, where it is written as they are suggested. */
export type ReadMethod =
  | { kind: "zero-shot" }
  /** Shots, or samples. */
  | { kind: "few-shot" | "self-consistency"; size: number };

export function readMethod(method: string): ReadMethod | null {
  const name = method.trim().toLowerCase();
  if (name === "zero-shot") return { kind: "zero-shot" };
  const [, kind, size] = /^(few-shot|self-consistency)[ -](\d{1,3})\b/.exec(name) ?? [];
  return kind === undefined ? null : { kind: kind as "few-shot" | "self-consistency", size: Number(size) };
}

/** What the database holds. */
export const maxReplicate = 2 ** 15 - 1;
export const versionName = line(200).default("");
/** What several answers to each case become: runs of their own, or one by vote or mean (self-consistency). */
export const epochMethods = ["runs", ...combinings] as const;
export type EpochMethod = (typeof epochMethods)[number];
export const runDate = z
  .union([z.literal("").transform(() => null), z.iso.date()], "not_a_date")
  .default(null);

/** Which of several runs of the same thing a run is, as a form or a command brings it; left empty where it is none of several. */
export const replicateNumber = z
  .preprocess(
    (given) => (given === "" ? null : given),
    z.coerce
      .number("not_a_number")
      .int("not_whole")
      .min(1, "too_small")
      .max(maxReplicate, "too_large")
      .nullable(),
  )
  .default(null);

const text = line(2000).default("");

/** What a model had before it, for the parity record: in the order in which they are asked for. */
export const parityFields = ["instructions", "context", "tools", "optionOrder"] as const;
export type RunParity = Record<(typeof parityFields)[number], string>;

export const runDescription = z.object({
  model: modelName,
  method: methodName,
  version: versionName,
  ranAt: runDate,
  notes: text,
  instructions: text,
  context: text,
  tools: text,
  optionOrder: text,
  /** The model that it was tuned from. */
  base: line(200).default(""),
  replicate: replicateNumber,
});

/** Whose answers a run has: those of people are in no ranking of models. */
export const runAuthors = ["model", "people"] as const;

export const runEdit = runDescription.extend({
  runId: z.coerce.number().int().positive(),
  /** Whether it had a part in choosing the benchmark's cases: no file says so. */
  isFilter: isTicked,
  hasReasoning: isTicked,
  /** Pages that were loaded before it was asked don't send it. */
  answeredBy: z.enum(runAuthors).optional(),
});
export type RunChange = Omit<z.output<typeof runEdit>, "runId">;
export const runRemoval = z.object({
  runId: z.coerce.number().int().positive(),
  confirmation: z.string().trim(),
});

/** One line of figures: a run on a track, or on all cases pooled (track null). */
export type RunMetrics = {
  runId: number;
  model: string;
  method: string;
  version: string;
  isDemo: boolean;
  isFilter: boolean;
  /** Made by a server that only plays models, or by people: in no ranking. */
  isFake: boolean;
  isPeople: boolean;
  ranAt: string | null;
  track: string | null;
  n: number;
  failed: number;
  /** Current cases of the track for which the run has no row at all. */
  missing: number;
  /** Answers that are neither right nor wrong: of cases that are judged, and of those of which nobody knows what is right. */
  judged: number;
  correct: number;
  top1: number | null;
  top2: number | null;
  meanRank: number | null;
  ece: number | null;
  /** Mean over options, the paper's "BS"; and the sum over options, mean over cases. */
  brier: number | null;
  brierPerCase: number | null;
  f1: number | null;
  /** Wilson's 95 % interval of top1. */
  top1Low: number | null;
  top1High: number | null;
  /** Expected values when ties are broken at random. */
  fair: { top1: number | null; top2: number | null; meanRank: number | null };
};

const simulatedModels = ["simulated people", "simulated-people", "simulated-people-consensus"];
const peopleModels = ["people", "people-consensus", ...simulatedModels];

/** By what exports call people: files of versions that didn't mark them have nothing but the name. */
export const makersNamed = (model: string): RunMakers => ({
  isFake: simulatedModels.includes(model),
  isPeople: peopleModels.includes(model),
});

/** A run with its pooled figures, its tracks, and the plain mean over tracks. */
export type RunRow = {
  run: {
    id: number;
    model: string;
    method: string;
    version: string;
    notes: string;
    ranAt: string | null;
    isDemo: boolean;
    isFilter: boolean;
    /** The stage of the lineage in which its model filtered the cases; null where that isn't known from it. */
    filteredBy: FilterStage | null;
    isFake: boolean;
    isPeople: boolean;
    base: string;
    hasReasoning: boolean;
    replicate: number | null;
  } & RunParity;
  pooled: RunMetrics;
  tracks: readonly RunMetrics[];
  macro: Pick<RunMetrics, "top1" | "top2" | "meanRank" | "ece" | "brier" | "f1"> & { tracks: number };
};
