import { inPercent } from "#lib/figures/written.ts";
import { listArmAnalyses, tellArmPower } from "#lib/reports/preregistration/arms.ts";
import { listEstimates, nameComparator, p, type Planned } from "#lib/reports/preregistration/planned.ts";
import { tellJudgedPower } from "#lib/reports/judged/power.ts";
import { t } from "#lib/reports/words.ts";
import { falseDiscovery, leastAnnotators, minItems } from "#lib/study-results/agreement/alternative.ts";
import { minForClaim, plannedEnd } from "#lib/study-results/schema.ts";

/** Who is left out, by rules that are fixed beforehand. */
export function describeExclusions({ plan: { design, task } }: Planned): string[] {
  const { rules, questions } = design;
  const { failedChecks, haste, minAnswered = null } = rules;
  const isChecked = rules.comprehension === "exclude" && (questions.comprehension?.length ?? 0) > 0;
  return [
    p("exclusions.withdrawn"),
    p(rules.incomplete ? "exclusions.incomplete" : "exclusions.everybody"),
    ...(failedChecks === null ? [] : [p("exclusions.failedChecks", { count: failedChecks })]),
    ...(haste === null
      ? []
      : [
          p("exclusions.haste", {
            share: inPercent(haste.share, 0),
            seconds: haste.seconds,
            server: String(haste.byServer === true),
          }),
        ]),
    ...(isChecked ? [p("exclusions.comprehension")] : []),
    ...(minAnswered === null ? [] : [p("exclusions.minAnswered", { share: inPercent(minAnswered, 0) })]),
    p("exclusions.byHand"),
    p(task.hasRight ? "exclusions.both" : "judged.exclusions"),
  ];
}

export const describeMissing = ({ plan: { design, task } }: Planned): string[] => [
  p(task.hasRight ? "missing.people" : "judged.missing"),
  ...(design.questions.mayPass ? [p("missing.passed")] : []),
  p(task.hasRight ? "missing.models" : "judged.judges"),
];

/** When it ends, and whether anybody looks before. */
export function describeStopping({ plan: { design, task } }: Planned): string[] {
  const stopping = design.claims?.stopping ?? null;
  const { people } = design.assignment;
  return [
    stopping
      ? p("stopping.rule", { halfWidth: inPercent(stopping.halfWidth), most: stopping.mostPeople })
      : p("stopping.planned", { people }),
    !design.rules.interim
      ? p("stopping.noLooks")
      : task.hasRight
        ? p("stopping.looks", { planned: plannedEnd(design) })
        : p("judged.looks"),
  ];
}

/** Every interval and test that a claim of the plan will rest on. */
export function listAnalyses(planned: Planned): string[] {
  const { design, task } = planned.plan;
  const { answers, people, cases } = minForClaim;
  return [
    p("analyses.level"),
    ...(task.hasRight ? listAccuracyAnalyses(planned) : []),
    ...listEstimates(planned).map((estimate) => p(`judged.${estimate}.analysis`)),
    ...(design.claims && task.testsAnnotators
      ? [
          p("analyses.alternative", {
            epsilon: design.claims.epsilon,
            people: leastAnnotators,
            cases: minItems,
            rate: falseDiscovery,
          }),
        ]
      : []),
    p("analyses.few", { leastAnswers: answers, leastPeople: people, leastCases: cases }),
  ];
}

function listAccuracyAnalyses(planned: Planned): string[] {
  const { claims } = planned.plan.design;
  const name = nameComparator(planned);
  return [
    p("analyses.people"),
    p("analyses.models"),
    p("analyses.difference"),
    p("analyses.consensus"),
    name === null ? p("analyses.holmOnly") : p("analyses.holm", { name }),
    ...(name !== null && claims?.margin != null
      ? [p("analyses.equivalence", { margin: inPercent(claims.margin) })]
      : []),
    ...listArmAnalyses(planned),
  ];
}

export function describePower({ power }: Planned): string[] {
  const [all] = power.rows;
  const judged = tellJudgedPower(power);
  return all || judged.length === 0
    ? [...describeAccuracyPower(power, all), ...tellArmPower(power), ...judged]
    : judged;
}

function describeAccuracyPower(power: Planned["power"], all: Planned["power"]["rows"][number] | undefined) {
  const { accuracy, personSpread, caseSpread } = power.assumptions;
  const assumptions = p("power.assumptions", { accuracy: inPercent(accuracy, 0), personSpread, caseSpread });
  if (!all) return [assumptions];
  const { figures, casesPerPerson } = all;
  const { intervalWidth, detectableGap, reason } = figures;
  if (intervalWidth === null || detectableGap === null)
    return [assumptions, p("power.none", { reason: t(`points.power.reasons.${reason ?? "no_plan"}`) })];
  return [
    assumptions,
    p("power.found", {
      people: power.people,
      cases: casesPerPerson,
      simulations: figures.simulations,
      width: inPercent(intervalWidth),
      gap: inPercent(detectableGap),
      power: inPercent(figures.assumptions.power, 0),
    }),
  ];
}
