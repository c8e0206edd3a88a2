import {
  requireCount,
  requireLevel,
  requireNumber,
  requirePlaces,
  requireSize,
} from "#lib/metrics/input-error.ts";
import { requireResampling } from "#lib/metrics/crossed/resampling-weights.ts";

/**
 * Answers of people to cases, and models' answers to the same cases. People and cases are numbered from 0 in an order of
 * their own (by id, say), on which the drawn weights depend; the order of the answers doesn't matter. There is at most one
 * answer of a person to a case.
 */
export type CrossedInput = {
  readonly people: number;
  readonly cases: number;
  readonly answers: {
    readonly person: Int32Array;
    readonly case: Int32Array;
    /** 0 or 1 each, or scores of any size. */
    readonly right: Uint8Array | Float64Array;
  };
  /** For each case 1 right, 0 wrong, -1 unanswered; or a score of any size, NaN unanswered. */
  readonly models: readonly { readonly correct: Int8Array | Float64Array }[];
  readonly b: number;
  readonly seed: number;
  readonly level?: number;
};

export function checkCrossed(input: CrossedInput): void {
  const { people, cases, answers, models, level = 0.95 } = input;
  for (const [name, count] of Object.entries({ people, cases })) requireCount(count, name, 2 ** 31 - 1);
  requireResampling(input);
  requireLevel(level);
  const size = answers.person.length;
  requireSize(answers.case.length, size, "cases of answers");
  requireSize(answers.right.length, size, "right");
  requirePlaces(answers.person, people, "a person");
  requirePlaces(answers.case, cases, "a case");
  const scored = answers.right instanceof Float64Array;
  const strange = answers.right.find((right) => (scored ? !Number.isFinite(right) : right > 1));
  if (strange !== undefined) requireNumber(strange, "right", 0, 1);
  for (const { correct } of models) {
    requireSize(correct.length, cases, "a model's answers");
    const isScored = correct instanceof Float64Array;
    const unknown = correct.find((one) => (isScored ? Math.abs(one) === Infinity : one < -1 || one > 1));
    if (unknown !== undefined) requireNumber(unknown, "correct", -1, 1);
  }
}

/** Scores as they are taken: half as long where all of them are 1 or 0. */
export const packScores = (scores: Float64Array): Uint8Array | Float64Array =>
  scores.every((score) => score === 0 || score === 1) ? Uint8Array.from(scores) : scores;

/** A model's, NaN where it has no answer. */
export const packModelScores = (scores: Float64Array): Int8Array | Float64Array =>
  scores.every((score) => score === 0 || score === 1 || Number.isNaN(score))
    ? Int8Array.from(scores, (score) => (Number.isNaN(score) ? -1 : score))
    : scores;
