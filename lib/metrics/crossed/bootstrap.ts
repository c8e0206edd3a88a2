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
export type GroupFigure = ResampledFigure & { readonly casesOnly: ResampledFigure; readonly answers: number };
export type GapFigure = ResampledTest & { readonly casesOnly: ResampledTest };

export type BootstrapFigures = {
  readonly b: number;
  readonly seed: number;
  readonly level: number;
  /** Share of right answers, by group. */
  readonly people: readonly GroupFigure[];
  /** Share of right answers, each case once, by model. */
  readonly models: readonly ResampledFigure[];
  /** People less model on the same answers, by group and model. */
  readonly gaps: readonly (readonly GapFigure[])[];
  /** The first group less the second, for each pair in the order 0-1, 0-2, 1-2, 0-3 … */
  readonly differences: readonly (ResampledTest & { readonly first: number; readonly second: number })[];
};

/**
 * Resamples people (each group by itself) and cases together, each as a multinomial draw, by percentiles. The replicates
 * may have been drawn in parts, anywhere and in any order.
 */
export function concludeBootstrap(input: CrossedInput, parts: readonly ReplicatePart[]): BootstrapFigures {
  const { b, seed, level = defaultLevel } = input;
  const places = placeStatistics(input.groups, input.models.length);
  const observed = parts[0]?.observed ?? new Float64Array(places.count).fill(NaN);
  const groups = countAnswers(input);
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
    people: [...groups.entries()].map(([g, answers]) => ({
      ...withoutTest(conclude(places.people(g))),
      casesOnly: withoutTest(conclude(places.peopleOnce(g))),
      answers,
    })),
    models: models.map((m) => withoutTest(conclude(places.model(m)))),
    gaps: [...groups.keys()].map((g) =>
      models.map((m) => ({
        ...conclude(places.gap(g, m)),
        casesOnly: conclude(places.gapOnce(g, m)),
      })),
    ),
    differences: [...groups.keys()].flatMap((second) =>
      [...groups.keys()].slice(0, second).map((first) => ({
        first,
        second,
        ...conclude(places.difference((second * (second - 1)) / 2 + first)),
      })),
    ),
  };
}

function countAnswers({ groups, groupOf, answers }: CrossedInput): Int32Array {
  const counts = new Int32Array(groups);
  for (const person of answers.person) {
    const group = groupOf ? (groupOf[person] as number) : 0;
    counts[group] = (counts[group] as number) + 1;
  }
  return counts;
}

export function crossedBootstrap(input: CrossedInput): BootstrapFigures {
  return concludeBootstrap(input, [drawReplicates(input, 0, input.b)]);
}
