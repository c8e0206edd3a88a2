/** Why a figure doesn't exist. Closed, so that every screen can word each one. */
export const undefinedReasons = [
  "no_items", // nothing was scored, answered or counted
  "no_ranks", // no item whose right answer has a probability
  "no_pairs", // no item was rated twice
  "too_few_items",
  "too_few_raters",
  "unequal_ratings", // items were rated by different numbers of raters
  "missing_ratings", // a complete table is needed
  "one_category", // only one category is used or declared, chance agreement can't be told apart
  "constant", // all values are equal
  "one_class", // only positives or only negatives
  "extreme_proportion", // all right or all wrong on both sides
  "no_error", // perfect agreement leaves no error to build an interval from
  "no_variation", // whatever is resampled or left out, the value is the same: no error to build an interval from
  "own_categories", // options belong to one case each: no category that another case could share
  "mixed_categories", // tracks whose categories differ
  "undeclared_category", // a case offers a name that its track doesn't declare
  "degenerate", // a denominator vanishes
  "too_many_pairs", // more than the exact enumeration is allowed to try
  "missing_traits",
  "too_few_groups", // an interval over groups needs two, one of ranks more
  "disconnected", // nothing compares the one part with the other: no rater, case or pair in common
  "unbeaten", // one part never loses to the other: its lead has no end
  "interim", // it would hold for one look alone, and figures have to hold at every look
] as const;
export type UndefinedReason = (typeof undefinedReasons)[number];

/** The one shape of results that can be undefined: numbers or null, and beside them why any of them is null. */
export type Figures<Name extends string> = Readonly<Record<Name, number | null>> & {
  readonly reason: UndefinedReason | null;
};

export function withoutFigures<Name extends string>(
  names: readonly Name[],
  reason: UndefinedReason,
): Figures<Name> {
  const empty = Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
  return { ...empty, reason };
}

type Finite<Measured> = {
  readonly [Name in keyof Measured]: Name extends "reason"
    ? Measured[Name] | "degenerate"
    : Measured[Name] extends number
      ? number | null
      : Measured[Name];
};

/**
 * The one check of what was found: a figure or a bound that isn't finite is none, and has a reason. Every metric ends here
 * of which some denominator can vanish.
 */
export function keepFinite<Measured extends { readonly reason: string | null }>(
  found: Measured,
): Finite<Measured> {
  let kept: Record<string, unknown> | null = null;
  for (const name in found) {
    const value: unknown = found[name];
    if (typeof value !== "number" || Number.isFinite(value)) continue;
    kept ??= { ...found, reason: found.reason ?? "degenerate" };
    kept[name] = null;
  }
  return (kept ?? found) as Finite<Measured>;
}

/** A figure with its interval; the reason is why it, or else the interval, isn't there. */
export type Bounded = {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: UndefinedReason | null;
};

export const unbounded = (value: number | null, reason: UndefinedReason): Bounded => ({
  value,
  low: null,
  high: null,
  reason,
});
