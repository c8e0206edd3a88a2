import path from "node:path";
import { makeCases } from "#bench/support/personaeval/writing/cases.ts";
import { caseLine } from "#bench/support/personaeval/writing/case-rows.ts";
import { ChunkFile } from "#bench/support/personaeval/writing/chunk-file.ts";
import {
  columnsOf,
  trackFiles,
  trackNames,
  type Counts,
  type TrackName,
} from "#bench/support/personaeval/writing/tracks.ts";

/** What an import has to find in a file, counted while it was written. */
export type TrackTruth = { cases: number; unparsed: number; duplicates: number };

export type WrittenBenchmark = {
  files: Record<TrackName, string>;
  bytes: number;
  truth: Record<TrackName, TrackTruth>;
};

type Options = { dir: string; seed: number; cases: Counts };

/** Literary.csv, Drama.csv and Expertise.csv in the layout of the public release. */
export function writeBenchmark({ dir, seed, cases }: Options): WrittenBenchmark {
  const written = trackNames.map((track) => {
    const file = path.join(dir, `${track}.csv`);
    return { track, file, ...writeTrack(file, seed, track, cases[track]) };
  });
  const by = <T>(pick: (file: (typeof written)[number]) => T) =>
    Object.fromEntries(written.map((one) => [one.track, pick(one)])) as Record<TrackName, T>;
  return {
    files: by(({ file }) => file),
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    truth: by(({ truth }) => truth),
  };
}

function writeTrack(file: string, seed: number, track: TrackName, count: number) {
  const { byteOrderMark, lineEnd } = trackFiles[track];
  const out = new ChunkFile(file);
  const truth: TrackTruth = { cases: 0, unparsed: 0, duplicates: 0 };
  out.write(Buffer.from((byteOrderMark ? "\uFEFF" : "") + columnsOf(track).join(",") + lineEnd));
  for (const made of makeCases(seed, track, count)) {
    out.write(Buffer.from(caseLine(track, made)));
    truth.cases += 1;
    if (!made.parses) truth.unparsed += 1;
    if (made.repeats) truth.duplicates += 1;
  }
  out.close();
  return { bytes: out.bytes, truth };
}
