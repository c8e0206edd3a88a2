import {
  measureBest,
  measureEquivalence,
  measureLooks,
  measurePlaces,
} from "#bench/support/coverage/measure-claims.ts";
import { measureDesigns } from "#bench/support/coverage/measure-designs.ts";
import { measureStrata } from "#bench/support/coverage/measure-strata.ts";
import { measureTroubles } from "#bench/support/coverage/measure-troubles.ts";
import { measureGroups } from "#bench/support/coverage/measure-groups.ts";
import { measureRaters } from "#bench/support/coverage/measure-raters.ts";
import { scale, type Figure } from "#bench/support/figure.ts";

export const name = "coverage";
export const about =
  "how often intervals hold the truth, and tests err, in simulated studies (minutes; no server)";

const few = (studies: number) => Math.max(20, Math.round(studies * scale));

export const run = (): Promise<Figure[]> =>
  Promise.resolve([
    ...measureDesigns(few(20_000)),
    ...measureBest(few(5000)),
    ...measureLooks(few(2000)),
    ...measureEquivalence(few(4000)),
    ...measurePlaces(few(1000)),
    ...measureGroups(few(2000)),
    ...measureStrata(few(20_000)),
    ...measureTroubles(few(20_000)),
    ...measureRaters(few(2000)),
  ]);
