import type { SampleCase } from "#lib/benchmarks/case-files/case-report.ts";

const maxShown = 3;
// They are kept with what the check found.
const maxLetters = 60_000;

/** A few cases of files, to be looked at before they are stored: of as many tracks as there is room for. */
export class SampleCases {
  readonly #tracks = new Map<string, SampleCase[]>();

  wants = (track: string): boolean => (this.#tracks.get(track)?.length ?? 0) < maxShown;

  take(sample: SampleCase): void {
    if (!this.wants(sample.track) || JSON.stringify(sample.content).length > maxLetters) return;
    this.#tracks.set(sample.track, [...(this.#tracks.get(sample.track) ?? []), sample]);
  }

  /** The first of each track, then their second ones, and so on; in the order of the tracks. */
  choose(): SampleCase[] {
    const tracks = [...this.#tracks.values()];
    const inTurn = Array.from({ length: maxShown }, (_, turn) =>
      tracks.flatMap((track) => track[turn] ?? []),
    );
    const chosen = new Set(inTurn.flat().slice(0, maxShown));
    return tracks.flat().filter((sample) => chosen.has(sample));
  }
}
