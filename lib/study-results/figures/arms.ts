import type { ForestGroup, ForestRow } from "#lib/figures/drawn/forest.ts";
import { type FigureOf, tabulate } from "#lib/figures/figure.ts";
import { inPointRange, inPoints } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { getArms, type ArmModel, type ArmResults } from "#lib/study-results/arms/arms.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import type { ArmDifference } from "#lib/study-results/figure-schemas.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { markName } from "#lib/study-results/figures/models.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, type View } from "#lib/study-results/schema.ts";

const formatMethod = ({ method, version }: { method: string; version: string }): string =>
  [method, version].filter(Boolean).join(" · ");

const runNamed = (model: string, runs: readonly { method: string; version: string }[]): string =>
  [model, [...new Set(runs.map(formatMethod))].join(" / ")].filter(Boolean).join(" ");

/** What people and each model did under each arm, one under the other, and below by how much arms differ. Null without arms, or where no answer is right or wrong. */
export function drawArms(rows: StudyRows, view: View, locale: Locale): FigureOf<"forest"> | null {
  const arms = getArms(rows, view);
  if (arms.length === 0 || !hasRight(rows)) return null;
  const t = wordsIn(locale, "resultsArms");
  const forest = wordsIn(locale, "resultsOverview.forest");
  const ofPeople: ForestGroup = {
    heading: forest(view.who),
    isPaired: true,
    rows: arms.map((arm) => makePeopleRow(arm, locale)),
  };
  const differences = getArmDifferences(rows, view);
  const nameOf = (arm: number) => arms[arm - 1]?.name ?? "";
  const pair = ({ first, second }: ArmDifference) =>
    t("differences.pair", { first: nameOf(first), second: nameOf(second) });
  const ofModels = differences.models.map((one) => {
    const [run] = one.runs;
    const name = markName(run, runNamed(run.model, one.runs), locale);
    return makeDifferenceRow(one, `${name}: ${pair(one)}`, "model", locale);
  });
  const groups = [
    {
      heading: forest(view.who),
      rows: differences.people.map((one) => makeDifferenceRow(one, pair(one), "people", locale)),
    },
    { heading: t("figure.models"), rows: ofModels },
  ];
  return {
    title: t("figure.title"),
    figure: {
      kind: "forest",
      input: {
        groups: [ofPeople, ...listModelGroups(rows, arms, locale)],
        differences: {
          groups: groups.filter((group) => group.rows.length > 0),
          axis: t("figure.differences"),
        },
        words: { axis: forest("axis"), value: "%", interval: forest("interval"), n: "n" },
      },
    },
    csv: tabulate(listLines(rows, view), {
      kind: ({ kind }) => kind,
      name: ({ name }) => name,
      method: ({ method }) => method,
      arm: ({ arm }) => arm,
      less: ({ less }) => less,
      n: ({ n }) => n,
      value: ({ value }) => value,
      low: ({ low }) => low,
      high: ({ high }) => high,
      p: ({ p }) => p,
      p_holm: ({ holm }) => holm,
      reason: ({ reason }) => reason,
    }),
  };
}

export const makeArms: FigureMaker = (rows, view, _asked, locale) => drawArms(rows, view, locale);

function makePeopleRow({ arm, name, people, interval }: ArmResults, locale: Locale): ForestRow {
  const { accuracy, isClaimable, n } = people;
  const tooFew = wordsIn(locale, "resultsOverview.forest")("tooFew", { n: n.answers });
  return {
    id: `people-${arm}`,
    label: name,
    kind: "people",
    n: n.answers,
    ...(isClaimable
      ? { value: accuracy, low: interval.low, high: interval.high }
      : { value: null, low: null, high: null, instead: tooFew }),
  };
}

type RunUnderArm = { arm: ArmResults; model: ArmModel };

/** The runs of one model, arm by arm; several under one arm are told apart by their method. */
function listModelGroups({ runs }: StudyRows, arms: readonly ArmResults[], locale: Locale): ForestGroup[] {
  const asked = arms.flatMap((arm) => arm.models.map((model): RunUnderArm => ({ arm, model })));
  return [...Map.groupBy(asked, ({ model }) => model.points.model)].map(([name, all]) => {
    const isPaired = new Set(all.map(({ arm }) => arm.arm)).size === all.length;
    const methods = new Set(all.map(({ model }) => formatMethod(model.points)));
    const run = runs.find(({ id }) => id === all[0]?.model.points.runId);
    return {
      heading: run ? markName(run, runNamed(name, methods.size === 1 ? [run] : []), locale) : name,
      isPaired,
      rows: all.map((one) => makeModelRow(one, methods.size > 1, locale)),
    };
  });
}

function makeModelRow(
  { arm, model: { points, interval } }: RunUnderArm,
  hasMethod: boolean,
  locale: Locale,
): ForestRow {
  const { runId, answered, top1, apart } = points;
  const isSelecting = apart === "selecting";
  const t = wordsIn(locale, "resultsArms.models");
  const isShown = !isSelecting && answered >= minForClaim.cases;
  const tooFew = wordsIn(locale, "resultsOverview.forest")("tooFew", { n: answered });
  return {
    id: `run-${runId}-${arm.arm}`,
    label: arm.name,
    kind: isSelecting ? "selecting" : "model",
    n: answered,
    ...(hasMethod && { note: formatMethod(points) }),
    ...(isShown
      ? { value: top1, low: interval?.low ?? null, high: interval?.high ?? null }
      : { value: null, low: null, high: null, instead: isSelecting ? t("bySelection") : tooFew }),
  };
}

function makeDifferenceRow(
  { first, second, cases, value, low, high, reason }: ArmDifference,
  label: string,
  kind: "people" | "model",
  locale: Locale,
): ForestRow {
  const t = wordsIn(locale, "resultsArms.differences");
  const join = wordsIn(locale, "resultsOverview.interval");
  const isShown = reason === null && value !== null;
  return {
    id: `${kind}-${first}-${second}-${label}`,
    label,
    kind,
    n: cases,
    value: isShown ? value : null,
    low: isShown ? low : null,
    high: isShown ? high : null,
    ...(isShown ? { valueLabel: inPoints(value) } : reason && { instead: t(`reasons.${reason}`) }),
    ...(isShown &&
      low !== null &&
      high !== null && { intervalLabel: inPointRange(low, high, (ends) => join("ends", ends)) }),
  };
}

type Line = {
  kind: "people" | "model" | "difference";
  name: string;
  method: string;
  arm: string;
  less: string | null;
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  holm: number | null;
  reason: string | null;
};

/** What the drawing withholds has no number in its file either. */
function listLines(rows: StudyRows, view: View): Line[] {
  const arms = getArms(rows, view);
  const { people, models } = getArmDifferences(rows, view);
  const nameOf = (arm: number) => arms[arm - 1]?.name ?? "";
  const none = { low: null, high: null, p: null, holm: null };
  const plain = { less: null, p: null, holm: null };
  const ofDifference = (one: ArmDifference, name: string, runs: readonly RunRow[]): Line => {
    const { first, second, cases, value, low, high, p, holm, reason } = one;
    const of = { method: [...new Set(runs.map(formatMethod))].join(" / "), less: nameOf(second), reason };
    const figures = reason === null ? { value, low, high, p, holm } : { value: null, ...none };
    return { ...figures, ...of, kind: "difference", name, arm: nameOf(first), n: cases };
  };
  return [
    ...arms.map(({ name, people: { n, accuracy, isClaimable, reason }, interval }): Line => {
      const figures = isClaimable
        ? { value: accuracy, low: interval.low, high: interval.high, reason }
        : { value: null, ...none, reason: "too_few" };
      return { ...plain, ...figures, kind: "people", name: view.who, method: "", arm: name, n: n.answers };
    }),
    ...arms.flatMap((arm) =>
      arm.models.map(({ points, interval }): Line => {
        const { model, answered, top1, apart, reason } = points;
        const isSelecting = apart === "selecting";
        const figures =
          isSelecting || answered < minForClaim.cases
            ? { value: null, ...none, reason: isSelecting ? "by_selection" : "too_few" }
            : { value: top1, low: interval?.low ?? null, high: interval?.high ?? null, reason };
        const method = formatMethod(points);
        return { ...plain, ...figures, kind: "model", name: model, method, arm: arm.name, n: answered };
      }),
    ),
    ...people.map((one) => ofDifference(one, view.who, [])),
    ...models.map((one) => ofDifference(one, one.runs[0].model, one.runs)),
  ];
}
