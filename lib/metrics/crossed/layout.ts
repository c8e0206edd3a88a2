import { orderByKey } from "#lib/metrics/tests/counting-sort.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";

/** The answers, person by person. */
export type AnswerLayout = {
  readonly people: number;
  readonly answers: number;
  /** Where a person's answers begin; one more than there are people. */
  readonly start: Int32Array;
  /** Answer by answer, twice the number of the case, and one more where the answer is right. */
  readonly placeOf: Counts;
  /** Answer by answer, where they are more than right and wrong: then all count as wrong, with a score. */
  readonly scores: Float64Array | null;
  /** Answers by case, wrong and right ones side by side, with everybody counted once. */
  readonly once: Counts;
  readonly scoresOnce: Float64Array | null;
  /** What the weighted answers to a case can't exceed, whoever is drawn how often. */
  readonly maxWeight: number;
};

/** Half as long numbers where they do: what lies near the processor decides how fast it all is. */
export type Counts = Uint16Array | Int32Array;
export const makeCounts = (length: number, most: number): Counts =>
  most < 2 ** 16 ? new Uint16Array(length) : new Int32Array(length);

export function layOutAnswers({ people, cases, answers }: CrossedInput): AnswerLayout {
  // By person, so that the order in which answers came changes not even the last digit; and within each by case, so
  // that whoever answered one twice is noticed.
  const ordered = orderByKey(answers.person, people, orderByKey(answers.case, cases));
  const start = new Int32Array(people + 1);
  for (const person of answers.person) start[person + 1] = (start[person + 1] as number) + 1;
  for (let i = 0; i < people; i += 1) start[i + 1] = (start[i + 1] as number) + (start[i] as number);

  const scored = answers.right instanceof Float64Array;
  const placeOf = makeCounts(ordered.length, 2 * cases);
  const once = makeCounts(2 * cases, ordered.length);
  const scores = scored ? new Float64Array(ordered.length) : null;
  const scoresOnce = scored ? new Float64Array(cases) : null;
  let [repeats, maxRepeats] = [0, 1];
  for (const [i, answer] of ordered.entries()) {
    const at = answers.case[answer] as number;
    const right = answers.right[answer] as number;
    const place = 2 * at + (scored ? 0 : right);
    placeOf[i] = place;
    once[place] = (once[place] as number) + 1;
    const before = ordered[i - 1] ?? answer;
    const again = i > 0 && answers.case[before] === at && answers.person[before] === answers.person[answer];
    repeats = again ? repeats + 1 : 1;
    maxRepeats = Math.max(maxRepeats, repeats);
    if (scores) scores[i] = right;
    if (scoresOnce) scoresOnce[at] = (scoresOnce[at] as number) + right;
  }
  const size = { people, answers: ordered.length };
  return { ...size, start, placeOf, scores, once, scoresOnce, maxWeight: people * maxRepeats };
}
