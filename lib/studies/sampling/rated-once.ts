import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import type { RatedOnce, Sample } from "#lib/studies/schema.ts";
import { nameOf } from "#lib/studies/sampling/pools.ts";

/** By the case that is rated, those that its ratings count for as well. */
export type StandIns = ReadonlyMap<EligibleCase, readonly EligibleCase[]>;

/** What can be drawn, without those that another case of the sample stands for. */
export function setStandIns(
  cases: readonly EligibleCase[],
  { ratedOnce = [] }: Pick<Sample, "ratedOnce">,
): { cases: readonly EligibleCase[]; standIns: StandIns } {
  if (ratedOnce.length === 0) return { cases, standIns: new Map() };
  const byName = new Map(cases.map((one) => [nameOf(one), one]));
  const standIns = new Map<EligibleCase, readonly EligibleCase[]>();
  const others = new Set<EligibleCase>();
  for (const { track, key, for: keys } of ratedOnce) {
    const rated = byName.get(nameOf({ track, key }));
    const alike = keys.flatMap((other) => byName.get(nameOf({ track, key: other })) ?? []);
    for (const one of alike) others.add(one);
    if (rated) standIns.set(rated, alike);
  }
  return { cases: cases.filter((one) => !others.has(one)), standIns };
}

type ComparedCase = Pick<EligibleCase, "versionId" | "track" | "key" | "group"> &
  Partial<Pick<EligibleCase, "pair">>;

/** Cases of one group that show raters the same, the first of each by name; `shown` by version, only of what can be rated. */
export function listAlike(cases: readonly ComparedCase[], shown: ReadonlyMap<number, string>): RatedOnce[] {
  const named = cases.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return [...Map.groupBy(named, (one) => alikeBy(one, shown))].flatMap(([by, [first, ...others]]) =>
    by === null || !first || others.length === 0
      ? []
      : [{ track: first.track, key: first.key, for: others.map(({ key }) => key) }],
  );
}

/** Null where the case is rated by itself at any rate: without a group nobody says that two are of one scenario. */
function alikeBy(
  { versionId, track, group, pair = null }: ComparedCase,
  shown: ReadonlyMap<number, string>,
): string | null {
  const digest = shown.get(versionId);
  return digest === undefined || group === null ? null : JSON.stringify([track, group, pair, digest]);
}

/** A case that its stand-in no longer speaks for, since one of them was edited or is not in the frame. */
export type NoLongerAlike = { track: string; key: string; other: string };

export function findNoLongerAlike(
  cases: readonly EligibleCase[],
  shown: ReadonlyMap<number, string>,
  ratedOnce: readonly RatedOnce[],
): NoLongerAlike[] {
  const byName = new Map(cases.map((one) => [nameOf(one), alikeBy(one, shown)]));
  return ratedOnce.flatMap(({ track, key, for: others }) => {
    const own = byName.get(nameOf({ track, key }));
    return others.flatMap((other) => {
      const found = byName.get(nameOf({ track, key: other }));
      // Of a track that isn't in the frame nothing is drawn.
      if (own === undefined && found === undefined) return [];
      return own != null && own === found ? [] : [{ track, key, other }];
    });
  });
}
