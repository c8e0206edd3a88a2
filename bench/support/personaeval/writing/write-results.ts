import path from "node:path";
import {
  answer,
  pythonFloat,
  writeProbability,
  writeResponse,
} from "#bench/support/personaeval/writing/answers.ts";
import { caseFields, csvField, quotedField } from "#bench/support/personaeval/writing/case-rows.ts";
import { type MadeCase, makeCases } from "#bench/support/personaeval/writing/cases.ts";
import { ChunkFile } from "#bench/support/personaeval/writing/chunk-file.ts";
import type { MadeUpModel } from "#bench/support/personaeval/writing/models.ts";
import { trapNames } from "#bench/support/personaeval/writing/people.ts";
import { proseOf } from "#bench/support/personaeval/writing/prose.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";
import {
  listFigures,
  type RunCounts,
  type RunFigures,
  RunTruth,
} from "#bench/support/personaeval/run-truth.ts";
import {
  columnsOf,
  type Counts,
  trackFiles,
  type TrackName,
  trackNames,
} from "#bench/support/personaeval/writing/tracks.ts";

export type WrittenResults = {
  files: { model: string; track: TrackName; file: string }[];
  bytes: number;
  truth: { counts: RunCounts[]; figures: RunFigures[] };
};

type Options = { dir: string; seed: number; cases: Counts; models: readonly MadeUpModel[] };
type Writer = { model: MadeUpModel; file: string; out: ChunkFile; truth: RunTruth; held: Buffer[] };

// The reference code knows of four, whatever the benchmark has.
const PROBABILITIES = 4;
const SHUFFLED_AT_ONCE = 40;
const resultColumns = ["res", "response", "success", "cost", "tokens", "prob1", "prob2", "prob3", "prob4"];
const failure = Buffer.from(`,,,-1.0${",".repeat(2 + PROBABILITIES)}\n`);

const readsAsNothing = (name: string) => (["NA", "null"].includes(name) ? "" : name);

/** Track_model.csv as the reference code writes them with pandas: the whole benchmark again, and the answers. */
export function writeResults({ dir, seed, cases, models }: Options): WrittenResults {
  const writers = trackNames.flatMap((track) => {
    const header = Buffer.from(`${[...columnsOf(track), ...resultColumns].join(",")}\n`);
    const ofTrack = models.map((model): Writer => {
      const file = path.join(dir, `${track}_${model.name}.csv`);
      const out = new ChunkFile(file);
      out.write(header);
      return { model, file, out, truth: new RunTruth(model.name, track, cases[track]), held: [] };
    });
    for (const made of makeCases(seed, track, cases[track])) writeCase(seed, track, made, ofTrack);
    for (const { out, held } of ofTrack) {
      for (const line of held.reverse()) out.write(line);
      out.close();
    }
    return ofTrack.map(({ model, file, out, truth }) => ({ model: model.name, track, file, out, truth }));
  });
  const truths = writers.map(({ truth }) => truth);
  return {
    files: writers.map(({ model, track, file }) => ({ model, track, file })),
    bytes: writers.reduce((sum, { out }) => sum + out.bytes, 0),
    truth: { counts: truths.map(({ counts }) => counts), figures: listFigures(truths) },
  };
}

/** One case in the files of all models: the benchmark's part of the line is made once. */
function writeCase(seed: number, track: TrackName, made: MadeCase, writers: readonly Writer[]): void {
  const whole = Buffer.from(caseFields(track, made, csvField));
  const isTrapped = trapNames.some((name) => made.names.includes(name));
  for (const { model, out, truth, held } of writers) {
    if (model.leavesOut && made.index % 1000 === 7) continue;
    const isOutdated = model.isOutdated === true && made.index % 900 === 11;
    const nameOf = model.losesNames ? readsAsNothing : (name: string) => name;
    const prompt = isOutdated ? `(first edition) ${made.prompt}` : made.prompt;
    const changes = isOutdated || (isTrapped && model.losesNames);
    const fields = changes ? Buffer.from(caseFields(track, made, csvField, { prompt, nameOf })) : whole;
    const result = resultFields(seed, track, model, made, isOutdated ? null : truth, nameOf);
    if (isOutdated) truth.unmatched();
    if (!model.isShuffled) {
      out.write(fields);
      out.write(result);
      continue;
    }
    held.push(Buffer.concat([fields, result]));
    if (held.length === SHUFFLED_AT_ONCE) for (const line of held.splice(0).reverse()) out.write(line);
  }
}

function resultFields(
  seed: number,
  track: TrackName,
  model: MadeUpModel,
  made: MadeCase,
  truth: RunTruth | null,
  nameOf: (name: string) => string,
): Buffer {
  const random = randomFrom(seed, track, model.name, made.index);
  if (random.chance(model.failing)) {
    truth?.failed();
    return failure;
  }
  const answered = answer(random, model, made);
  const response = writeResponse(random, model, made.names, answered, proseOf(trackFiles[track].language));
  const probabilities = answered.parts.slice(0, PROBABILITIES).map(writeProbability);
  const stated = nameOf(made.names[answered.choice] ?? "");
  truth?.answered(made, probabilities.map(Number), stated);
  const fields = [
    csvField(stated),
    quotedField(response),
    answered.choice === made.gold ? "1.0" : "0.0",
    pythonFloat(Math.ceil(response.length * (1 + random.next())) / 1e6),
    pythonFloat(40 + Math.ceil(response.length / 4)),
    ...probabilities,
  ];
  return Buffer.from(`,${fields.join(",")}\n`);
}
