import type { TrackCount } from "#lib/studies/frame/survey.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import {
  countDifferent,
  countLinked,
  countNames,
  countSets,
  quotaOf,
  sampledStrata,
  type SampledStratum,
} from "#lib/studies/strata/schema.ts";
import type { Assignment, Sample } from "#lib/studies/schema.ts";

export type TrackCases = Pick<TrackCount, "track" | "selected" | "unsure" | "controls">;

type TrackNeed = {
  track: string;
  stratum: SampledStratum;
  perPerson: number;
  /** Different cases, for each to be used as often as planned. */
  needed: number;
  /** Null where nobody has counted. */
  there: number | null;
};

export type Consequences = {
  cells: number;
  perPerson: number;
  /** Of these, how many everybody gets. */
  linked: number;
  answers: number;
  /** How many people each arm has; all of them where there are none. */
  perArm: number;
  /** How many people answer one case, under each arm where there are some, when everybody planned has come. */
  raters: readonly [least: number, most: number];
  needs: TrackNeed[];
};

/** Null while a number is missing or out of range. Tracks come in the order of those available. */
export function listConsequences(
  { design, people, ratersPerCase, arms }: Assignment,
  sample: Pick<Sample, "quota" | "unsure" | "controls" | "linked">,
  available: readonly TrackCases[],
): Consequences | null {
  const numbers = design === "blocks" ? [people, ratersPerCase] : [people];
  if (!numbers.every((one) => Number.isInteger(one) && one > 0)) return null;
  const perArm = peoplePerArm({ people, arms });
  const cells = countSets({ design, people: perArm, ratersPerCase });
  const placeOf = (track: string) => available.findIndex((one) => one.track === track);
  const needs = sampledStrata.flatMap((stratum) =>
    Object.entries(quotaOf(sample, stratum))
      .filter(([, perPerson]) => perPerson > 0)
      .sort(([a], [b]) => placeOf(a) - placeOf(b))
      .map(([track, perPerson]): TrackNeed => {
        const counted = available.find((one) => one.track === track);
        const there = counted?.[countNames[stratum]] ?? null;
        const linked = countLinked(sample, { design }, stratum, track);
        return { track, stratum, perPerson, needed: countDifferent(cells, perPerson, linked), there };
      }),
  );
  const linked = needs.reduce((sum, one) => sum + countLinked(sample, { design }, one.stratum, one.track), 0);
  const perPerson = needs.reduce((sum, need) => sum + need.perPerson, 0);
  const mostUses = Math.max(1, ...needs.map(({ there, needed }) => (there ? Math.ceil(needed / there) : 1)));
  const raters: readonly [number, number] =
    design === "same"
      ? [perArm, perArm]
      : design === "own"
        ? [1, mostUses]
        : [Math.floor(perArm / cells), Math.ceil(perArm / cells)];
  return { cells, perPerson, linked, answers: people * perPerson, perArm, raters, needs };
}
