import { rateOf, strategyOf, type CheckStrategy } from "#lib/metrics/review/coverage.ts";
import { paceOf } from "#lib/metrics/review/throughput.ts";
import {
  accuracyByWindow,
  accuracyOfChecks,
  type CheckedAccuracy,
} from "#lib/metrics/review/weighted-accuracy.ts";
import { isRightInTheEnd } from "#lib/reviews/results/final-decisions.ts";
import type { DecisionRow, ReviewRows } from "#lib/reviews/results/rows.ts";

export type AnnotatorFigures = CheckedAccuracy & {
  readonly annotator: number;
  readonly isSimulated: boolean;
  readonly decisions: number;
  /** Drawn for a check that nobody has made yet. */
  readonly waiting: number;
  /** At which the next decision would be drawn, and what that is called. */
  readonly rate: number;
  readonly strategy: CheckStrategy;
  readonly decisionsPerHour: number | null;
  readonly windows: ReturnType<typeof accuracyByWindow>;
};

/** Decisions of each window in which accuracy over time is told. */
export const windowSize = 100;

/** InterviewSim's Table 5: every annotator with what was checked of theirs, in all rounds, the most accurate first. */
export function annotatorFigures({ decisions, members, settings }: ReviewRows): AnnotatorFigures[] {
  const byAnnotator = Map.groupBy(decisions, ({ annotator }) => annotator);
  const isSimulated = new Map(members.map((member) => [member.number, member.isSimulated]));
  return [...byAnnotator]
    .map(([annotator, own]) => {
      const verdicts = verdictsOf(own);
      const accuracy = accuracyOfChecks(verdicts);
      const known = { decided: own.length, reviewed: accuracy.reviewed, right: accuracy.right };
      const { rate } = rateOf(settings.coverage, known);
      return {
        annotator,
        isSimulated: isSimulated.get(annotator) ?? false,
        ...accuracy,
        decisions: own.length,
        rate,
        strategy: strategyOf(rate),
        waiting: own.filter(({ isDrawn, check }) => isDrawn && !check).length,
        decisionsPerHour: paceOf(own.map(({ givenAt }) => givenAt)).perHour,
        windows: accuracyByWindow(verdicts, windowSize),
      };
    })
    .sort((a, b) => (b.naive.value ?? -1) - (a.naive.value ?? -1) || a.annotator - b.annotator);
}

const verdictsOf = (decisions: readonly DecisionRow[]) =>
  decisions.flatMap((decision) => {
    const isRight = isRightInTheEnd(decision);
    return isRight === null ? [] : { ordinal: decision.ordinal, rate: decision.rate, isRight };
  });
