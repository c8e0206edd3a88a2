import type { Baseline } from "#lib/benchmark-folders/schema.ts";
import { writeHeadline } from "#lib/study-results/overview/headline.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { findPlainArm } from "#lib/study-results/arms/place.ts";
import { getAnalysed, hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View, type Who } from "#lib/study-results/schema.ts";

/**
 * What the study's own first screen says of people, of the cases of one kind: the same functions, to the last digit. Where arms
 * show cases otherwise, what the page of arms says of the one that shows them as they are.
 */
export function writeBaseline(rows: StudyRows, who: Who): Baseline {
  const arm = findPlainArm(rows.study.design);
  const view: View = { ...mainView(who), arm, kind: rows.kinds.length > 1 ? rows.kind : null };
  const about = { kind: rows.kind, stratum: view.stratum };
  const none = { accuracy: null, low: null, high: null };
  const { level } = getIntervals(rows, view);
  if (!hasRight(rows)) {
    const { people, cases, answers } = getAnalysed(rows, view);
    const n = { people: people.length, cases: cases.length, answers: answers.length };
    return { ...about, ...n, ...none, level, reason: "no_right_answers" };
  }
  const headline = writeHeadline(rows, view);
  const { n, isClaimable } = headline;
  const counts = { people: n.people, cases: n.cases, answers: n.answers };
  if (!isClaimable) return { ...about, ...counts, ...none, level, reason: "too_few" };
  const { accuracy, interval } = headline.people;
  const { low, high, reason } = interval;
  return { ...about, ...counts, accuracy, low, high, level, reason };
}
