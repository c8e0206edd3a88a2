import { agreementIntervals } from "#lib/metrics/agreement/agreement-intervals.ts";
import { countChoices, type Choices } from "#lib/metrics/scores/choice-table.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import type { ResampledFigure } from "#lib/metrics/crossed/resampled-figure.ts";
import { getChoices } from "#lib/study-results/rows/choices.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { runAgreement } from "#lib/study-results/resampling/run-bootstrap.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { resamples, viewKey, type View } from "#lib/study-results/schema.ts";

export const agreementNames = ["alpha", "kappa", "pairwise", "unanimous"] as const;
export type AgreementName = (typeof agreementNames)[number];

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
  figures: Readonly<Record<AgreementName, ResampledFigure>>;
};

export type Agreement = {
  b: number;
  seed: number;
  /** All tracks of the view together, and then each of them where there are several. */
  parts: readonly AgreementPart[];
};

/** Above so many answers each resample takes long, and a thousand of them are enough for two digits. */
const manyAnswers = 20_000;
const fewerResamples = 1000;

/** Nothing is claimed of so little. */
export const isTooSmall = (counts: AgreementCounts): boolean => !isClaimable(counts);

/** Why a figure isn't there; null where it is. */
export const missingReason = ({ value, reason }: ResampledFigure): UndefinedReason | null =>
  value === null ? reason : null;

/** The figures without their intervals, where that takes no time; null where it does. */
export function getAgreementPoints(rows: StudyRows, view: View): readonly AgreementPart[] | null {
  if (getChoices(rows, view).choice.length > manyAnswers) return null;
  return memoize(rows, `agreement points ${viewKey(view)}`, () =>
    listViews(rows, view).map((part) => {
      const choices = getChoices(rows, part);
      const figures = agreementIntervals({ ...countChoices(choices), b: 1, seed: 0 });
      return { ...count(part.track, choices), figures };
    }),
  );
}

/** How far people choose the same, cases resampled; kept until an answer changes it. */
export function getAgreement(rows: StudyRows, view: View): Promise<Agreement> {
  return memoize(rows, `agreement ${viewKey(view)}`, async () => {
    const seed = rows.study.design.sample.seed;
    const b = getChoices(rows, view).choice.length > manyAnswers ? fewerResamples : resamples;
    const parts = listViews(rows, view).map(async (part) => {
      const choices = getChoices(rows, part);
      const figures = await runAgreement({ ...countChoices(choices), b, seed });
      return { ...count(part.track, choices), figures };
    });
    return { b, seed, parts: await Promise.all(parts) };
  });
}

function listViews({ tracks }: StudyRows, view: View): View[] {
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
