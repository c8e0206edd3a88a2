import type { ComponentType } from "react";
import { CodesOfCase } from "#components/task-kinds/label/codes-of-case.tsx";
import type { CaseFigureProps } from "#components/task-kinds/kind.ts";
import { CaseFigure } from "#components/task-kinds/options/case-figure.tsx";
import { RatingsOfCase } from "#components/task-kinds/rating/ratings-of-case.tsx";
import { ProfilesOfCase } from "#components/task-kinds/traits/profiles-of-case.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What people and models answered to one case of a study, with a table of the same. */
export const caseFigures: Record<KindName, ComponentType<CaseFigureProps>> = {
  choice: CaseFigure,
  texts: CaseFigure,
  rating: RatingsOfCase,
  pair: CaseFigure,
  traits: ProfilesOfCase,
  label: CaseFigure,
  codes: CodesOfCase,
};
