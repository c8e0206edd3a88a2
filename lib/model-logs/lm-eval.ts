import { open, readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { maxValuesInWords } from "#lib/files/json-text.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { readFully, type Reading } from "#lib/files/text-file.ts";
import {
  type LogAnswer,
  type LogSample,
  type OpenLogResult,
  type ReadSample,
  refuse,
  serialKey,
} from "#lib/model-logs/log-sample.ts";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

// A line of the harness's samples: what was asked of a model about one document, under one filter.

const chat = z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1);
/** A chat stands there as JSON within a list of one; what was asked last is the prompt. */
const argument = z.looseObject({
  arg_0: z.union([z.string(), z.tuple([z.string()]).transform(([written]) => lastAsked(written))]),
  arg_1: z.unknown().optional(),
});
/** How probable a text was, as a logarithm that stands there as text, and whether it was the most probable one. */
const likelihood = z.tuple([
  z.union([z.string().regex(/^-?(?:\d|inf|\.)/i), z.number()]).transform(Number),
  z.union([z.boolean(), z.enum(["True", "False"])]),
]);
const likelihoods = z.array(likelihood).min(2);

const lmEvalLine = z.looseObject({
  doc_id: z.int().nonnegative(),
  doc: z.record(z.string(), z.unknown()),
  target: z.union([z.string(), z.number(), z.array(z.unknown())]).nullish(),
  arguments: z.record(z.string(), argument),
  /** Of every time that was asked, what was written. */
  resps: z.array(z.unknown()).min(1),
  filtered_resps: z.array(z.unknown()).default([]),
  filter: z.string().default("none"),
  /** How right the answer was, as the task scored it. */
  acc: z.number().optional().catch(undefined),
  /** A program made the answer up, as this product writes it of simulated people. */
  fake: z.boolean().default(false),
  /** People gave the answer, as this product writes it. */
  people: z.boolean().default(false),
});
type LmEvalLine = z.output<typeof lmEvalLine>;

function lastAsked(written: string): string {
  const json = parsePythonJson(written);
  const { data = [] } = chat.safeParse(json.ok ? json.value : null);
  return data.findLast(({ role }) => role === "user")?.content ?? written;
}

const measuredPair = z.tuple([z.union([z.string(), z.number(), z.null()]), likelihood.def.items[1]]);
/** Options were measured, and for one of them no number came out. */
const lacksNumbers = ({ filtered_resps: given }: LmEvalLine): boolean =>
  z.array(measuredPair).min(2).safeParse(given).success && !likelihoods.safeParse(given).success;

/** How probable the text of each option was. */
const hasLikelihoods = ({ filtered_resps: given }: LmEvalLine): boolean =>
  likelihoods.safeParse(given).success;

function sampleOf(line: LmEvalLine, at: number): LogSample {
  const { doc_id: id, doc, target, fake, people } = line;
  const [first] = argumentsOf(line);
  const told = Object.entries(doc).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[`doc.${name}`, String(value)] as const] : [],
  );
  const lists = listsIn(doc);
  const options = optionsIn(doc);
  const answer = answerOf(line, lists);
  return {
    name: `doc_id ${id}`,
    line: at,
    epoch: 1,
    keys: new Map([...told, [serialKey, String(id)]]),
    prompt: first?.arg_0 ?? null,
    options,
    otherOptions: lists,
    targets:
      target == null || target === "" ? [] : targetsOf(line, target, options ? [options] : lists, answer),
    answer,
    tokens: null,
    isFake: fake,
    isPeople: people,
  };
}

/** A list of texts, or beside their letters under `text`. */
function optionsIn({ choices }: LmEvalLine["doc"]): readonly string[] | null {
  const listed = Array.isArray(choices) ? choices : (choices as { text?: unknown } | undefined)?.text;
  const options = z.array(z.string()).min(1).safeParse(listed);
  return options.success ? options.data : null;
}

const byNumber = new Intl.Collator("en", { numeric: true });
const argumentsOf = ({ arguments: all }: LmEvalLine) =>
  Object.entries(all)
    .toSorted(([a], [b]) => byNumber.compare(a, b))
    .map(([, one]) => one);

/** Under whatever names a document lists its texts: `endings`, `mc1_targets.choices`, or `sol1` and `sol2`. */
function listsIn(doc: LmEvalLine["doc"]): string[][] {
  const texts = z.array(z.string()).min(2);
  const listed = Object.values(doc)
    .flatMap((value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? Object.values(value) : [value],
    )
    .flatMap((value) => {
      const read = texts.safeParse(value);
      return read.success ? [read.data] : [];
    });
  const stems = Object.groupBy(Object.keys(doc).toSorted(), (name) => name.slice(0, -1));
  const numbered = Object.values(stems)
    .filter((names = []) => isRow(names.map((name) => name.at(-1) ?? "")))
    .flatMap((names = []) => {
      const read = texts.safeParse(names.map((name) => doc[name]));
      return read.success ? [read.data] : [];
    });
  return [...listed, ...numbered];
}

/** "1", "2", …; "a", "b", …; "A", "B", …; or from 0. */
const isRow = (signs: readonly string[]): boolean => {
  const first = signs[0]?.charCodeAt(0) ?? 0;
  return (
    signs.length > 1 &&
    /^[01aA]$/.test(signs[0] ?? "") &&
    signs.every((sign, at) => sign.charCodeAt(0) === first + at)
  );
};

const indexes = /^(?:\d{1,4}|\[\d{1,4}(?:, \d{1,4}){0,99}\])$/;

/**
 * The harness writes whatever is right as text: "0" is a place among the task's choices, unless a choice is called so. Where
 * it could be either, the task's own score decides as far as it can.
 */
function targetsOf(
  line: LmEvalLine,
  target: NonNullable<LmEvalLine["target"]>,
  lists: readonly (readonly string[])[],
  answer: LogAnswer,
): (string | number)[] {
  const measured = answer.kind === "likelihoods" ? answer : null;
  // One text after several contexts: it is right of none of them.
  if (measured && isSharedText(line)) return placeByScore(line, measured);
  return [target].flat().flatMap((one): readonly (string | number)[] => {
    if (typeof one === "number") return [one];
    const text = String(one);
    const place = measured?.options.indexOf(text.trim()) ?? -1;
    const counted = indexes.test(text) ? (text.match(/\d+/g) ?? []).map(Number) : [];
    const known = measured ? [measured.options] : lists;
    const isCounted = counted.length > 0 && known.some(({ length }) => counted.every((at) => at < length));
    if (!isCounted) return [place < 0 ? text : place];
    if (measured) return place < 0 ? counted : readByScore(line, measured, [[place], counted]);
    return known.some((names) => names.includes(text)) ? [text] : counted;
  });
}

type Measured = Extract<LogAnswer, { kind: "likelihoods" }>;

const mostProbable = ({ logarithms }: Measured): number => logarithms.indexOf(Math.max(...logarithms));

/** The readings of a target that the task's score allows; without a score the first. */
function readByScore(
  { acc }: LmEvalLine,
  measured: Measured,
  readings: readonly (readonly number[])[],
): readonly number[] {
  const chosen = mostProbable(measured);
  const allowed =
    acc === undefined ? [] : readings.filter((places) => places.includes(chosen) === (acc === 1));
  return allowed.length > 0 ? allowed.flat() : (readings[0] ?? []);
}

/** What was chosen where it was right, and the other of two where it was wrong. */
function placeByScore({ acc }: LmEvalLine, measured: Measured): number[] {
  const chosen = mostProbable(measured);
  if (acc === 1) return [chosen];
  return acc === 0 && measured.options.length === 2 ? [1 - chosen] : [];
}

const isSharedText = (line: LmEvalLine): boolean =>
  new Set(argumentsOf(line).map(({ arg_1: text }) => text)).size === 1;

function answerOf(line: LmEvalLine, lists: readonly (readonly string[])[]): LogAnswer {
  const measured = likelihoods.safeParse(line.filtered_resps);
  if (measured.success) {
    const logarithms = measured.data.map(([logarithm]) => logarithm);
    return { kind: "likelihoods", options: measuredTexts(line, lists), logarithms };
  }
  // Asked several times, the first answer is the one: the others are for majorities.
  const [written] = line.resps.flat(2);
  const [filtered] = line.filtered_resps.flat();
  const response = typeof written === "string" ? written : "";
  return {
    kind: "text",
    response,
    taken: typeof filtered === "string" ? filtered.trim() : null,
  };
}

/** What followed the prompt; where that is one text for all (Winogrande), the option that each prompt ends with. */
function measuredTexts(line: LmEvalLine, lists: readonly (readonly string[])[]): readonly string[] {
  const all = argumentsOf(line);
  if (!isSharedText(line)) return all.map(({ arg_1: text }) => (typeof text === "string" ? text.trim() : ""));
  const contexts = all.map(({ arg_0: context }) => context.trimEnd());
  const ends = (names: readonly string[]) =>
    names.length === contexts.length && names.every((name, at) => contexts[at]?.endsWith(name));
  return lists.find(ends) ?? contexts;
}

/** The filters under which the answers of a file stand, each on a line of its own. */
async function listFilters(path: string, signal: AbortSignal | undefined): Promise<string[]> {
  const filters = new Set<string>();
  for await (const { line } of readLines(path, signal ? { signal } : {})) if (line) filters.add(line.filter);
  return [...filters];
}

/** A file of samples of the harness, one line for each document and filter; of several filters, one is chosen. */
export async function openLmEvalLog(
  path: string,
  filter: string | null,
  control: Reading,
): Promise<OpenLogResult> {
  const filters = await listFilters(path, control.signal);
  const names = filters.join(", ");
  if (filter === null && filters.length > 1)
    return refuse(`The log has answers under several filters (${names}). Choose one of them.`, names);
  const chosen = filter ?? filters[0] ?? "none";
  if (filters.length > 0 && !filters.includes(chosen))
    return refuse(`The log has no answers under the filter ${chosen}. It has: ${names}.`, chosen);
  const head = { format: "lm_eval", model: null, task: null, epochs: 1 } as const;
  return { ok: true, log: { head, samples: readSamples(path, chosen, control) } };
}

async function* readSamples(path: string, filter: string, control: Reading): AsyncGenerator<ReadSample> {
  for await (const { at, line, problem, found } of readLines(path, control)) {
    if (!line) yield { sample: null, problem: { line: at, name: "", problem, found } };
    else if (line.filter === filter) yield { sample: sampleOf(line, at), problem: null };
  }
}

type LogEntry = { at: number; line: LmEvalLine | null; problem: string; found: string };

async function* readLines(path: string, control: Reading): AsyncGenerator<LogEntry> {
  // Chats of many turns stand on one line.
  for await (const batch of openLines(path, { ...control, lineLimit: 64 << 20 }))
    for (const { line: at, bytes } of batch) {
      const text = bytes.toString("utf8");
      yield { at, ...readLine(text), found: text.slice(0, 200) };
    }
}

const unread = {
  not_json: "This line is no JSON, or it is cut off. Copy the file again, whole.",
  too_many_values: `This line has more than ${maxValuesInWords} values, which no document’s has. Copy the file again, whole.`,
};

function readLine(text: string): Pick<LogEntry, "line" | "problem"> {
  const json = parsePythonJson(text);
  if (!json.ok) return { line: null, problem: unread[json.error] };
  const parsed = lmEvalLine.safeParse(json.value);
  if (!parsed.success)
    return {
      line: null,
      problem: `This is no line of the harness’s samples: ${z.prettifyError(parsed.error)}`,
    };
  if (lacksNumbers(parsed.data))
    return {
      line: null,
      problem:
        "A log-likelihood of this line is no number (NaN). Ask the model anew about this document, or leave the line out.",
    };
  return { line: parsed.data, problem: "" };
}

const windowBytes = 64 << 10;
const maxWindows = 16;
/** As many as somebody may choose from. */
const maxFilters = 50;

/** As the harness writes it behind the answers; in a text its quotation marks would be escaped. */
const named = /"filter"\s*:\s*"([^"\\]{1,200})"/g;

/**
 * Under which filters answers stand, and whether options were measured, by windows all over a file: the harness writes all
 * documents under one filter, then all under the next.
 */
export async function describeSamples(path: string): Promise<{ filters: string[]; isLikelihoods: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const count = Math.min(maxWindows, Math.ceil(size / windowBytes));
    const filters = new Set<string>();
    let isLikelihoods = false;
    for (let at = 0; at < count && filters.size < maxFilters; at += 1) {
      const from = at === 0 ? 0 : Math.floor(((size - windowBytes) * at) / (count - 1));
      const memory = Buffer.alloc(windowBytes);
      const text = memory.toString("utf8", 0, await readFully(file, memory, from));
      if (at === 0) {
        const [first = ""] = text.split("\n", 1);
        const { line } = readLine(first);
        isLikelihoods = line !== null && hasLikelihoods(line);
      }
      for (const [, name = ""] of text.matchAll(named)) {
        filters.add(name);
        if (filters.size >= maxFilters) break;
      }
    }
    return { filters: [...filters], isLikelihoods };
  } finally {
    await file.close();
  }
}

/** What the harness wrote beside samples: figures, and which model answered. */
const results = z.object({
  results: z.unknown(),
  config: z.object({ model: z.unknown(), model_args: z.unknown() }).partial().optional(),
  model_name: z.string().nullish(),
});

const maxBytes = 64 << 20;
const fileName = /^(samples|results)_(?:.+_)?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?)\.jsonl?$/;

/** Of files that were written together the end of the name is the same; null for what the harness names otherwise. */
export function readHarnessName(name: string): { isResults: boolean; date: string } | null {
  const [, what, date] = fileName.exec(name.split(/[/\\]/).at(-1) ?? "") ?? [];
  return date === undefined ? null : { isResults: what === "results", date };
}

/** Which model answered; null where the file doesn't say, or is none of these. */
export async function readResultsModel(path: string, most = maxBytes): Promise<string | null> {
  if ((await stat(path)).size > most) return null;
  const json = parsePythonJson(await readFile(path, "utf8"));
  const parsed = results.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) return null;
  const { model_name: named, config = {} } = parsed.data;
  return (named || modelIn(config.model_args)) ?? null;
}

/** As the harness's own reader of its arguments has it: "pretrained=org/name,dtype=auto", or an object of them. */
function modelIn(args: unknown): string | undefined {
  const keys = ["pretrained", "model", "path", "engine"];
  if (typeof args === "object" && args !== null) {
    const given = new Map<string, unknown>(Object.entries(args));
    return keys.map((key) => given.get(key)).find((value) => typeof value === "string");
  }
  if (typeof args !== "string") return undefined;
  const given = new Map(args.split(",").map((one) => one.split("=", 2) as [string, string | undefined]));
  return keys.map((key) => given.get(key)).find((value) => value !== undefined);
}
