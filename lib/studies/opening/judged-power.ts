import {
  powerOfMean,
  powerOfPreference,
  powerOfShare,
  type JudgedFigures,
  type JudgedLayout,
} from "#lib/metrics/power/judged.ts";
import { countLinked } from "#lib/studies/strata/schema.ts";
import { measureOf, type TaskMeasure } from "#lib/studies/frame/planned-task.ts";
import type { TrackSize } from "#lib/studies/opening/power-plan.ts";
import { usualMean, usualShare, type Design } from "#lib/studies/schema.ts";
import type { SampleResult } from "#lib/studies/sampling/sampling.ts";

type DrawnCase = { track: string; key: string; group: string | null; origin: string | null };

/** How the drawn cases of a track stand, for one origin on average. */
export type OriginLayout = {
  track: string;
  origins: number;
  cases: number;
  groups: number;
  /** In which two origins both have cases; null with one origin. */
  sharedGroups: number | null;
  /** All origins together. */
  all: { cases: number; groups: number };
};

/** A case without a group stands for itself. */
export function countOriginLayouts(cases: readonly DrawnCase[]): OriginLayout[] {
  return [...Map.groupBy(cases, ({ track }) => track)].map(([track, drawn]) => {
    const byOrigin = Map.groupBy(drawn, ({ origin }) => origin);
    const groups = [...byOrigin.values()].map(
      (own) => new Set(own.map(({ group, key }) => JSON.stringify(group === null ? [key] : group))),
    );
    const shared = groups.flatMap((one, i) =>
      groups.slice(i + 1).map((other) => [...one].filter((group) => other.has(group)).length),
    );
    return {
      track,
      origins: groups.length,
      cases: drawn.length / groups.length,
      all: { cases: drawn.length, groups: groups.reduce((all, one) => new Set([...all, ...one])).size },
      groups: meanOf(groups.map(({ size }) => size)),
      sharedGroups: shared.length === 0 ? null : meanOf(shared),
    };
  });
}

/** Of a draft, whose sample may not be there. */
export const standingOf = ({ sample }: { sample: SampleResult | null }): OriginLayout[] =>
  sample?.ok ? countOriginLayouts(sample.plan.cases.filter(({ stratum }) => stratum === "selected")) : [];

const meanOf = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0) / counts.length;

export type JudgedPower = {
  track: string;
  measure: TaskMeasure;
  /** Null where nothing is computed: levels of traits have no such variance, and a sample has to be drawn before. */
  planned: {
    origins: number;
    layout: JudgedLayout;
    figures: JudgedFigures;
    /** To either side, were one thing twice as much. */
    withMore: { people: number | null; groups: number | null };
  } | null;
};

type PowerDesign = Pick<Design, "sample" | "assignment" | "power">;

/** Of tracks where no answer is right, each by itself. */
export function computeJudged(
  design: PowerDesign,
  tracks: readonly (TrackSize & { track: string })[],
  standing: readonly OriginLayout[],
): JudgedPower[] {
  return tracks.flatMap((counted): JudgedPower[] => {
    const { track } = counted;
    const measure = measureOf(counted);
    if (measure === "accuracy" || !design.sample.quota[track]) return [];
    const found = standing.find((one) => one.track === track);
    const own = found && measure === "wins" ? inOne(found) : found;
    if (!own || measure === "levels") return [{ track, measure, planned: null }];
    const layout = layOut(design, own);
    const figuresOf = (given: JudgedLayout) => compute(measure, design.power, given);
    const twice = { ...layout, ratersEach: 2 * layout.ratersEach, raters: 2 * layout.raters };
    const { groups, sharedGroups } = layout;
    const wide = { ...layout, groups: 2 * groups, sharedGroups: sharedGroups && 2 * sharedGroups };
    const withMore = { people: figuresOf(twice).half, groups: figuresOf(wide).half };
    return [
      { track, measure, planned: { origins: own.origins, layout, figures: figuresOf(layout), withMore } },
    ];
  });
}

/** Comparisons are of two origins each, and their preferences are taken together. */
const inOne = ({ track, all }: OriginLayout): OriginLayout => ({
  track,
  all,
  ...all,
  origins: 1,
  sharedGroups: null,
});

function layOut({ sample, assignment }: PowerDesign, standing: OriginLayout): JudgedLayout {
  const { track, origins, cases, groups, sharedGroups } = standing;
  const { design, people, ratersPerCase } = assignment;
  const linked = countLinked(sample, assignment, "selected", track);
  const each = {
    same: people,
    blocks: countRaters(people, ratersPerCase, linked / (cases * origins)),
    own: Math.min(people, (people * (sample.quota[track] ?? 0)) / (cases * origins)),
  };
  const isPaired = sample.pairBy?.[track] !== undefined;
  const isWhole = design === "same" || (sample.groups?.[track] !== undefined && !isPaired);
  const casesEach = cases / groups;
  const layout = { groups, casesEach, ratersEach: each[design], raters: people, isWhole, sharedGroups };
  return isPaired ? { ...layout, isPaired } : layout;
}

/** Each case counts once, so that what is left of single answers goes by the harmonic mean of raters. */
const countRaters = (people: number, ratersPerCase: number, linked: number): number =>
  1 / (linked / people + (1 - linked) / Math.min(people, ratersPerCase));

const compute = (
  measure: TaskMeasure,
  { mean, share }: Design["power"],
  layout: JudgedLayout,
): JudgedFigures =>
  measure === "mean"
    ? powerOfMean(mean ?? usualMean, layout)
    : (measure === "wins" ? powerOfPreference : powerOfShare)(share ?? usualShare, layout);
