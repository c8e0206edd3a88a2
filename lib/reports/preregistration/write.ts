import {
  p,
  type Planned,
  listEstimates,
  nameComparator,
  listRuns,
} from "#lib/reports/preregistration/planned.ts";
import { describeCases, describeParticipants } from "#lib/reports/preregistration/sample.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { writeDate, t, nameRun } from "#lib/reports/words.ts";
import { rules } from "#lib/study-results/rules.ts";
import { inPercent } from "#lib/figures/written.ts";
import { listArmAnalyses, tellArmPower, listArmHypotheses } from "#lib/reports/preregistration/arms.ts";
import { tellJudgedPower } from "#lib/reports/judged/power.ts";
import { falseDiscovery, leastAnnotators, minItems } from "#lib/study-results/agreement/alternative.ts";
import { minForClaim, plannedEnd } from "#lib/study-results/schema.ts";
import { comparatorRule } from "#lib/studies/opening/manifest.ts";
import type { Design } from "#lib/studies/schema.ts";

/** What is going to be shown, each with what it is tested against. */
function listHypotheses(planned: Planned): string[] {
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
function describeComparator({ plan: { design, comparator: frozen, task } }: Planned): string[] {
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

/** Who is left out, by rules that are fixed beforehand. */
function describeExclusions({ plan: { design, task } }: Planned): string[] {
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

const describeMissing = ({ plan: { design, task } }: Planned): string[] => [
  p(task.hasRight ? "missing.people" : "judged.missing"),
  ...(design.questions.mayPass ? [p("missing.passed")] : []),
  p(task.hasRight ? "missing.models" : "judged.judges"),
];

/** When it ends, and whether anybody looks before. */
function describeStopping({ plan: { design, task } }: Planned): string[] {
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
function listAnalyses(planned: Planned): string[] {
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

function describePower({ power }: Planned): string[] {
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

export const preregistrationFormats = ["md", "text"] as const;
export type PreregistrationFormat = (typeof preregistrationFormats)[number];

type Section = { heading: string; items: string[] };

const sections = {
  hypotheses: listHypotheses,
  comparator: describeComparator,
  cases: describeCases,
  participants: describeParticipants,
  exclusions: describeExclusions,
  missing: describeMissing,
  stopping: describeStopping,
  analyses: listAnalyses,
  power: describePower,
  exploratory: ({ plan: { task } }: Planned) =>
    task.hasRight ? [p("exploratory.rest"), p("exploratory.contrast")] : [p("judged.exploratory")],
} as const;

/** What a registry is given: the same plan says the same, to the byte. */
export function writePreregistration(planned: Planned, format: PreregistrationFormat): string {
  const title = p("title", { title: planned.title });
  const head = describeState(planned);
  const listed = Object.entries(sections).map(([key, describe]): Section => ({
    heading: p(`headings.${key as keyof typeof sections}`),
    items: describe(planned),
  }));
  return format === "md" ? writeMarkdown(title, head, listed) : writeText(title, head, listed);
}

function describeState({ frozen, slug }: Planned): string[] {
  const state = frozen
    ? p("frozen", {
        slug,
        hash: frozen.hash,
        software: frozen.software,
        date: writeDate(frozen.at),
        time: frozen.at.toISOString().slice(11, 16),
      })
    : p("draft", { slug });
  return [state, p("rules", { rules })];
}

const writeMarkdown = (title: string, head: readonly string[], listed: readonly Section[]): string =>
  [
    `# ${escapeMarkdown(title)}`,
    ...head.map(escapeMarkdown),
    ...listed.flatMap(({ heading, items }) => [
      `## ${heading}`,
      items.map((item) => `* ${escapeMarkdown(item)}`).join("\n"),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

/** For forms that show Markdown as it is written. */
const writeText = (title: string, head: readonly string[], listed: readonly Section[]): string =>
  [
    onOneLine(title),
    ...head.map(onOneLine),
    ...listed.flatMap(({ heading, items }) => [
      heading.toUpperCase(),
      items.map((item) => `- ${onOneLine(item)}`).join("\n"),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

const onOneLine = (text: string): string => text.replace(/\s+/g, " ");
