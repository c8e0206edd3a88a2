import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { joinList, formatRunName, formatDate, t, formatFilters, formatKindName } from "#lib/reports/words.ts";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { rules } from "#lib/study-results/rules.ts";
import { inPercent } from "#lib/figures/written.ts";
import { formatJudgedPower } from "#lib/reports/kinds/judged-power.ts";
import { falseDiscovery, leastAnnotators, minItems } from "#lib/study-results/agreement/alternative.ts";
import { minForClaim, plannedEnd } from "#lib/study-results/schema.ts";
import { comparatorRule, ruleOf } from "#lib/studies/opening/manifest.ts";
import { countRatedOnce, listRatedOnce, type Design, type Sample } from "#lib/studies/schema.ts";
import { countLinked, listAskedTracks } from "#lib/studies/strata/schema.ts";
import { formatPart } from "#lib/reports/part-words.ts";
import { listStated, formatFieldName } from "#lib/reports/stated.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import type { Arm, Arms } from "#lib/studies/arms/schema.ts";

/** What is registered before a study begins: its plan, frozen or as a draft. */
export type PlannedStudy = {
  title: string;
  slug: string;
  plan: PlanReading;
  power: PowerPlan;
  /** Null for a draft. */
  frozen: { at: Date; hash: string; software: string } | null;
};

/** Registries take text, so that it is worded here for Markdown and text alike. */
const p = createTranslator({ locale: "en", messages: en, namespace: "preregistration" });

/** What each kind of task says of a plan. */
export const own = createTranslator({ locale: "en", messages: en, namespace: "planKinds" });

/** The model that people are held against, as far as it is known; null where the plan names none. */
function formatComparatorName({ plan: { design, comparator: frozen } }: PlannedStudy): string | null {
  if (frozen) return formatRunName(frozen.run);
  const comparator = design.claims?.comparator ?? null;
  if (!comparator) return null;
  return comparator.by === "name" ? formatRunName(comparator.run) : p("thePlanned");
}

const listRuns = (runs: readonly Parameters<typeof formatRunName>[0][]): string =>
  joinList(runs.map(formatRunName));

/** What the study comes to besides accuracy. */
const listEstimates = ({ plan: { task } }: PlannedStudy) =>
  task.measures.flatMap((measure) => (measure === "accuracy" ? [] : [measure]));

/** Where cases come from, which come into question, and which were drawn. */
function describeCases({ plan }: PlannedStudy): string[] {
  const { design, benchmark, filters, eligible, sample } = plan;
  const { frame } = design;
  if (!benchmark) return [p("cases.noBenchmark")];
  const { reference, options, answerLength } = frame;
  const seed = { seed: String(design.sample.seed) };
  return [
    p("cases.benchmark", {
      benchmark: benchmark.name,
      tracks: frame.tracks.length,
      list: joinList(frame.tracks) || "–",
    }),
    ...(options ? [p("cases.options", { range: writeBounds(options) })] : []),
    ...(answerLength ? [p("cases.answerLength", { range: writeBounds(answerLength) })] : []),
    reference
      ? p("cases.selectedBy", { name: formatRunName(reference), threshold: reference.threshold })
      : p("cases.selectedAll", { filtered: filters.length > 0 ? "yes" : "no" }),
    ...(filters.length > 0 ? [p("cases.filtered", formatFilters(filters))] : []),
    ...eligible.map(({ track, selected, unsure = 0, controls }) =>
      p("cases.eligible", { track, selected, unsure, controls }),
    ),
    ...describeQuota(design.sample),
    ...(sample
      ? [
          ...sample.counts.map(({ stratum, track, cases }) =>
            p("cases.drawn", { track, cases, stratum: p(`cases.strata.${stratum}`) }),
          ),
          p("cases.seed", { ...seed, digest: sample.digest }),
        ]
      : [p("cases.notDrawn")]),
    p("cases.rule", { rule: ruleOf(design) }),
  ];
}

const writeBounds = ({ least, most }: { least: number; most: number | null }) =>
  most === null ? p("cases.from", { least }) : p("cases.fromTo", { least, most });

function describeQuota({
  quota,
  unsure = {},
  controls,
  groups = {},
  pairBy = {},
  oncePerQuestion,
  leftOut = [],
  ratedOnce = [],
  repeats,
  mostFromOneSource: most,
}: Sample): string[] {
  const asked = [
    ["cases.quotaOf", quota],
    ["cases.unsureOf", unsure],
    ["cases.controlsOf", controls],
  ] as const;
  const list = asked.flatMap(([words, counts]) =>
    Object.entries(counts).flatMap(([track, count]) => (count > 0 ? [p(words, { track, count })] : [])),
  );
  return [
    ...(list.length > 0 ? [p("cases.quota", { list: joinList(list) })] : []),
    ...Object.entries(groups).map(([track, each]) => {
      const attribute = pairBy[track];
      return attribute ? p("cases.pairs", { track, each, attribute }) : p("cases.groups", { track, each });
    }),
    ...(oncePerQuestion ? [p("cases.once")] : []),
    ...(leftOut.length > 0
      ? [p("cases.leftOut", { cases: leftOut.length, list: joinList(leftOut.map(formatCaseName)) })]
      : []),
    ...(ratedOnce.length > 0
      ? [p("cases.ratedOnce", { ...countRatedOnce(ratedOnce), list: listRatedOnce(ratedOnce) })]
      : []),
    ...(repeats === undefined ? [] : [p("cases.repeats", { repeats })]),
    ...(most === null ? [] : [p("cases.oneSource", { most })]),
  ];
}

const formatCaseName = ({ track, key }: { track: string; key: string }) => `${track}: ${key}`;

/** How many take part, how they come, and who is given what. */
function describeParticipants(planned: PlannedStudy): string[] {
  const { design, task, texts } = planned.plan;
  const { assignment, recruitment, questions, words } = design;
  const { people, ratersPerCase: raters, caseOrder: cases, optionOrder: options } = assignment;
  const ways = joinList(recruitment.ways.map((way) => p(`participants.ways.${way}`)));
  const offered = offeredLanguages(words);
  const languages = offered.map((language) => p(`participants.${language}`));
  const read = offered.map((language) => texts[language]);
  const { timeLimitMinutes: minutes } = questions;
  return [
    p("participants.planned", { people, ways: ways || p("participants.noWay") }),
    p(`participants.${assignment.design}`, { raters }),
    ...listAskedTracks(design.sample).flatMap((track) => {
      const linked = countLinked(design.sample, assignment, "selected", track);
      return linked > 0 ? [p("participants.linked", { track, linked })] : [];
    }),
    ...describeArms(planned),
    ...task.kinds.map((kind) => own(`${kind}.asked`)),
    p("participants.orders", { cases }),
    ...task.kinds.map((kind) => own(`${kind}.order`, { optionOrder: options })),
    ...(task.kinds.length > 1
      ? task.kinds.map((kind) =>
          p("participants.part", { kind: formatKindName(kind), text: formatPart(kind, read) }),
        )
      : []),
    ...(languages.length > 0 ? [p("participants.languages", { list: joinList(languages) })] : []),
    ...(minutes === null ? [] : [p("participants.limit", { minutes })]),
    ...listStated(recruitment.reporting ?? {}).map(({ field, text }) =>
      p("participants.stated", { field: formatFieldName(field), text }),
    ),
  ];
}

/** What is going to be shown, each with what it is tested against. */
function listHypotheses(planned: PlannedStudy): string[] {
  const { claims, assignment } = planned.plan.design;
  const { arms } = assignment;
  const name = formatComparatorName(planned);
  const estimates = listEstimates(planned).map((estimate) => p(`judged.${estimate}.estimate`));
  if (!planned.plan.task.hasRight) return [...estimates, p("judged.hypotheses")];
  const hypotheses = [
    ...(name === null ? [] : compareWith(name, claims)),
    ...(arms && claims ? [p("arms.hypothesis", countPairs(arms))] : []),
  ];
  // With arms, a model alone isn't hypothesized about.
  const unnamed = claims ? p("hypotheses.none", { arms: arms ? "yes" : "no" }) : p("hypotheses.unclaimed");
  return [
    p("hypotheses.estimate"),
    ...estimates,
    ...(name === null ? [unnamed] : []),
    ...hypotheses.map((text, i) => p("hypotheses.numbered", { number: i + 1, text })),
  ];
}

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
function formatComparator({ plan: { design, comparator: frozen, task } }: PlannedStudy): string[] {
  if (!task.hasRight) return [p("judged.comparator")];
  const { comparator = null, margin = null, siblings = [] } = design.claims ?? {};
  const { reference } = design.frame;
  return [
    comparator === null
      ? p("comparator.none")
      : comparator.by === "name"
        ? p("comparator.named", { name: formatRunName(comparator.run) })
        : p("comparator.unserved", { rule: comparatorRule }),
    ...(frozen?.unserved
      ? [
          p("comparator.found", {
            name: formatRunName(frozen.run),
            cases: frozen.unserved.cases,
            candidates: frozen.unserved.candidates,
            right: frozen.unserved.best[0]?.right ?? 0,
          }),
        ]
      : []),
    ...(comparator === null
      ? []
      : [margin === null ? p("comparator.noMargin") : p("comparator.margin", { margin: inPercent(margin) })]),
    ...(reference ? [p("comparator.reference", { name: formatRunName(reference) })] : []),
    ...(reference && siblings.length > 0
      ? [p("comparator.siblings", { count: siblings.length, list: listRuns(siblings) })]
      : []),
  ];
}

/** Who is left out, by rules that are fixed beforehand. */
function formatExclusions({ plan: { design, task } }: PlannedStudy): string[] {
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

const formatMissing = ({ plan: { design, task } }: PlannedStudy): string[] => [
  p(task.hasRight ? "missing.people" : "judged.missing"),
  ...(design.questions.mayPass ? [p("missing.passed")] : []),
  p(task.hasRight ? "missing.models" : "judged.judges"),
];

/** When it ends, and whether anybody looks before. */
function formatStopping({ plan: { design, task } }: PlannedStudy): string[] {
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
function listAnalyses(planned: PlannedStudy): string[] {
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

function listAccuracyAnalyses(planned: PlannedStudy): string[] {
  const { claims, assignment } = planned.plan.design;
  const name = formatComparatorName(planned);
  return [
    p("analyses.people"),
    p("analyses.models"),
    p("analyses.difference"),
    p("analyses.consensus"),
    name === null ? p("analyses.holmOnly") : p("analyses.holm", { name }),
    ...(name !== null && claims?.margin != null
      ? [p("analyses.equivalence", { margin: inPercent(claims.margin) })]
      : []),
    ...(assignment.arms ? [p("arms.analysis", countPairs(assignment.arms))] : []),
  ];
}

function formatPower({ power }: PlannedStudy): string[] {
  const [all] = power.rows;
  const judged = formatJudgedPower(power);
  return all || judged.length === 0
    ? [...formatAccuracyPower(power, all), ...formatArmPower(power), ...judged]
    : judged;
}

function formatAccuracyPower(
  power: PlannedStudy["power"],
  all: PlannedStudy["power"]["rows"][number] | undefined,
) {
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

const sections = {
  hypotheses: listHypotheses,
  comparator: formatComparator,
  cases: describeCases,
  participants: describeParticipants,
  exclusions: formatExclusions,
  missing: formatMissing,
  stopping: formatStopping,
  analyses: listAnalyses,
  power: formatPower,
  exploratory: ({ plan: { task } }: PlannedStudy) =>
    task.hasRight ? [p("exploratory.rest"), p("exploratory.contrast")] : [p("judged.exploratory")],
} as const;

/** What a registry is given: the same plan says the same, to the byte. As text, for forms that show Markdown as it is written. */
export function renderPreregistration(planned: PlannedStudy, format: PreregistrationFormat): string {
  const { frozen, slug } = planned;
  const isMarkdown = format === "md";
  const write = isMarkdown ? escapeMarkdown : (text: string) => text.replace(/\s+/g, " ");
  const title = write(p("title", { title: planned.title }));
  const state = frozen
    ? p("frozen", {
        slug,
        hash: frozen.hash,
        software: frozen.software,
        date: formatDate(frozen.at),
        time: frozen.at.toISOString().slice(11, 16),
      })
    : p("draft", { slug });
  return [
    isMarkdown ? `# ${title}` : title,
    write(state),
    write(p("rules", { rules })),
    ...Object.entries(sections).flatMap(([key, describe]) => {
      const heading = p(`headings.${key as keyof typeof sections}`);
      const items = describe(planned).map((item) => `${isMarkdown ? "*" : "-"} ${write(item)}`);
      return [isMarkdown ? `## ${heading}` : heading.toUpperCase(), items.join("\n")];
    }),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Who is divided among which arms, and what each of them is. */
function describeArms({ plan: { design } }: PlannedStudy): string[] {
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

const countPairs = ({ arms, unit }: Arms) => ({ pairs: (arms.length * (arms.length - 1)) / 2, unit });

/** Between two arms that are as hard as assumed, and one that is harder. */
function formatArmPower({ arms }: PowerPlan): string[] {
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
