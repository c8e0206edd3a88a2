import { languageOf, type FileSample } from "#lib/files/sniff.ts";
import { readHarnessName } from "#lib/model-logs/lm-eval.ts";
import type { LogDescription } from "#lib/model-logs/open-log.ts";
import type { TranscriptFormat } from "#lib/transcripts/formats.ts";
import type { UploadGuess } from "#lib/uploads/schema.ts";
import { withoutEnd } from "#lib/text-end.ts";

const resultColumns = ["res", "response", "prob1"];
const resultKeys = ["model", "case"];

/** What a file is for, by its name and by what stands at its beginning. `known` are the tracks there are. */
export function guessUpload(
  fileName: string,
  sniffed: FileSample,
  known: readonly string[] = [],
): UploadGuess {
  const stem = stemOf(fileName);
  return sniffed.format === "csv" ? guessCsv(stem, sniffed, known) : guessLines(stem, sniffed, known);
}

/** A file of documents: of the track that there is, where there is one alone. */
export function guessDocument(
  format: TranscriptFormat,
  beginning: string,
  known: readonly string[] = [],
): UploadGuess {
  const usual = format === "thoughts" ? "Thoughts" : "Interviews";
  const track = known.length === 1 ? (known[0] ?? usual) : usual;
  return { purpose: "cases", format: "document", track, language: languageOf(beginning), model: null };
}

/** The log of another tool names its model itself; which track it is about its name may say, else its cases do. */
export function guessLog(fileName: string, log: LogDescription, known: readonly string[] = []): UploadGuess {
  const { model, filters, isLikelihoods, epochs, isUnnamed } = log;
  const dated = readHarnessName(fileName);
  const about = { purpose: "results", format: "log", language: null } as const;
  const track = trackWithin(stemOf(fileName), known);
  return {
    ...about,
    track,
    model,
    ...(isLikelihoods && { method: "log-likelihood" }),
    ...(filters.length > 1 && { filters }),
    ...(isUnnamed && { isUnnamed }),
    ...(epochs > 1 && { epochs }),
    ...(dated && { harness: { date: dated.date, isResults: log.isResults } }),
  };
}

/** A file of a person's folder, by how it begins. */
export function guessInterview(beginning: string): UploadGuess {
  const [, person] = /"personality_id"\s*:\s*"([^"\\]{1,200})"/.exec(beginning) ?? [];
  const nothing = { track: null, language: null, model: null };
  return { purpose: "interviews", format: "json", ...nothing, ...(person && { person }) };
}

/** A book of CoSER, of which a pool is made: one document, over as many lines as it likes. */
export const isBook = (beginning: string): boolean =>
  beginning.trimStart().startsWith("{") && /"(?:plots|character_datasets)"\s*:/.test(beginning);

export function guessBook(beginning: string): UploadGuess {
  const language = languageOf(beginning);
  return { purpose: "cases", format: "json", track: null, language, model: null };
}

/** "C:\\data\\Literary (1).csv" → "Literary": without folders, ending, and what a browser adds to a second copy. */
function stemOf(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? "";
  return base
    .replace(/\.(csv|jsonl?|ndjson|txt|tsv)$/i, "")
    .replace(/ ?\(\d+\)$/, "")
    .trim();
}

function guessCsv(
  stem: string,
  { columns, sample }: Extract<FileSample, { format: "csv" }>,
  known: readonly string[],
): UploadGuess {
  const format = "csv";
  if (columns.some((column) => resultColumns.includes(column))) {
    return { purpose: "results", format, language: null, ...splitResultName(stem, known) };
  }
  const track = named(stem, known) ?? trackWithin(stem, known) ?? shortened(stem);
  return { purpose: "cases", format, track, language: languageOf(sample.join("\n")), model: null };
}

function guessLines(
  stem: string,
  { objects }: Extract<FileSample, { format: "jsonl" }>,
  known: readonly string[],
): UploadGuess {
  const format = "jsonl";
  const isCases = objects.some((object) => "gold" in object || "options" in object);
  if (!isCases && objects.some((object) => resultKeys.some((key) => key in object))) {
    const models = distinct(objects.map((object) => object.model));
    const fromName = splitResultName(stem, known);
    const model = models.length === 1 ? models[0]! : models.length > 1 ? null : fromName.model;
    const { track, method } = fromName;
    return { purpose: "results", format, track, language: null, model, ...(method && { method }) };
  }
  const tracks = distinct(objects.map((object) => object.track));
  const written = objects.map((object) => texts([object.prompt, object.content])).join("\n");
  return {
    purpose: "cases",
    format,
    // Lines that name their tracks need nobody to choose one for them.
    track: tracks.length > 0 ? null : (named(stem, known) ?? trackWithin(stem, known) ?? shortened(stem)),
    language: languageOf(written),
    model: null,
    ...(tracks.length > 0 && { tracks }),
  };
}

/** "Drama_gpt-4o" → Drama by gpt-4o; a track that is known may hold underscores itself. */
function splitResultName(
  stem: string,
  known: readonly string[],
): Pick<UploadGuess, "track" | "model" | "method"> {
  const longestFirst = known.toSorted((a, b) => b.length - a.length);
  for (const track of longestFirst) {
    if (stem.toLowerCase().startsWith(`${track.toLowerCase()}_`)) {
      return { track, ...splitRunName(stem.slice(track.length + 1)) };
    }
  }
  const cut = stem.indexOf("_");
  if (cut < 0) return { track: named(stem, known), model: null };
  return { track: shortened(stem.slice(0, cut)), ...splitRunName(stem.slice(cut + 1)) };
}

/** Methods as names of files end in them, and as they are suggested. */
const methods: [RegExp, string][] = [
  [/^zero-?shot$/, "zero-shot"],
  [/^few-?shot$/, "few-shot"],
  [/^self-?consistency$/, "self-consistency"],
  [/^(cot|chain-?of-?thought)$/, "chain of thought"],
  [/^fine-?tuned$/, "fine-tuned"],
];

/** "gpt-4o_few-shot-5" → gpt-4o, few-shot 5. After an underscore alone: "llama-fine-tuned" is a model. */
function splitRunName(text: string): Pick<UploadGuess, "model" | "method"> {
  const cut = text.lastIndexOf("_");
  const last = text
    .slice(cut + 1)
    .toLowerCase()
    .trim();
  const word = withoutEnd(last, /\d/);
  const count = last.slice(word.length);
  const name = count === "" ? word : word.replace(/[- ]$/, "");
  const method = methods.find(([pattern]) => pattern.test(name))?.[1];
  const model = modelFrom(text.slice(0, Math.max(cut, 0)));
  if (cut < 0 || method === undefined || model === null) return { model: modelFrom(text) };
  return { model, method: count === "" ? method : `${method} ${count}` };
}

const modelFrom = (text: string) => text.trim().slice(0, 120) || null;
const shortened = (stem: string) => stem.slice(0, 60).trim() || null;

const named = (stem: string, known: readonly string[]) =>
  known.find((track) => track.toLowerCase() === stem.toLowerCase()) ?? null;

/** "personaeval-drama-v2" names the known track Drama. */
function trackWithin(stem: string, known: readonly string[]): string | null {
  const words = stem.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  const found = known.filter((track) => words.includes(track.toLowerCase()));
  return found.length === 1 ? found[0]! : null;
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === "string" && value !== ""))] as string[];
}

function texts(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(texts).join("\n");
}
