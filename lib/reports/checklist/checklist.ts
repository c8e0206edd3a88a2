import {
  checkAgreement,
  checkAlternative,
  checkExclusions,
  checkExposure,
  checkPairedTests,
  checkSameItems,
  checkSelection,
  checkSmallTracks,
  checkUncertainty,
  gapOf,
  gradeBy,
} from "#lib/reports/checklist/points.ts";
import { type Facts, listCompared, listLater } from "#lib/reports/facts.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { listHead, mark, type Subject } from "#lib/reports/head.ts";
import {
  pointKeys,
  pointStates,
  type Point,
  type PointKey,
  type PointState,
  type Gap,
} from "#lib/reports/schema.ts";
import { formatPointTitle, t, joinList, formatRunName, formatDate } from "#lib/reports/words.ts";
import { inPlaceOf } from "#lib/reports/kinds/registry.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { countRatedOnce } from "#lib/study-results/rows/rated-once.ts";
import { formatGapName } from "#lib/reports/methods/unstated.ts";
import { expectedFields } from "#lib/studies/reporting/schema.ts";
import { listUnstated } from "#lib/studies/reporting/stated.ts";
import { inPercent } from "#lib/figures/written.ts";
import { findOtherEnd, noteLooks } from "#lib/reports/looks.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { parityFields } from "#lib/model-runs/schema.ts";

const laterRuns = ["opened", "closed"] as const;

function checkFrozen(facts: Facts): Point {
  const { rows, record, plan, isIntact } = facts;
  const key = "frozen";
  const { manifest } = record;
  if (!manifest || !plan) {
    const gap = gapOf("frozen", "none");
    return { key, state: "missing", value: gap.what, gaps: [gap], notes: [] };
  }
  const count = rows.cases.filter(({ report }) => report !== null).length;
  const ratedOnce = countRatedOnce(rows);
  const gaps: Gap[] = [];
  if (!isIntact) gaps.push(gapOf("frozen", "broken"));
  if (count > 0) gaps.push(gapOf("frozen", "reported", { count }));
  gaps.push(...findOtherEnd(facts));
  return {
    key,
    state: isIntact ? gradeBy(gaps) : "missing",
    value: t("points.frozen.value", {
      date: formatDate(plan.openedAt),
      // However many arms show them.
      cases: new Set(plan.cases.map(({ track, key: name }) => JSON.stringify([track, name]))).size,
      seed: String(plan.sampling.seed),
      hash: manifest.hash,
    }),
    gaps,
    notes: [
      ...laterRuns.flatMap((when) => {
        const runs = listLater(facts)[when];
        return runs.length === 0
          ? []
          : [t(`points.frozen.later.${when}`, { list: joinList(runs.map(formatRunName)) })];
      }),
      ...(ratedOnce ? [t("points.frozen.ratedOnce", ratedOnce)] : []),
      ...noteLooks(facts),
    ],
  };
}

function checkParity(facts: Facts): Point {
  const key = "parity";
  const compared = listCompared(facts);
  if (compared.length === 0)
    return { key, state: "not_applicable", value: t("points.parity.noModels"), gaps: [], notes: [] };
  const recordOf = (runId: number) => facts.record.parity.get(runId);
  const lacking = (field: (typeof parityFields)[number]) =>
    compared.filter(({ runId }) => !recordOf(runId)?.[field]);
  const gaps = parityFields.flatMap((field): Gap[] => {
    const without = lacking(field);
    if (without.length === 0) return [];
    return [
      {
        what: t(`points.parity.${without.length === compared.length ? "none" : "field"}.what`, {
          field: t(`fields.${field}`),
          list: joinList(without.map(formatRunName)),
        }),
        mend: t("points.parity.field.mend"),
      },
    ];
  });
  const recorded = compared.filter(({ runId }) => parityFields.every((field) => recordOf(runId)?.[field]));
  const isEmpty = parityFields.every((field) => lacking(field).length === compared.length);
  return {
    key,
    state: isEmpty ? "missing" : gradeBy(gaps),
    value: t("points.parity.value", { recorded: recorded.length, models: compared.length }),
    gaps,
    notes: [],
  };
}

const points = (share: number | null): string => (share === null ? "–" : inPercent(share));
/** That of the simulation: a gap is found in so many of a hundred studies. */
const inWhole = (share: number): string => inPercent(share, 0);

function checkPower({ power, results }: Facts): Point {
  const key = "power";
  const [all] = power?.rows ?? [];
  const { people } = results;
  if (!power || !all || all.figures.detectableGap === null) {
    const reason = all?.figures.reason ?? "no_plan";
    return {
      key,
      state: "missing",
      notes: [],
      value: t("points.power.none", { people: power?.people ?? 0 }),
      gaps: [gapOf("power", "undefined", { reason: t(`points.power.reasons.${reason}`) })],
    };
  }
  const { figures, casesPerPerson } = all;
  const gaps: Gap[] = [];
  if (people.n.people < power.people)
    gaps.push(gapOf("power", "fewer", { counted: people.n.people, planned: power.people }));
  const { low, high } = people.interval;
  return {
    key,
    state: gradeBy(gaps),
    value: t("points.power.value", {
      people: power.people,
      cases: casesPerPerson,
      width: points(figures.intervalWidth),
      gap: points(figures.detectableGap),
      power: inWhole(figures.assumptions.power),
      simulations: figures.simulations,
      accuracy: inWhole(figures.assumptions.accuracy),
      found:
        people.isClaimable && low !== null && high !== null
          ? t("points.power.found", { width: points(high - low) })
          : "",
    }).trim(),
    gaps,
    notes: noteArmPower(power),
  };
}

function noteArmPower({ arms }: PowerPlan): string[] {
  if (!arms) return [];
  const { detectable, reason, power } = arms;
  const told = { reason: reason ?? "none", gap: points(detectable), power: inWhole(power) };
  return [t("points.power.arms", told)];
}

function checkReport({ rows, results }: Facts): Point {
  const gaps = [
    ...(results.isSimulated ? [gapOf("report", "simulated")] : []),
    ...(results.isInterim ? [gapOf("report", "interim")] : []),
  ];
  return {
    key: "report",
    state: results.isSimulated ? "missing" : gradeBy(gaps),
    value: t("points.report.value", {
      stamp: results.stamp,
      seed: String(results.resampled.seed),
      b: results.resampled.b,
      rules: results.method.rules,
    }),
    gaps,
    notes: rows.study.design.questions.confidence.ask === "off" ? [t("points.report.noConfidence")] : [],
  };
}

/** What no data tell: recruitment, payment, ethics approval, and what participants were allowed. */
function checkParticipants({ consent, stated: { reporting, later }, view }: Facts): Point {
  const key = "participants";
  if (view.who === "simulated")
    return {
      key,
      state: "not_applicable",
      gaps: [],
      notes: [],
      value: t("points.participants.simulated"),
    };
  const unstated = listUnstated(reporting, consent);
  const isUnnumbered = reporting.approval?.kind === "approved" && reporting.approval.number === undefined;
  const lacking = [...unstated, ...(isUnnumbered ? (["approvalNumber"] as const) : [])];
  const stated = expectedFields.length - unstated.length;
  return {
    key,
    state: stated === 0 ? "missing" : lacking.length > 0 ? "partly" : "met",
    value: t("points.participants.value", { stated, of: expectedFields.length, later: later.size }),
    gaps: lacking.map((gap) => gapOf("participants", "gap", { what: formatGapName(gap) })),
    notes: [],
  };
}

const checks: Record<PointKey, (facts: Facts) => Point> = {
  sameItems: checkSameItems,
  selection: checkSelection,
  smallTracks: checkSmallTracks,
  uncertainty: checkUncertainty,
  pairedTests: checkPairedTests,
  agreement: checkAgreement,
  alternative: checkAlternative,
  frozen: checkFrozen,
  parity: checkParity,
  exposure: checkExposure,
  exclusions: checkExclusions,
  power: checkPower,
  participants: checkParticipants,
  report: checkReport,
};

/** What of each the plan could name beforehand; of the tests, those of its comparator. */
const subjects: Record<PointKey, [Subject, ...Subject[]]> = {
  sameItems: ["rest"],
  selection: ["design"],
  smallTracks: ["rest"],
  uncertainty: ["people"],
  pairedTests: ["comparator", "rest"],
  agreement: ["rest"],
  alternative: ["alternative"],
  frozen: ["design"],
  parity: ["rest"],
  exposure: ["rest"],
  exclusions: ["design", "rest"],
  power: ["design", "rest"],
  participants: ["rest"],
  report: ["rest"],
};

export const listPoints = (facts: Facts): Point[] =>
  pointKeys.map((key) => {
    const check = inPlaceOf(facts.rows)?.checks[key] ?? checks[key];
    const point = check(facts);
    return { ...point, value: mark(facts, point.value, ...subjects[key]) };
  });

export const formatPointQuestion = (key: PointKey): string =>
  t(`points.${key}.asks`, { leastAnswers: minForClaim.answers, leastCases: minForClaim.cases });

export const countStates = (points: readonly Point[]): Record<PointState, number> => {
  const count = (state: PointState) => points.filter((point) => point.state === state).length;
  const [met, partly, missing, notApplicable] = pointStates.map(count) as [number, number, number, number];
  return { met, partly, missing, not_applicable: notApplicable };
};

const marks: Record<PointState, string> = {
  met: "[x]",
  partly: "[~]",
  missing: "[ ]",
  not_applicable: "[-]",
};

export function renderChecklist(facts: Facts, points: readonly Point[]): string {
  const lines = points.flatMap(({ key, state, value, gaps, notes }, i) => [
    `## ${i + 1}. ${formatPointTitle(key)}: ${marks[state]} ${t(`states.${state}`)}`,
    "",
    escapeMarkdown(t("checklist.asks", { asks: formatPointQuestion(key) })),
    "",
    escapeMarkdown(value),
    "",
    ...gaps.map((gap) => `- ${escapeMarkdown(t("checklist.gap", gap))}`),
    ...notes.map((note) => `- ${escapeMarkdown(t("checklist.note", { note }))}`),
    ...(gaps.length + notes.length > 0 ? [""] : []),
  ]);
  return [
    `# ${t(`documentTitle.${facts.view.who}`)}`,
    "",
    ...listHead(facts).flatMap((line) => [escapeMarkdown(line), ""]),
    t("checklist.count", { ...countStates(points), of: points.length }),
    "",
    ...lines,
  ].join("\n");
}

/** The same for programs. */
export const renderChecklistJson = ({ results, version }: Facts, points: readonly Point[]): string =>
  `${JSON.stringify(
    {
      schema: "benchside-checklist/1",
      software: version,
      study: results.study,
      stamp: results.stamp,
      view: results.view,
      isInterim: results.isInterim,
      isSimulated: results.isSimulated,
      points: points.map(({ key, ...rest }, i) => ({
        number: i + 1,
        key,
        title: formatPointTitle(key),
        asks: formatPointQuestion(key),
        ...rest,
      })),
    },
    null,
    2,
  )}\n`;
