import { hash as digest } from "node:crypto";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { differInCases, variationKey, variationOf, type Arms } from "#lib/studies/arms/schema.ts";
import type { Plan, PlannedCase } from "#lib/studies/sampling/sampling.ts";
import type { Stratum } from "#lib/studies/schema.ts";

/** A case as it is asked under one arm. */
export type DealtCase = PlannedCase & {
  /** How it is shown there; null as it is. */
  variation: string | null;
};
type DealtCell = Plan["cells"][number] & {
  /** The arm of everybody who gets it, the first being 1; null where each case has one. */
  arm: number | null;
};
export type DealtPlan = { cases: readonly DealtCase[]; cells: readonly DealtCell[] };

/** Checks and practice are the same under every arm. */
export const isVaried = (stratum: Stratum): boolean => stratum !== "attention" && stratum !== "practice";

/** Every set of cases comes once under each arm; without arms the plan is as it was drawn. */
export function dealPlan({ cases, cells }: Plan, seed: number, arms?: Arms): DealtPlan {
  if (!arms)
    return {
      cases: cases.map((one) => ({ ...one, variation: null })),
      cells: cells.map((cell) => ({ ...cell, arm: null })),
    };
  const shown = listShown(cases, seed, arms);
  return {
    cases: shown.cases,
    cells: cells.flatMap((cell) => {
      const ranks = arms.unit === "cases" ? rankIn(cell.cases, cases, seed) : null;
      return arms.arms.map((_, arm): DealtCell => {
        const under = (place: number) => ((ranks?.get(place) ?? 0) + arm) % arms.arms.length;
        return {
          capacity: cell.capacity,
          arm: ranks ? null : arm + 1,
          cases: cell.cases.map((place) => shown.placeOf(place, under(place))),
        };
      });
    }),
  };
}

/** Each case as often as it is shown in another way, in the order of the plan. */
function listShown(cases: readonly PlannedCase[], seed: number, arms: Arms) {
  const shown: DealtCase[] = [];
  const isInCases = differInCases(arms.differ);
  const places = cases.map((one) => {
    const ways =
      isInCases && isVaried(one.stratum) ? arms.arms.map((_, arm) => variationOf(arms, arm, seed)) : [null];
    return ways.map((way) => shown.push({ ...one, variation: way && variationKey(way) }) - 1);
  });
  return {
    cases: shown,
    placeOf: (place: number, arm: number) => places[place]?.at(isInCases ? arm : 0) ?? -1,
  };
}

/** In each stratum and track chance decides where the turns of the arms begin; so all arms have as many, or one more. */
function rankIn(
  places: readonly number[],
  cases: readonly PlannedCase[],
  seed: number,
): ReadonlyMap<number, number> {
  const named = places.flatMap((place) => {
    const one = cases[place];
    return one ? [{ place, ...one }] : [];
  });
  const drawn = orderBySeed(named, BigInt(seed), ({ track, key }) => `arm\n${track}\n${key}`);
  const inTurn = [...Map.groupBy(drawn, ({ stratum, track }) => `${stratum}\n${track}`).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => group);
  return new Map(inTurn.map(({ place }, rank) => [place, rank]));
}

/** Of the plan with its arms: what was looked at before opening. */
export const digestWithArms = (drawn: string, arms: Arms | undefined): string =>
  arms ? digest("sha256", JSON.stringify([drawn, arms])) : drawn;
