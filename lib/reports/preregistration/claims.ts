import { inPercent } from "#lib/figures/written.ts";
import { listArmHypotheses } from "#lib/reports/preregistration/arms.ts";
import {
  listEstimates,
  listRuns,
  nameComparator,
  p,
  type Planned,
} from "#lib/reports/preregistration/planned.ts";
import { nameRun } from "#lib/reports/words.ts";
import { comparatorRule } from "#lib/studies/opening/manifest.ts";
import type { Design } from "#lib/studies/schema.ts";

/** What is going to be shown, each with what it is tested against. */
export function listHypotheses(planned: Planned): string[] {
  const { claims } = planned.plan.design;
  const name = nameComparator(planned);
  const estimates = listEstimates(planned).map((estimate) => p(`judged.${estimate}.estimate`));
  if (!planned.plan.task.hasRight) return [...estimates, p("judged.hypotheses")];
  const hypotheses = [...(name === null ? [] : compareWith(name, claims)), ...listArmHypotheses(planned)];
  return [
    p("hypotheses.estimate"),
    ...estimates,
    ...(name === null ? [tellUnnamed(planned.plan.design)] : []),
    ...hypotheses.map((text, i) => p("hypotheses.numbered", { number: i + 1, text })),
  ];
}

/** That no model is named; with arms, that alone isn't hypothesized about. */
const tellUnnamed = ({ claims, assignment }: Design): string =>
  claims ? p("hypotheses.none", { arms: assignment.arms ? "yes" : "no" }) : p("hypotheses.unclaimed");

function compareWith(name: string, claims: Design["claims"]): string[] {
  const margin = claims?.margin == null ? null : inPercent(claims.margin);
  return [
    p("hypotheses.difference", { name }),
    ...(margin === null
      ? []
      : [p("hypotheses.equivalence", { name, margin }), p("hypotheses.noWorse", { name, margin })]),
    p("hypotheses.consensus", { name }),
  ];
}

/** Which model people are held against, how it was chosen, and what is held against nobody. */
export function describeComparator({ plan: { design, comparator: frozen, task } }: Planned): string[] {
  if (!task.hasRight) return [p("judged.comparator")];
  const { comparator = null, margin = null, siblings = [] } = design.claims ?? {};
  const { reference } = design.frame;
  return [
    comparator === null
      ? p("comparator.none")
      : comparator.by === "name"
        ? p("comparator.named", { name: nameRun(comparator.run) })
        : p("comparator.unserved", { rule: comparatorRule }),
    ...(frozen?.unserved ? [describeChoice(frozen.run, frozen.unserved)] : []),
    ...(comparator === null
      ? []
      : [margin === null ? p("comparator.noMargin") : p("comparator.margin", { margin: inPercent(margin) })]),
    ...(reference ? [p("comparator.reference", { name: nameRun(reference) })] : []),
    ...(reference && siblings.length > 0
      ? [p("comparator.siblings", { count: siblings.length, list: listRuns(siblings) })]
      : []),
  ];
}

type Frozen = NonNullable<Planned["plan"]["comparator"]>;

function describeChoice(
  run: Frozen["run"],
  { cases, candidates, best }: NonNullable<Frozen["unserved"]>,
): string {
  const right = best[0]?.right ?? 0;
  return p("comparator.found", { name: nameRun(run), cases, candidates, right });
}
