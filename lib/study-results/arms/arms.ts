import { isAskedUnder } from "#lib/study-results/arms/runs.ts";
import {
  getIntervals,
  computePeopleInterval,
  type GapDifference,
} from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import type { Interval, ModelPoints, PeoplePoints } from "#lib/study-results/overview/types.ts";
import { getCompared } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

export type ArmModel = {
  points: ModelPoints;
  interval: Interval | null;
  /** People under this arm less the model under it. */
  gap: GapDifference | null;
};
export type ArmResults = {
  /** The first is 1. */
  arm: number;
  name: string;
  people: PeoplePoints;
  interval: Interval;
  models: readonly ArmModel[];
};

/** What people and models did under each arm; empty without arms. */
export function getArms(rows: StudyRows, view: View): ArmResults[] {
  const arms = rows.study.design.assignment.arms?.arms ?? [];
  return arms.map(({ name }, at) => {
    const arm = at + 1;
    const ofArm = { ...view, arm };
    const { people, models } = getPoints(rows, ofArm);
    const intervals = getIntervals(rows, ofArm);
    const asked = new Set(rows.runs.flatMap((run) => (isAskedUnder(rows, run, arm) ? [run.id] : [])));
    return {
      arm,
      name,
      people,
      interval: computePeopleInterval(getSelection(rows, ofArm)),
      models: models
        .filter(({ runId }) => asked.has(runId))
        .map((points) => ({
          points,
          interval: intervals.models.get(points.runId) ?? null,
          gap: intervals.gaps.get(points.runId) ?? null,
        })),
    };
  });
}

/** Of answers that are neither right nor wrong: how many there are under each arm. */
export function countArms(rows: StudyRows, view: View) {
  const arms = rows.study.design.assignment.arms?.arms ?? [];
  return arms.map(({ name }, at) => {
    const { answers, people, cases } = getCompared(rows, { ...view, arm: at + 1 });
    return { arm: at + 1, name, n: { answers: answers.length, people: people.length, cases: cases.length } };
  });
}
