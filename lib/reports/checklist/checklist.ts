import {
  checkPairedTests,
  checkSameItems,
  checkSelection,
  checkSmallTracks,
  checkUncertainty,
} from "#lib/reports/checklist/figures.ts";
import { checkFrozen, checkParity, checkPower, checkReport } from "#lib/reports/checklist/plan.ts";
import {
  checkAgreement,
  checkAlternative,
  checkExclusions,
  checkExposure,
} from "#lib/reports/checklist/raters.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { listHead } from "#lib/reports/head.ts";
import { pointKeys, pointStates, type Point, type PointKey, type PointState } from "#lib/reports/schema.ts";
import { mark, type Subject } from "#lib/reports/standing.ts";
import { t } from "#lib/reports/words.ts";
import { inPlaceOf } from "#lib/reports/kinds/registry.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { nameGap } from "#lib/reports/methods/unstated.ts";
import { expectedFields } from "#lib/studies/reporting/schema.ts";
import { listUnstated } from "#lib/studies/reporting/stated.ts";

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
    gaps: lacking.map((gap) => ({
      what: t("points.participants.gap.what", { what: nameGap(gap) }),
      mend: t("points.participants.gap.mend"),
    })),
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

export const wordAsks = (key: PointKey): string =>
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

export function writeChecklist(facts: Facts, points: readonly Point[]): string {
  const lines = points.flatMap(({ key, state, value, gaps, notes }, i) => [
    `## ${i + 1}. ${t(`points.${key}.title`)}: ${marks[state]} ${t(`states.${state}`)}`,
    "",
    escapeMarkdown(t("checklist.asks", { asks: wordAsks(key) })),
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
export const writeChecklistJson = ({ results, version }: Facts, points: readonly Point[]): string =>
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
        title: t(`points.${key}.title`),
        asks: wordAsks(key),
        ...rest,
      })),
    },
    null,
    2,
  )}\n`;
