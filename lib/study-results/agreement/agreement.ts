import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import type { Bounded, UndefinedReason } from "#lib/metrics/measure.ts";
import type { AgreementMeasure, Categories } from "#lib/metrics/agreement/agreement-tally.ts";
import type { Choices } from "#lib/metrics/scores/choice-table.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import { clusterByWork } from "#lib/study-results/overview/packed-selection.ts";
import { getChoices, countOptions, getCompared, hasRight } from "#lib/study-results/rows/choices.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** How much one track, or all of them together, has to tell about agreement. */
type AgreementCounts = {
  /** Null for all tracks of the view. */
  track: string | null;
  cases: number;
  /** Cases with two answers or more: the only ones that tell anything. */
  twice: number;
  people: number;
  answers: number;
  /** The fewest and the most answers that a case has. */
  least: number;
  most: number;
};

export type AgreementPart = AgreementCounts & {
  /** What alpha is of; null where cases don't share their categories. */
  level: "nominal" | "ordinal" | null;
  figures: Readonly<Record<AgreementMeasure, AgreementFigure>>;
};

/** Without an interval where figures have to hold at every look: it would hold for one alone. */
type AgreementFigure = Bounded;

/** All tracks of the view together, and then each of them where there are several. */
export type Agreement = { parts: readonly AgreementPart[] };

/** Above so many answers others would have to wait. */
const manyAnswers = 20_000;

/** Nothing is claimed of so little. */
export const isTooSmall = (counts: AgreementCounts): boolean => !hasEnoughData(counts);

/** How far people choose the same; kept until an answer changes it. */
export function getAgreement(rows: StudyRows, view: View): Promise<Agreement> {
  return memoize(rows, `agreement ${viewKey(view)}`, async () => ({
    parts: await Promise.all(listViews(rows, view).map((part) => measurePart(rows, part))),
  }));
}

async function measurePart(rows: StudyRows, view: View): Promise<AgreementPart> {
  const { choices, categories, reason } = compareByCategory(rows, view);
  const isMany = choices.choice.length > manyAnswers;
  const groupOf = hasRight(rows) ? null : clusterByWork(getCompared(rows, view));
  const byGroup = groupOf ? { groupOf } : {};
  const { figures } = await (isMany
    ? runInThread("agree", [choices, categories, byGroup])
    : agreeTwoWay(choices, categories, byGroup));
  const figureOf = (name: AgreementMeasure): AgreementFigure => {
    const figure = figures[name];
    if (figure.reason === "own_categories") return { ...figure, reason };
    if (figure.value === null || !holdsAtEveryLook(rows, view.who)) return figure;
    return { value: figure.value, low: null, high: null, reason: "interim" };
  };
  return {
    ...count(view.track, getChoices(rows, view)),
    level: categories.are === "own" ? null : categories.ordered ? "ordinal" : "nominal",
    figures: {
      pairwise: figureOf("pairwise"),
      freeKappa: figureOf("freeKappa"),
      unanimous: figureOf("unanimous"),
      alpha: figureOf("alpha"),
      fleiss: figureOf("fleiss"),
    },
  };
}

/** A view of everything, and one of each track where there are several. */
export function listViews({ tracks }: StudyRows, view: View): View[] {
  const each = view.track === null && tracks.length > 1 ? tracks : [];
  return [view, ...each.map(({ name }) => ({ ...view, track: name }))];
}

function count(track: string | null, { people, cases, case: caseOf, choice }: Choices): AgreementCounts {
  const sizes = new Int32Array(cases);
  for (const at of caseOf) sizes[at] = (sizes[at] ?? 0) + 1;
  const counts = { twice: 0, least: Infinity, most: 0 };
  for (const size of sizes) {
    if (size >= 2) counts.twice += 1;
    counts.least = Math.min(counts.least, size);
    counts.most = Math.max(counts.most, size);
  }
  const least = cases === 0 ? 0 : counts.least;
  return { track, cases, people, answers: choice.length, ...counts, least };
}

type Comparable = {
  choices: Parameters<typeof agreeTwoWay>[0];
  categories: Categories;
  /** Why there is no alpha; null where all cases share their categories. */
  reason: UndefinedReason | null;
};

/** The choices of a view: by shared category where all its cases share them, else by the places in each case's own list. */
function compareByCategory(rows: StudyRows, view: View): Comparable {
  const choices = { ...getChoices(rows, view), options: countOptions(rows, view) };
  const byPlace = (reason: UndefinedReason): Comparable => ({ choices, categories: { are: "own" }, reason });
  if (serverKindOf(rows.kind).categoriesAre === "own") return byPlace("own_categories");
  const { cases } = getCompared(rows, view);
  const tracks = [...new Set(Array.from(cases, (at) => rows.cases[at]?.track ?? 0))];
  const [declared, ...others] = tracks.flatMap((track) => rows.tracks[track] ?? []);
  if (!declared || [declared, ...others].every(({ categories }) => categories === "own"))
    return byPlace("own_categories");
  const isSame = ({ categories, categoryNames }: typeof declared) =>
    categories === declared.categories &&
    categoryNames.length === declared.categoryNames.length &&
    categoryNames.every((name, i) => name === declared.categoryNames[i]);
  if (!others.every(isSame)) return byPlace("mixed_categories");
  const placeOf = new Map(declared.categoryNames.map((name, place) => [name, place]));
  const places = Array.from(cases, (at) =>
    (rows.cases[at]?.optionNames ?? []).map((name) => placeOf.get(name)),
  );
  if (places.flat().includes(undefined)) return byPlace("undeclared_category");
  return {
    choices: {
      ...choices,
      choice: Array.from(choices.choice, (own, i) => places[choices.case[i] as number]?.[own] ?? 0),
    },
    categories: { are: "shared", count: placeOf.size, ordered: declared.categories === "ordered" },
    reason: null,
  };
}
