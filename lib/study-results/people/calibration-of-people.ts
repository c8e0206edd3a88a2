import {
  addToBins,
  combineCalibration,
  defaultBins,
  emptyBins,
} from "#lib/metrics/calibration/calibration.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { mainScores, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

export type Bin = { from: number; to: number; n: number; confidence: number | null; right: number };

/** How sure somebody was of what they chose, beside how often that was right. */
export type Calibration = {
  /** Answers with a confidence; the figures are over these alone. */
  n: number;
  /** Counted answers without one. */
  without: number;
  bins: readonly Bin[];
  /** Answers of confidence 0, which lie in no bin. */
  atZero: number;
  confidence: number | null;
  accuracy: number | null;
  overconfidence: number | null;
  ece: number | null;
  /** Of the chosen option: mean square of confidence less 1 or 0. */
  brier: number | null;
};

export type CohortCalibration = { cohort: string | null; calibration: Calibration };

/** Every answer counts once. */
export function calibratePeople(rows: StudyRows, view: View): Calibration {
  return calibrateAnswers(getSelection(rows, view), () => true);
}

/** Those of each cohort, where there are several. */
export function calibrateCohorts(rows: StudyRows, view: View): CohortCalibration[] {
  const selection = getSelection(rows, view);
  const cohorts = new Set([...selection.people].map((person) => rows.people[person]?.cohort ?? null));
  if (cohorts.size < 2) return [];
  return [...cohorts]
    .sort((a, b) => Number(a === null) - Number(b === null) || (a ?? "").localeCompare(b ?? "", "en"))
    .map((cohort) => ({
      cohort,
      calibration: calibrateAnswers(selection, (person) => (rows.people[person]?.cohort ?? null) === cohort),
    }));
}

/** A model on the same cases, each once. */
export function calibrateRun(rows: StudyRows, view: View, { predictions }: RunRow): Calibration {
  const sums = new Sums();
  const scores = mainScores(predictions);
  for (const index of getSelection(rows, view).cases) {
    const score = scores[index] ?? NaN;
    if (!Number.isNaN(score)) sums.add(predictions.confidence[index] ?? NaN, score);
  }
  return sums.conclude();
}

function calibrateAnswers({ rows, answers }: Selection, isIn: (person: number) => boolean): Calibration {
  const { confidence, person } = rows.answers;
  const scores = mainScores(rows.answers);
  const sums = new Sums();
  for (const i of answers) if (isIn(person[i] ?? 0)) sums.add(confidence[i] ?? NaN, scores[i] ?? 0);
  return sums.conclude();
}

class Sums {
  readonly bins = emptyBins();
  n = 0;
  without = 0;
  atZero = 0;
  confidence = 0;
  right = 0;
  squares = 0;

  add(confidence: number, right: number): void {
    if (Number.isNaN(confidence)) {
      this.without += 1;
      return;
    }
    this.n += 1;
    this.confidence += confidence;
    this.right += right;
    this.squares += (confidence - right) ** 2;
    if (!addToBins(this.bins, confidence, right)) this.atZero += 1;
  }

  conclude(): Calibration {
    const { n, without, atZero, bins } = this;
    const share = (sum: number) => (n === 0 ? null : sum / n);
    return {
      n,
      without,
      atZero,
      bins: bins.map((bin, i) => ({
        from: i / defaultBins,
        to: (i + 1) / defaultBins,
        n: bin.n,
        confidence: bin.n === 0 ? null : bin.confidenceSum / bin.n,
        right: bin.correct,
      })),
      confidence: share(this.confidence),
      accuracy: share(this.right),
      overconfidence: share(this.confidence - this.right),
      ece: combineCalibration(bins, n),
      brier: share(this.squares),
    };
  }
}
