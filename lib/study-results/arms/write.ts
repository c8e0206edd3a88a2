import { getArms, type ArmModel } from "#lib/study-results/arms/arms.ts";
import type { ArmsDocument } from "#lib/study-results/arms/arms-schema.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

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
