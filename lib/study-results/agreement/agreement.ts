import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { agreementMeasures, type AgreementMeasure } from "#lib/metrics/agreement/agreement-tally.ts";
import type { Choices } from "#lib/metrics/scores/choice-table.ts";
import { compareByCategory } from "#lib/study-results/agreement/categories.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { runAgreement } from "#lib/study-results/resampling/run-bootstrap.ts";
import { getChoices } from "#lib/study-results/rows/choices.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

export const agreementNames = agreementMeasures;
export type AgreementName = AgreementMeasure;

/** How much one track, or all of them together, has to tell about agreement. */
export type AgreementCounts = {
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
  figures: Readonly<Record<AgreementName, AgreementFigure>>;
};

/** Without an interval where figures have to hold at every look: it would hold for one alone. */
export type AgreementFigure = Bounded;

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
  const { figures } = await (isMany
    ? runAgreement({ choices, categories })
    : agreeTwoWay(choices, categories));
  const figureOf = (name: AgreementName): AgreementFigure => {
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
