import type { ComponentType } from "react";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Labels } from "#components/task-kinds/label/overviews.tsx";
import { Pairs } from "#components/task-kinds/pair/pairs.tsx";
import { Ratings } from "#components/task-kinds/rating/ratings.tsx";
import { TextsFigures } from "#components/task-kinds/texts/results.tsx";
import { Traits } from "#components/task-kinds/traits/traits.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** A figure that only one kind has, beneath those that all have. */
export const overviews: Partial<Record<KindName, ComponentType<OwnOverviewProps>>> = {
  texts: TextsFigures,
  rating: Ratings,
  traits: Traits,
  label: Labels,
  codes: Labels,
  pair: Pairs,
};
