import { countOnce } from "#lib/study-results/arms/place.ts";
import { tellPeople } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";
import { isLooking, mainView } from "#lib/study-results/schema.ts";

/** How far a study that runs is from where its plan ends it. */
export type Stopping = {
  /** Half of people's interval, which holds at every look; null as long as too little is known. */
  halfWidth: number | null;
  plannedHalfWidth: number;
  /** Those who will count if it is closed now. */
  people: number;
  mostPeople: number;
  met: "half_width" | "most_people" | null;
};

/** Null where the plan has no such rule, or nobody may look while people answer. */
export const readStopping = (rows: StudyRows): Stopping | null =>
  memoize(rows, "stopping", () => followRule(rows));

function followRule(rows: StudyRows): Stopping | null {
  const rule = rows.study.design.claims?.stopping;
  if (!rule || !isLooking(rows.study)) return null;
  const selection = selectLasting(getSelection(rows, mainView("people")));
  const { answers, people, cases } = selection;
  const { low, high } = tellPeople(selection);
  const isTold = isClaimable({
    answers: answers.length,
    people: people.length,
    cases: countOnce(rows, cases),
  });
  const halfWidth = !isTold || low === null || high === null ? null : (high - low) / 2;
  return {
    ...{ halfWidth, plannedHalfWidth: rule.halfWidth, people: people.length, mostPeople: rule.mostPeople },
    met:
      halfWidth !== null && halfWidth <= rule.halfWidth
        ? "half_width"
        : people.length >= rule.mostPeople
          ? "most_people"
          : null,
  };
}

/** Without those whom closing would leave out: a rule that they meet wouldn't be met any more behind them. */
function selectLasting(selection: Selection): Selection {
  const { rows, people, answers, cases } = selection;
  if (!rows.study.design.rules.incomplete) return selection;
  const lasts = (index: number) => rows.people[index]?.state === "submitted";
  const lasting = answers.filter((i) => lasts(rows.answers.person[i] ?? -1));
  const answered = new Set(lasting.map((i) => rows.answers.case[i] ?? -1));
  return {
    ...selection,
    people: people.filter(lasts),
    cases: cases.filter((at) => answered.has(at)),
    answers: lasting,
  };
}
