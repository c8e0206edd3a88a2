import { MetricInputError } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

export const traits = ["O", "C", "E", "A", "N"] as const;
export const traitLevels = ["low", "neutral", "high"] as const;
export type Trait = (typeof traits)[number];
export type TraitLevel = (typeof traitLevels)[number];
export type TraitProfile = Readonly<Partial<Record<Trait, TraitLevel | null>>>;

/** 1 less the distance over the five traits, as a part of the largest possible one (10). */
export function personalitySimilarity(
  reference: TraitProfile,
  generated: TraitProfile,
): Figures<"similarity"> {
  let distance = 0;
  let missing = false;
  for (const trait of traits) {
    const a = placeLevel(reference[trait]);
    const b = placeLevel(generated[trait]);
    if (a === null || b === null) missing = true;
    else distance += Math.abs(a - b);
  }
  if (missing) return withoutFigures(["similarity"], "missing_traits");
  const furthest = traits.length * (traitLevels.length - 1);
  return { similarity: (furthest - distance) / furthest, reason: null };
}

function placeLevel(level: TraitLevel | null | undefined): number | null {
  if (level === null || level === undefined) return null;
  const place = traitLevels.indexOf(level);
  if (place < 0)
    throw new MetricInputError("not_a_category", `${JSON.stringify(level)} is not a trait level`);
  return place;
}
