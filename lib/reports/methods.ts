import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { listCompared, type Facts } from "#lib/reports/facts.ts";
import { inDigits, inPercent, inRange } from "#lib/figures/written.ts";
import { listHead, listWarnings } from "#lib/reports/head.ts";
import { commentLatex, escapeLatex } from "#lib/reports/tables/latex.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import {
  describeAssignment,
  describeCourse,
  describePeople,
  describeRules,
  describeSample,
  describeTask,
} from "#lib/reports/methods-sample.ts";
import { mark } from "#lib/reports/standing.ts";
import { joinList, nameApart, nameRun, t, wordSensitivity } from "#lib/reports/words.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import { falseDiscovery, leastItems, readEpsilon } from "#lib/study-results/agreement/alternative.ts";

/** What a paper says of how it was done: paragraphs, each as one text without marks. */
export function writeMethods(facts: Facts): string[] {
  return [
    ...listWarnings(facts),
    mark(facts, describeSample(facts).join(" "), "design"),
    mark(facts, [...describeAssignment(facts), ...describeTask(facts)].join(" "), "design"),
    mark(facts, describeRules(facts), "design"),
    mark(facts, [...describePeople(facts), ...describeCourse(facts)].join(" "), "rest"),
    mark(facts, describeFigures(facts).join(" "), "people"),
    ...describeClaims(facts).map((text) => mark(facts, text, "comparator")),
    ...describeAlternative(facts).map((text) => mark(facts, text, "alternative")),
    mark(facts, describeOthers(facts).join(" "), "rest"),
    describeSoftware(facts),
  ];
}

function describeFigures(facts: Facts): string[] {
  const { results } = facts;
  const { leastAnswers, leastPeople, leastCases, works } = results.method;
  return [
    t("methods.scoring", {
      cases: results.people.n.cases,
      ties: results.consensus.ties,
    }),
    describeMissing(facts),
    ...describePassed(facts),
    t("methods.intervals", { works: works ?? 0 }),
    t("methods.few", { leastAnswers, leastPeople, leastCases }),
  ];
}

/** The one comparison that the plan names. */
function describeClaims({ rows, plan }: Facts): string[] {
  const run = rows.runs.find(({ id }) => id === rows.study.comparatorRunId);
  if (!run) return [];
  const unserved = plan?.comparator?.unserved ?? null;
  const margin = plan?.design.claims?.margin ?? null;
  const name = nameRun(run);
  return [
    [
      unserved
        ? t("methods.comparatorUnserved", { name, cases: unserved.cases, runs: unserved.candidates })
        : t("methods.comparator", { name }),
      t("methods.comparatorTests"),
      ...(margin === null ? [] : [t("methods.margin", { margin: inPercent(margin) })]),
    ].join(" "),
  ];
}

function describeAlternative({ rows, alternatives }: Facts): string[] {
  if (!alternatives.some(({ passes }) => passes !== null)) return [];
  const told = { epsilon: readEpsilon(rows).epsilon, least: leastItems, rate: falseDiscovery };
  return [t("methods.alternative", told)];
}

/** What nobody said beforehand that it would be looked at. */
function describeOthers(facts: Facts): string[] {
  const { results } = facts;
  const { b, seed } = results.resampled;
  const tests = results.models.filter(({ consensusLessModel }) => consensusLessModel.holm !== null).length;
  return [
    describeModels(facts),
    ...(tests > 0 ? [t("methods.tests", { tests })] : []),
    t("methods.scores", { bins: defaultBins }),
    t("methods.agreement", { alpha: alphaOf(facts) }),
    t("methods.resampled", { b, seed: String(seed) }),
    describeSensitivity(facts),
    ...describeWholeBenchmark(facts),
  ];
}

function describeWholeBenchmark({ results, view }: Facts): string[] {
  const { people, cases } = results.benchmark ?? {};
  if (!people?.isClaimable || people.accuracy === null || cases === undefined) return [];
  const { low, high } = people.interval;
  const range = low === null || high === null ? "–" : inRange(low, high);
  return [t("methods.wholeBenchmark", { who: view.who, cases, share: inPercent(people.accuracy), range })];
}

function describeSensitivity({ results }: Facts): string {
  const { accuracy, low, high, spread, reason } = results.mixedModel;
  const { people, cases } = spread;
  if (accuracy === null || low === null || high === null || people === null || cases === null)
    return t("methods.noMixedModel", { reason: wordSensitivity(reason ?? "no_interval") });
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
function describeMissing({ results }: Facts): string {
  const { withMissing, isClaimable } = results.people;
  const { missing, wrong, right } = withMissing;
  if (!isClaimable || missing === 0) return t("methods.missing", { missing });
  const told = { wrong: inPercent(wrong ?? 0), right: inPercent(right ?? 0) };
  return [t("methods.missing", { missing }), t("methods.withMissing", told)].join(" ");
}

function describePassed({ rows, view }: Facts): string[] {
  if (!rows.study.design.questions.mayPass) return [];
  const passed = countPassed({ rows, view });
  return [t("methods.mayPass"), ...(passed > 0 ? [t("methods.passed", { passed })] : [])];
}

function describeModels(facts: Facts): string {
  const { results } = facts;
  const listed = [
    ...listCompared(facts).map((model) => ({ ...model, name: nameRun(model) })),
    ...results.models
      .filter(({ isTested }) => !isTested)
      .map((model) => ({ ...model, name: nameApart(model) })),
  ];
  if (listed.length === 0) return t("methods.noModels");
  const list = listed.map(({ name, ranAt, answered }) =>
    t("methods.model", {
      name,
      date: ranAt ? t("methods.ranAt", { date: ranAt }) : t("methods.ranAtUnknown"),
      answered,
      cases: results.people.n.cases,
    }),
  );
  return t("methods.models", { list: list.length === 1 ? joinList(list) : list.join("; ") });
}

const describeSoftware = ({ version, plan, results }: Facts): string =>
  t("methods.software", {
    version,
    rules: results.method.rules,
    planned: plan?.software.version ?? version,
    stamp: results.stamp,
  });

export const writeMethodsMarkdown = (facts: Facts, methods: readonly string[]): string =>
  [`# ${t("headings.methods")}`, ...listHead(facts), ...methods]
    .map((text, i) => (i === 0 ? text : escapeMarkdown(text)))
    .join("\n\n")
    .concat("\n");

export const writeMethodsLatex = (facts: Facts, methods: readonly string[]): string =>
  [listHead(facts).map(commentLatex).join("\n"), ...methods.map(escapeLatex)].join("\n\n").concat("\n");
