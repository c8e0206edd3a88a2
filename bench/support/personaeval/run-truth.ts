import type { MadeCase } from "#bench/support/personaeval/writing/cases.ts";
import {
  addToTally,
  figuresOf,
  newTally,
  poolTallies,
  type Figures,
  type Tally,
} from "#bench/support/personaeval/tally.ts";
import type { TrackName } from "#bench/support/personaeval/writing/tracks.ts";

/** What an import of one result file has to count. */
export type RunCounts = {
  model: string;
  track: TrackName;
  rows: number;
  matched: number;
  repaired: number;
  failed: number;
  unmatched: number;
  missing: number;
  normalised: number;
  resDiffers: number;
};

export type RunFigures = Figures & { model: string; track: TrackName | null; failed: number };

export class RunTruth {
  readonly counts: RunCounts;
  readonly #tally = newTally();

  constructor(model: string, track: TrackName, cases: number) {
    const none = { rows: 0, matched: 0, repaired: 0, failed: 0, unmatched: 0, normalised: 0, resDiffers: 0 };
    this.counts = { model, track, ...none, missing: cases };
  }

  unmatched(): void {
    this.counts.rows += 1;
    this.counts.unmatched += 1;
  }

  failed(): void {
    this.#match();
    this.counts.failed += 1;
  }

  /** `given` is what stands in the file, a number for each of the first options. */
  answered(made: MadeCase, given: readonly number[], stated: string): void {
    this.#match();
    const probabilities = [...given];
    if (given.length < made.names.length) {
      const rest = Math.max(0, 1 - given.reduce((sum, one) => sum + one, 0));
      probabilities.push(Math.round(rest * 1e9) / 1e9);
      this.counts.repaired += 1;
    }
    const sum = probabilities.reduce((total, one) => total + one, 0);
    const isOff = Math.abs(sum - 1) > 1e-6;
    if (isOff) this.counts.normalised += 1;
    const complete = isOff ? probabilities.map((one) => one / sum) : probabilities;
    const best = made.names[complete.indexOf(Math.max(...complete))];
    if (stated !== "" && stated !== best) this.counts.resDiffers += 1;
    addToTally(this.#tally, complete, made.gold);
  }

  #match(): void {
    this.counts.rows += 1;
    this.counts.matched += 1;
    this.counts.missing -= 1;
  }

  get tally(): Tally {
    return this.#tally;
  }
}

/** Every run on every track, and pooled: the order in which the truths stand. */
export function listFigures(truths: readonly RunTruth[]): RunFigures[] {
  const byModel = Map.groupBy(truths, ({ counts }) => counts.model);
  return [...byModel].flatMap(([model, all]) => [
    ...all.map(({ counts, tally }) => ({
      model,
      track: counts.track,
      failed: counts.failed,
      ...figuresOf(tally),
    })),
    {
      model,
      track: null,
      failed: all.reduce((sum, { counts }) => sum + counts.failed, 0),
      ...figuresOf(poolTallies(all.map(({ tally }) => tally))),
    },
  ]);
}
