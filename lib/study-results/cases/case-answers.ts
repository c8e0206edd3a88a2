import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import { mainScores, type PersonRow, type StudyRows, type RunRow } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { isCounted } from "#lib/study-results/rows/selection.ts";

export type CaseAnswer = {
  person: PersonRow;
  choice: number;
  /** 1 right, 0 wrong; null where it isn’t known what is right. */
  right: number | null;
  /** Null where it wasn't asked for or given. */
  confidence: number | null;
  /** Null where it isn't known. */
  activeMs: number | null;
  hasReason: boolean;
};

/** Of a single case all strata and tracks are one; who is counted stays as it is looked at. */
export const viewOfCase = (view: View): View => ({ ...view, track: null, stratum: "all", reported: "with" });

/** The answers to one case that a view counts, by participant. */
export function listAnswersTo(rows: StudyRows, view: View, index: number): CaseAnswer[] {
  const { person, case: caseOf, choice, knows, confidence, activeMs, reason, length } = rows.answers;
  const scores = mainScores(rows.answers);
  const found: CaseAnswer[] = [];
  for (let i = 0; i < length; i++) {
    if (caseOf[i] !== index || choice[i] === -1) continue;
    const by = rows.people[person[i] ?? 0];
    if (!by || !isCounted(by, view) || (view.known === "without" && knows[i] === 1)) continue;
    const sure = confidence[i] ?? NaN;
    const time = activeMs[i] ?? 0;
    found.push({
      person: by,
      choice: choice[i] ?? -1,
      right: Number.isNaN(scores[i]) ? null : (scores[i] ?? 0),
      confidence: Number.isNaN(sure) ? null : sure,
      // Without a script, time is not known.
      activeMs: time > 0 ? time : null,
      hasReason: reason[i] !== 0,
    });
  }
  return found;
}

export const answersPerPage = 50;

export type PageOfAnswers = {
  shown: readonly CaseAnswer[];
  total: number;
  page: number;
  pages: number;
  hasReasons: boolean;
  hasConfidence: boolean;
};

/** A page of them; those with something to read come first. */
export function pageAnswers(answers: readonly CaseAnswer[], asked: number): PageOfAnswers {
  const pages = Math.max(1, Math.ceil(answers.length / answersPerPage));
  const page = Math.min(asked, pages);
  const sorted = answers.toSorted((a, b) => Number(b.hasReason) - Number(a.hasReason));
  return {
    shown: sorted.slice((page - 1) * answersPerPage, page * answersPerPage),
    total: answers.length,
    page,
    pages,
    hasReasons: answers.some(({ hasReason }) => hasReason),
    hasConfidence: answers.some(({ confidence }) => confidence !== null),
  };
}

/** The middle one of the times that are known, and of how many. */
export function medianTime(answers: readonly Pick<CaseAnswer, "activeMs">[]): {
  ms: number | null;
  n: number;
} {
  const times = Float64Array.from(answers.flatMap(({ activeMs }) => activeMs ?? [])).sort();
  return { ms: times.length === 0 ? null : quantileOfSorted(times, 0.5), n: times.length };
}

/** What a run chose; null where it gave no answer. */
export function choiceOf({ predictions }: RunRow, index: number): number | null {
  const choice = predictions.choice[index] ?? -1;
  return choice < 0 ? null : choice;
}

/** Why there is nothing to show of a run. */
export function insteadOf(run: RunRow, index: number): "failed" | "missing" | null {
  if (choiceOf(run, index) !== null) return null;
  return run.predictions.failed[index] === 1 ? "failed" : "missing";
}

/** Who gave the right option most comes first; who gave no probabilities comes last. */
export function sortRuns(runs: readonly RunRow[], index: number): RunRow[] {
  const given = ({ predictions }: RunRow) => {
    const value = predictions.goldProbability[index] ?? NaN;
    return Number.isNaN(value) ? -1 : value;
  };
  return runs.toSorted((a, b) => given(b) - given(a));
}
