import type { Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

export type CountedShare = Bounded & { readonly count: number; readonly of: number };

export function countedShare(count: number, of: number, level: number = defaultLevel): CountedShare {
  const { low, high, reason } = wilsonInterval(count, of, level);
  return { count, of, value: of === 0 ? null : count / of, low, high, reason };
}

/** How many of each kind there are, all kinds named, those with none too. */
export function countKinds<Kind extends string>(
  found: readonly Kind[],
  kinds: readonly Kind[],
  of: number = found.length,
  level: number = defaultLevel,
): { kind: Kind; share: CountedShare }[] {
  const counts = new Map<Kind, number>();
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  return kinds.map((kind) => ({ kind, share: countedShare(counts.get(kind) ?? 0, of, level) }));
}

export type FilterFigures = {
  readonly n: number;
  readonly agreement: CountedShare;
  /** Of what the filter rejects, what is rejected in the end; of what is rejected in the end, what the filter rejects. */
  readonly precision: CountedShare;
  readonly recall: CountedShare;
};

/** A filter's decisions beside the final ones of the same items. To find what has to be rejected is what it is for. */
export function filterFigures(
  pairs: readonly { readonly filterAccepts: boolean; readonly accepts: boolean }[],
  level: number = defaultLevel,
): FilterFigures {
  const count = (is: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(is).length;
  const both = count(({ filterAccepts, accepts }) => !filterAccepts && !accepts);
  return {
    n: pairs.length,
    agreement: countedShare(
      count(({ filterAccepts, accepts }) => filterAccepts === accepts),
      pairs.length,
      level,
    ),
    precision: countedShare(
      both,
      count(({ filterAccepts }) => !filterAccepts),
      level,
    ),
    recall: countedShare(
      both,
      count(({ accepts }) => !accepts),
      level,
    ),
  };
}
