import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import {
  listReplicates,
  drawReplicates,
  placeStatistics,
  type ReplicatePart,
} from "#lib/metrics/crossed/replicates.ts";
import {
  concludeReplicates,
  withoutTest,
  type ResampledFigure,
  type ResampledTest,
} from "#lib/metrics/crossed/resampled-figure.ts";

/** `casesOnly` resamples the same cases with everybody counted once. */
export type PeopleFigure = ResampledFigure & {
  readonly casesOnly: ResampledFigure;
  readonly answers: number;
};
export type GapFigure = ResampledTest & { readonly casesOnly: ResampledTest };

export type BootstrapFigures = {
  readonly b: number;
  readonly seed: number;
  readonly level: number;
  /** Share of right answers. */
  readonly people: PeopleFigure;
  /** Share of right answers, each case once, by model. */
  readonly models: readonly ResampledFigure[];
  /** People less model on the same answers, by model. */
  readonly gaps: readonly GapFigure[];
};

/**
 * Resamples people and cases together, each as a multinomial draw, by percentiles. The replicates may have been drawn in
 * parts, anywhere and in any order.
 */
export function concludeBootstrap(input: CrossedInput, parts: readonly ReplicatePart[]): BootstrapFigures {
  const { b, seed, level = defaultLevel } = input;
  const places = placeStatistics(input.models.length);
  const observed = parts[0]?.observed ?? new Float64Array(places.count).fill(NaN);
  const all = new Float64Array(b);
  const conclude = (place: number): ResampledTest => {
    for (const part of parts) all.set(listReplicates(part, place), part.from);
    const value = observed[place] as number;
    return concludeReplicates(Number.isNaN(value) ? null : value, all, level);
  };
  const models = [...input.models.keys()];
  return {
    b,
    seed,
    level,
    people: {
      ...withoutTest(conclude(places.people)),
      casesOnly: withoutTest(conclude(places.peopleOnce)),
      answers: input.answers.person.length,
    },
    models: models.map((m) => withoutTest(conclude(places.model(m)))),
    gaps: models.map((m) => ({ ...conclude(places.gap(m)), casesOnly: conclude(places.gapOnce(m)) })),
  };
}

export function crossedBootstrap(input: CrossedInput): BootstrapFigures {
  return concludeBootstrap(input, [drawReplicates(input, 0, input.b)]);
}
