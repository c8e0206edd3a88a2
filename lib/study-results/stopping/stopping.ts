import { everyLookInterval } from "#lib/metrics/two-way/every-look.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { countOnce } from "#lib/study-results/arms/place.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";
import { isInterim, mainView, plannedEnd, type Population } from "#lib/study-results/schema.ts";

/** How far a study that runs is from where its plan ends it. */
export type StopState = {
  /** Half of people's interval, which holds at every look; null as long as too little is known. */
  halfWidth: number | null;
  plannedHalfWidth: number;
  /** Those who will count if it is closed now. */
  people: number;
  mostPeople: number;
  met: "half_width" | "most_people" | null;
};

/** Null where the plan has no such rule, nobody may look while people answer, or nobody answers any more. */
export const readStopping = (rows: StudyRows): StopState | null =>
  memoize(rows, "stopping", () =>
    isInterim(rows.study) && rows.study.design.rules.interim
      ? followRule(selectLasting(rows, "people"))
      : null,
  );

/** Whether a study ended where its plan ends it: with its number of people or by its rule, and nobody began after that. */
export function endedAsPlanned(rows: StudyRows, who: Population): boolean {
  const planned = plannedEnd(rows.study.design);
  const lasting = selectLasting(rows, who);
  if (rows.study.finished[who] < planned && !isMet(lasting)) return false;
  const lastBegan = lasting.people.reduce(
    (last, index) => Math.max(last, rows.people[index]?.startedAt ?? -Infinity),
    -Infinity,
  );
  const before = selectPeople(lasting, (index) => (rows.people[index]?.submittedAt ?? Infinity) < lastBegan);
  return before.people.length < planned && !isMet(before);
}

const isMet = (selection: Selection): boolean => (followRule(selection)?.met ?? null) !== null;

function followRule(selection: Selection): StopState | null {
  const { rows, answers, people, cases } = selection;
  const rule = rows.study.design.claims?.stopping;
  if (!rule) return null;
  const mean = twoWayMean(packSelection(selection));
  const { low, high } = mean ? everyLookInterval(mean, plannedEnd(rows.study.design)) : nothing;
  const isTold = hasEnoughData({
    answers: answers.length,
    people: people.length,
    cases: countOnce(rows, cases),
  });
  const halfWidth = !isTold || low === null || high === null ? null : (high - low) / 2;
  return {
    halfWidth,
    plannedHalfWidth: rule.halfWidth,
    people: people.length,
    mostPeople: rule.mostPeople,
    met:
      halfWidth !== null && halfWidth <= rule.halfWidth
        ? "half_width"
        : people.length >= rule.mostPeople
          ? "most_people"
          : null,
  };
}

const nothing = { low: null, high: null };

/** Without those whom closing would leave out: a rule that they meet wouldn't be met any more behind them. */
function selectLasting(rows: StudyRows, who: Population): Selection {
  const selection = getSelection(rows, mainView(who));
  if (!rows.study.design.rules.incomplete) return selection;
  return selectPeople(selection, (index) => rows.people[index]?.state === "submitted");
}

function selectPeople(selection: Selection, isIn: (index: number) => boolean): Selection {
  const { rows, people, answers, cases } = selection;
  const own = answers.filter((i) => isIn(rows.answers.person[i] ?? -1));
  const answered = new Set(own.map((i) => rows.answers.case[i] ?? -1));
  return {
    ...selection,
    people: people.filter(isIn),
    cases: cases.filter((at) => answered.has(at)),
    answers: own,
  };
}
