import { hasRight } from "#lib/study-results/rows/choices.ts";
import { defaultLocale } from "#lib/i18n/locale.ts";
import { wordClusters } from "#lib/study-results/cluster-words.ts";
import { inDigits, inPercent, inRange } from "#lib/figures/written.ts";
import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import type { Facts } from "#lib/reports/facts.ts";
import {
  formatRunName,
  t,
  formatSensitivityReason,
  formatDecimal,
  formatGap,
  formatShare,
} from "#lib/reports/words.ts";
import { falseDiscovery, minItems, readEpsilon } from "#lib/study-results/agreement/alternative.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { isTooSmallForSelf } from "#lib/study-results/figure-schemas.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";

/** How right people and models are, and how far that is known. */
export function formatFigures(facts: Facts): string[] {
  const { results } = facts;
  const { leastAnswers, leastPeople, leastCases, works } = results.method;
  return [
    t("methods.scoring", {
      cases: results.people.n.cases,
      ties: results.consensus.ties,
      ...results.consensus.votes,
      same: String(results.consensus.votes.least === results.consensus.votes.most),
    }),
    formatMissing(facts),
    ...formatPassed(facts),
    t("methods.intervals", wordClusters(facts.rows, works, defaultLocale)),
    t("methods.few", { leastAnswers, leastPeople, leastCases }),
  ];
}

/** The one comparison that the plan names. */
export function formatClaims({ rows, plan, results }: Facts): string[] {
  const run = rows.runs.find(({ id }) => id === rows.study.comparatorRunId);
  if (!run) return [];
  const unserved = plan?.comparator?.unserved ?? null;
  const margin = plan?.design.claims?.margin ?? null;
  const name = formatRunName(run);
  return [
    [
      unserved
        ? t("methods.comparatorUnserved", { name, cases: unserved.cases, runs: unserved.candidates })
        : t("methods.comparator", { name }),
      t("methods.comparatorTests"),
      ...formatComparator(results.comparator),
      ...(margin === null ? [] : [t("methods.margin", { margin: inPercent(margin) })]),
    ].join(" "),
  ];
}

/** What a reader has to know of the comparison before its numbers. */
function formatComparator(comparator: Facts["results"]["comparator"]): string[] {
  const { weakness, disagreement } = comparator ?? {};
  const list = (leads: NonNullable<typeof disagreement>["people"]) =>
    leads.map(({ track, points }) => t("methods.lead", { track, points: inPercent(points) })).join(", ");
  return [
    ...(weakness ? [t(`methods.weakness.${weakness}`)] : []),
    ...(disagreement
      ? [
          t("methods.disagreement", {
            people: list(disagreement.people),
            model: list(disagreement.model),
          }),
        ]
      : []),
  ];
}

export const formatAlternative = (facts: Facts): string[] =>
  facts.alternatives.some(({ passes }) => passes !== null) ? [wordAlternative(facts, "right")] : [];

/** How the test was set, by what it scores models and participants. */
export const wordAlternative = ({ rows }: Facts, score: "right" | "error"): string =>
  t("methods.alternative", {
    score,
    epsilon: readEpsilon(rows).epsilon,
    least: minItems,
    rate: falseDiscovery,
  });

/** How often people gave the same answer again, where some of their cases came twice. */
function formatSelfAgreement({ results: { selfAgreement } }: Facts): string[] {
  if (!selfAgreement) return [];
  const { pairs, people, cases, same, kappa } = selfAgreement;
  if (same.value === null) return [t("methods.selfAgreementNone")];
  if (isTooSmallForSelf(selfAgreement)) return [t("methods.selfAgreementFew", { pairs })];
  return [
    [
      t("methods.selfAgreement", {
        pairs,
        people,
        cases,
        share: formatShare(same.value, same),
      }),
      ...(kappa && kappa.value !== null
        ? [t("methods.selfAgreementKappa", { kappa: formatDecimal(kappa.value, 3, kappa) })]
        : []),
    ].join(" "),
  ];
}

/** What nobody said beforehand that it would be looked at. */
export function formatOthers(facts: Facts): string[] {
  const { results } = facts;
  const { b, seed } = results.resampled;
  const tests = results.models.filter(({ consensusLessModel }) => consensusLessModel.holm !== null).length;
  return [
    ...(tests > 0 ? [t("methods.tests", { tests })] : []),
    t("methods.scores", { bins: defaultBins }),
    t("methods.agreement", { alpha: alphaOf(facts), judged: String(!hasRight(facts.rows)) }),
    ...formatSelfAgreement(facts),
    t("methods.resampled", { b, seed: String(seed) }),
    formatSensitivity(facts),
    ...formatWholeBenchmark(facts),
  ];
}

/** By how much arms differ, of people: models have their rows in the table. */
export function formatArms({ rows, view }: Facts): string[] {
  const { arms } = rows.study.design.assignment;
  if (!arms) return [];
  const nameArm = (arm: number) => arms.arms[arm - 1]?.name ?? "";
  const told = getArmDifferences(rows, view).people.map(({ first, second, cases, value, reason, ...rest }) =>
    t("methods.armDifference", {
      first: nameArm(first),
      second: nameArm(second),
      cases,
      difference: reason === null ? formatGap(value, rest) : t(`tables.arms.reasons.${reason}`),
    }),
  );
  return [[t("methods.armsCompared"), ...told].join(" ")];
}

function formatWholeBenchmark({ results }: Facts): string[] {
  const { people, cases } = results.benchmark ?? {};
  if (!people?.isClaimable || people.accuracy === null || cases === undefined) return [];
  const { low, high } = people.interval;
  const range = low === null || high === null ? "–" : inRange(low, high);
  return [t("methods.wholeBenchmark", { cases, share: inPercent(people.accuracy), range })];
}

function formatSensitivity({ results }: Facts): string {
  const { accuracy, low, high, spread, reason } = results.mixedModel;
  const { people, cases } = spread;
  if (accuracy === null || low === null || high === null || people === null || cases === null)
    return t("methods.noMixedModel", { reason: formatSensitivityReason(reason ?? "no_interval") });
  return t("methods.mixedModel", {
    share: inPercent(accuracy),
    range: inRange(low, high),
    people: inDigits(people, 2),
    cases: inDigits(cases, 2),
  });
}

/** What alpha is of, where any track has one. */
function alphaOf({ agreement }: Facts): "none" | "nominal" | "ordinal" | "both" {
  const levels = [...new Set(agreement.parts.flatMap(({ level }) => level ?? []))];
  return levels.length > 1 ? "both" : (levels[0] ?? "none");
}

/** What was planned for cases left without an answer, and what it comes to. */
function formatMissing({ results }: Facts): string {
  const { withMissing, isClaimable } = results.people;
  const { missing, wrong, right } = withMissing;
  if (!isClaimable || missing === 0) return t("methods.missing", { missing });
  const told = { wrong: inPercent(wrong ?? 0), right: inPercent(right ?? 0) };
  return [t("methods.missing", { missing }), t("methods.withMissing", told)].join(" ");
}

function formatPassed({ rows, view }: Facts): string[] {
  if (!rows.study.design.questions.mayPass) return [];
  const passed = countPassed({ rows, view });
  return [t("methods.mayPass"), ...(passed > 0 ? [t("methods.passed", { passed })] : [])];
}
