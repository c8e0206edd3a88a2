import { inPercent } from "#lib/figures/written.ts";
import { p, type Planned } from "#lib/reports/preregistration/planned.ts";
import { t } from "#lib/reports/words.ts";
import type { Arm, Arms } from "#lib/studies/arms/schema.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import type { Design } from "#lib/studies/schema.ts";

/** Who is divided among which arms, and what each of them is. */
export function describeArms({ plan: { design } }: Planned): string[] {
  const { arms } = design.assignment;
  if (!arms) return [];
  return [
    p("arms.divided", { count: arms.arms.length, differ: arms.differ, unit: arms.unit }),
    ...arms.arms.map((arm, at) =>
      p("arms.arm", { number: at + 1, name: arm.name, shown: describeArm(arm, design) }),
    ),
  ];
}

function describeArm(arm: Arm, { words }: Design): string {
  if (arm.turns !== undefined)
    return arm.turns === null ? p("arms.allTurns") : p("arms.turns", { turns: arm.turns });
  if (arm.profiles !== undefined) return p("arms.profiles", { shown: arm.profiles ? "yes" : "no" });
  if (arm.distractors !== undefined) return p("arms.distractors", { way: arm.distractors });
  if (arm.translation !== undefined) return p("arms.translation", { may: arm.translation ? "yes" : "no" });
  const added = offeredLanguages(words).flatMap((language) => arm.instructions?.[language] || []);
  return added.length === 0
    ? p("arms.nothingAdded")
    : added.map((text) => p("arms.instructions", { text })).join(" ");
}

/** What is tested of arms, in a plan that says what it is going to claim. */
export const listArmHypotheses = ({ plan: { design } }: Planned): string[] =>
  design.assignment.arms && design.claims ? [p("arms.hypothesis", countPairs(design.assignment.arms))] : [];

export const listArmAnalyses = ({ plan: { design } }: Planned): string[] =>
  design.assignment.arms ? [p("arms.analysis", countPairs(design.assignment.arms))] : [];

const countPairs = ({ arms, unit }: Arms) => ({ pairs: (arms.length * (arms.length - 1)) / 2, unit });

/** Between two arms that are as hard as assumed, and one that is harder. */
export function tellArmPower({ arms }: PowerPlan): string[] {
  if (!arms) return [];
  const { half, detectable, power, people, answers, cases, count, unit, reason } = arms;
  return [
    p("arms.sizes", { people, answers, cases, count, unit }),
    ...(half === null ? [] : [p("arms.half", { half: inPercent(half) })]),
    reason === null && detectable !== null
      ? p("arms.found", { gap: inPercent(detectable), power: inPercent(power, 0) })
      : p("arms.notFound", {
          reason:
            reason === "not_reachable"
              ? p("arms.notReachable")
              : t(`points.power.reasons.${reason ?? "no_plan"}`),
        }),
  ];
}
