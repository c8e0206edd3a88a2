import { isAskedUnder, getArmDifferences } from "#lib/study-results/arms/differences.ts";
import {
  getIntervals,
  computePeopleInterval,
  type GapDifference,
} from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import type { Interval, ModelPoints, PeoplePoints } from "#lib/study-results/overview/types.ts";
import { getCompared, hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { ArmsDocument } from "#lib/study-results/figure-schemas.ts";

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

/** For programs; null without arms, or where no answer is right or wrong. */
export function renderArms(rows: StudyRows, view: View): ArmsDocument | null {
  const { arms } = rows.study.design.assignment;
  if (!arms || !hasRight(rows)) return null;
  const { people, models } = getArmDifferences(rows, view);
  return {
    differ: arms.differ,
    unit: arms.unit,
    arms: getArms(rows, view).map(({ arm, name, people: points, interval, models: asked }) => {
      const { n, right, accuracy, withMissing, isClaimable, reason } = points;
      return {
        number: arm,
        name,
        people: { n, right, accuracy, withMissing, interval, isClaimable, reason },
        models: asked.map(renderModel),
      };
    }),
    differences: {
      people: people.map(({ n: _n, ...told }) => told),
      models: models.map(({ runs: [one, other], ...told }) => ({ ...told, runs: [one.id, other.id] })),
    },
  };
}

function renderModel({ points, interval, gap }: ArmModel): ArmsDocument["arms"][number]["models"][number] {
  const { runId, model, method, version, answered, right, top1, reason } = points;
  const told = gap && { value: gap.value, interval: gap.interval, p: gap.p, holm: gap.holm };
  return { runId, model, method, version, answered, right, top1, interval, reason, peopleLessModel: told };
}
