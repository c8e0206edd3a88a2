import { choiceEntropy } from "#lib/metrics/scores/choice-entropy.ts";
import type { Vote } from "#lib/metrics/agreement/consensus.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type CaseRow, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { hasParts } from "#lib/study-results/rows/choices.ts";
import { isCounted, isInView } from "#lib/study-results/rows/selection.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** What people and models made of one case, over the answers that a view counts. */
export type CaseFigures = {
  /** Of the case in the rows. */
  index: number;
  /** Attention checks, and reported cases where they are left out, can be found, and are in no figure. */
  isInView: boolean;
  /** How many people chose each option, and how many answered. */
  counts: Int32Array;
  n: number;
  /** Null where it isn’t known what is right. */
  right: number | null;
  vote: Vote;
  /** Of those who answered; null without an answer, and where it isn’t known what is right. */
  shareRight: number | null;
  /** The share who were wrong, and the place by it: 1 is the hardest, equal ones share the first of their places. */
  difficulty: number | null;
  place: number | null;
  /** Entropy of the choices as a share of the largest possible; null with fewer than two answers. */
  disagreement: number | null;
  models: ModelsOnCase;
};

/** All runs but the selecting one, which is wrong on the selected cases because they were chosen so. */
export type ModelsOnCase = {
  answered: number;
  right: number;
  /** Mean over the runs that gave probabilities, and how many those are. */
  goldProbability: number | null;
  withProbabilities: number;
};

/** Every case that a list could show in this view. */
export function computeCaseFigures(rows: StudyRows, view: View): CaseFigures[] {
  const findable = rows.cases.map((row) => isFindable(row, view, rows.tracks));
  const { counts, answered } = countChoices(rows, view, findable);
  const found = rows.cases.flatMap((row, index): CaseFigures[] =>
    findable[index]
      ? [
          computeFiguresOf(rows, index, {
            counts: counts[index] ?? new Int32Array(),
            n: answered[index] ?? 0,
            isCounting: isInView(row, view, rows.tracks),
          }),
        ]
      : [],
  );
  placeByDifficulty(found.filter((figures) => figures.isInView));
  return found;
}

/** A reported case is found whether or not it counts, a check whichever stratum is looked at. */
function isFindable(row: CaseRow, view: View, tracks: StudyRows["tracks"]): boolean {
  if (row.stratum === "attention") return view.track === null || tracks[row.track]?.name === view.track;
  return isInView({ ...row, report: null }, view, tracks);
}

export const getCaseFigures = (rows: StudyRows, view: View): CaseFigures[] =>
  memoize(rows, `cases ${viewKey(view)}`, () => computeCaseFigures(rows, view));

/** By option of each case, and all answers to it. */
function countChoices(rows: StudyRows, view: View, findable: readonly boolean[]) {
  const { person, case: caseOf, choice, knows, length } = rows.answers;
  const counted = rows.people.map((person) => isCounted(person, view));
  const areWhole = !hasParts(rows);
  const counts = rows.cases.map(({ optionNames }) => new Int32Array(areWhole ? optionNames.length : 0));
  const answered = new Int32Array(rows.cases.length);
  for (let i = 0; i < length; i++) {
    const at = caseOf[i] ?? 0;
    if (!counted[person[i] ?? 0] || !findable[at]) continue;
    if (view.known === "without" && knows[i] === 1) continue;
    const ofCase = counts[at];
    const chosen = choice[i] ?? -1;
    if (chosen >= 0) answered[at] = (answered[at] ?? 0) + 1;
    if (ofCase?.[chosen] !== undefined) ofCase[chosen] += 1;
  }
  return { counts, answered };
}

type ChoiceCounts = { counts: Int32Array; n: number; isCounting: boolean };

function computeFiguresOf(
  rows: StudyRows,
  index: number,
  { counts, n, isCounting }: ChoiceCounts,
): CaseFigures {
  const gold = rows.cases[index]?.gold ?? null;
  const right = gold === null ? null : (counts[gold] ?? 0);
  const isHeld = right !== null && n > 0;
  return {
    index,
    isInView: isCounting,
    counts,
    n,
    right,
    vote: serverKindOf(rows.kind).aggregate(counts, gold),
    shareRight: isHeld ? right / n : null,
    difficulty: isHeld ? (n - right) / n : null,
    place: null,
    disagreement: choiceEntropy(counts).entropy,
    models: countModels(rows.runs, index),
  };
}

function countModels(runs: readonly RunRow[], index: number): ModelsOnCase {
  let [answered, right, sum, withProbabilities] = [0, 0, 0, 0];
  for (const { apart, predictions } of runs) {
    const score = mainScores(predictions)[index] ?? NaN;
    if (apart !== null || Number.isNaN(score)) continue;
    answered += 1;
    right += score;
    const probability = predictions.goldProbability[index] ?? NaN;
    if (Number.isNaN(probability)) continue;
    sum += probability;
    withProbabilities += 1;
  }
  const goldProbability = withProbabilities === 0 ? null : sum / withProbabilities;
  return { answered, right, goldProbability, withProbabilities };
}

function placeByDifficulty(cases: readonly CaseFigures[]): void {
  const answered = cases.filter(({ difficulty }) => difficulty !== null);
  answered.sort((a, b) => (b.difficulty ?? 0) - (a.difficulty ?? 0) || a.index - b.index);
  let place = 0;
  answered.forEach((figures, i) => {
    if (figures.difficulty !== answered[i - 1]?.difficulty) place = i + 1;
    figures.place = place;
  });
}
