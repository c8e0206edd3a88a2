import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { formatProblem } from "#lib/files/file-problems.ts";
import { maxValuesInWords } from "#lib/files/json-text.ts";
import type { Reading } from "#lib/files/text-file.ts";
import {
  maxEntriesInWords,
  maxRatio,
  openZip,
  type Zip,
  type ZipEntry,
  ZipError,
  type ZipFault,
} from "#lib/files/zip/zip-entries.ts";
import {
  type LogAnswer,
  type LogHead,
  type LogRefusal,
  type LogSample,
  type OpenLogResult,
  type ReadSample,
  refuse,
  textOfOption,
} from "#lib/model-logs/log-sample.ts";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

// Inspect's logs, version 2: as much of them as says what a model answered. More than is named here stands in them.

const inspectHeader = z.looseObject({
  version: z.literal(
    2,
    "only version 2 of Inspect’s logs can be read: write the log anew with a current Inspect",
  ),
  status: z.string(),
  eval: z.looseObject({ model: z.string(), task: z.string() }),
});
/** As much of it as stands there before the first sample. */
export const inspectStart = z.object({
  eval: z.object({
    model: z.string(),
    config: z.object({ epochs: z.int().positive().nullish() }).nullish(),
  }),
});

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);
const message = z.looseObject({ role: z.string().optional(), content });
const score = z.looseObject({
  value: z.unknown(),
  answer: z.string().nullish(),
  history: z.array(z.unknown()).optional(),
});

const inspectSample = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  epoch: z.int().positive().default(1),
  input: z.union([z.string(), z.array(message)]),
  choices: z.array(z.string()).nullish(),
  target: z.union([z.string(), z.array(z.string())]),
  scores: z.record(z.string(), score).nullish(),
  output: z
    .looseObject({
      completion: z.string().optional(),
      choices: z.array(z.looseObject({ message })).optional(),
      usage: z.looseObject({ total_tokens: z.int().nonnegative().optional() }).nullish(),
      error: z.string().nullish(),
    })
    .nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
type Sample = z.output<typeof inspectSample>;

function sampleOf(sample: Sample, place: Pick<LogSample, "name" | "line">): LogSample {
  const { id, epoch, input, choices, target, output, metadata } = sample;
  const told = Object.entries(metadata ?? {}).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number"
      ? [[`metadata.${name}`, String(value)] as const]
      : [],
  );
  return {
    ...place,
    epoch,
    keys: new Map([["id", id], ...told]),
    prompt: promptOf(input),
    options: choices && choices.length > 0 ? choices : null,
    // Where nobody knows what is right, nothing stands there.
    targets: [target].flat().filter((one) => one !== ""),
    answer: answerOf(sample),
    tokens: output?.usage?.total_tokens ?? null,
    isFake: metadata?.fake === true,
    isPeople: typeof metadata?.people === "number" || metadata?.people === true,
  };
}

/** Null where several people speak before the answer: no prompt of ours does. */
function promptOf(input: Sample["input"]): string | null {
  if (typeof input === "string") return input;
  const asked = input.filter(({ role }) => role === "user");
  return asked.length === 1 && asked[0] ? textOf(asked[0].content) : null;
}

const textOf = (given: z.output<typeof content>): string =>
  typeof given === "string"
    ? given
    : given.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join("");

function answerOf({ output, scores, error }: Sample): LogAnswer {
  const [first] = output?.choices ?? [];
  const written = output?.completion ?? (first ? textOf(first.message.content) : "");
  const broken = error?.message ?? output?.error ?? null;
  if (broken !== null) return { kind: "failed", response: written || broken };
  const taken = new Set(Object.values(scores ?? {}).flatMap(({ answer }) => answer ?? []));
  // Scorers that took different answers from the same text say that it isn't plain.
  return { kind: "text", response: written, taken: taken.size === 1 ? ([...taken][0] ?? null) : null };
}

/** Somebody changed afterwards what the log says was answered. */
const hasEditedScores = ({ scores }: Sample): boolean =>
  Object.values(scores ?? {}).some(({ history = [] }) => history.length > 0);

/** A score that says right or wrong of an option where answer and target say the other. Other scores say what they like. */
function findContradiction({ scores, choices, target }: Sample): string | null {
  if (!choices || choices.length === 0) return null;
  const targets = [target].flat().map((one) => textOfOption(one, choices));
  if (!targets.some((one) => choices.includes(one))) return null;
  for (const [name, { value, answer }] of Object.entries(scores ?? {})) {
    const chosen = typeof answer === "string" ? textOfOption(answer, choices) : "";
    if (!choices.includes(chosen) || (value !== "C" && value !== "I")) continue;
    // Where all of several are asked for, one of them alone is wrong.
    if (value === "I" && targets.length > 1) continue;
    if (targets.includes(chosen) !== (value === "C"))
      return `${name}: ${value}, answer ${chosen}, target ${targets.join(" | ")}`;
  }
  return null;
}

const zipSentences: Record<ZipFault, string> = {
  cut_off:
    "The archive is broken or cut off. Copy the .eval file again, whole. If it holds a table and no log: Unzip it, or save the sheet as “CSV UTF-8”.",
  encrypted:
    "The archive is encrypted. Unpack it with its password, and import the .eval file that Inspect wrote.",
  wrong_name:
    "The archive names files outside of itself, which no log does. Import the .eval file that Inspect wrote.",
  unknown_method: "The archive is packed in a way that no log is. Import the .eval file that Inspect wrote.",
  too_large:
    "An entry of the archive is larger than 64 MB. Write the log without its attachments and events.",
  too_dense: `The archive, or an entry of it, unpacks to more than ${maxRatio} times its size, which no log does. Import the .eval file that Inspect wrote.`,
  too_many: `The archive has more than ${maxEntriesInWords} entries. Import a log of fewer samples.`,
};

function refuseZip(error: unknown): LogRefusal {
  if (!(error instanceof ZipError)) throw error;
  return refuse(zipSentences[error.fault], error.entry);
}

const unfinished: Readonly<Record<string, string>> = {
  started: "was still going on when the log was copied",
  cancelled: "was cancelled",
  error: "ended with an error",
};

/** Written when a run begins, and when it has ended. */
export const startEntry = "_journal/start.json";
export const headEntry = "header.json";

/** A log as Inspect packs it (.eval): a head, and an entry for each sample. */
export async function openEvalLog(path: string, control: Reading): Promise<OpenLogResult> {
  let zip: Zip;
  try {
    zip = await openZip(path);
  } catch (error) {
    return refuseZip(error);
  }
  const opened = await openEntries(zip, control).catch(refuseZip);
  if (!opened.ok) zip.close();
  return opened;
}

async function openEntries(zip: Zip, control: Reading): Promise<OpenLogResult> {
  const named = zip.entries.find(({ name }) => name === headEntry);
  if (!named) {
    const isStarted = zip.entries.some(({ name }) => name.startsWith("_journal/"));
    return isStarted
      ? refuse(
          `The run ${unfinished.started}: the log has no header.json yet. Import it when the run is done.`,
        )
      : refuse(formatProblem("zip_archive"));
  }
  const json = parsePythonJson((await named.read()).toString("utf8"));
  if (!json.ok && json.error === "too_many_values")
    return refuse(
      `The log’s header.json has more than ${maxValuesInWords} values, which no run’s has. Import the .eval file that Inspect wrote.`,
    );
  const head = readHead(json.ok ? json.value : undefined);
  if (!head.ok) return head;
  const epochs = zip.entries.reduce((most, { name }) => Math.max(most, epochOfEntry(name) ?? 1), 1);
  return { ok: true, log: { head: { ...head.head, epochs }, samples: readEntries(zip, control) } };
}

// Newer logs give a long sample a folder of its own.
const sampleName = /^samples\/.+_epoch_(\d+)(?:\.json|\/sample\.json)$/;

/** Null for what is no sample. */
export function epochOfEntry(name: string): number | null {
  const epoch = sampleName.exec(name)?.[1];
  return epoch === undefined ? null : Number(epoch);
}

async function* readEntries(zip: Zip, { signal, onBytes }: Reading): AsyncGenerator<ReadSample> {
  try {
    let line = 0;
    for (const [at, entry] of zip.entries.entries()) {
      if (epochOfEntry(entry.name) === null) continue;
      signal?.throwIfAborted();
      onBytes?.(Math.round((zip.bytes * at) / zip.entries.length));
      line += 1;
      yield await readSample(entry, { line, name: entry.name });
    }
  } finally {
    zip.close();
  }
}

type Place = { line: number; name: string };

const wrong = (place: Place, problem: string, found = ""): ReadSample => ({
  sample: null,
  problem: { ...place, problem, found },
});

const unreadSamples = {
  not_json: "This sample is no JSON. Write the log anew, or leave it out.",
  too_many_values: `This sample has more than ${maxValuesInWords} values. Write the log without its attachments and events.`,
};

async function readSample(entry: ZipEntry, place: Place): Promise<ReadSample> {
  try {
    const text = (await entry.read()).toString("utf8");
    const json = parsePythonJson(text);
    return json.ok
      ? holdSample(json.value, place)
      : wrong(place, unreadSamples[json.error], text.slice(0, 200));
  } catch (error) {
    const { problem, found } = refuseZip(error).fault;
    return wrong(place, problem, found);
  }
}

function holdSample(value: unknown, place: Place): ReadSample {
  const parsed = inspectSample.safeParse(value);
  if (!parsed.success)
    return wrong(place, `This is no sample of Inspect’s logs: ${z.prettifyError(parsed.error)}`);
  if (hasEditedScores(parsed.data))
    return wrong(place, "Its scores were edited after the run. Import the log as the run wrote it.");
  const contradicted = findContradiction(parsed.data);
  return contradicted === null
    ? { sample: sampleOf(parsed.data, place), problem: null }
    : wrong(
        place,
        "Its score isn’t what follows from its answer and its target, so one of them was changed after the run. Import the log as the run wrote it.",
        contradicted,
      );
}

type Head = Omit<LogHead, "epochs">;

function readHead(value: unknown): { ok: true; head: Head } | LogRefusal {
  const parsed = inspectHeader.safeParse(value);
  if (!parsed.success)
    return refuse(`This is no log that Inspect wrote, or it is cut off: ${z.prettifyError(parsed.error)}`);
  const { status, eval: run } = parsed.data;
  if (status === "success")
    return { ok: true, head: { format: "inspect", model: run.model, task: run.task } };
  const how = unfinished[status] ?? `has the status ${status}`;
  return refuse(`The run ${how}, so its log isn’t whole. Import the log of a run that ended well.`, status);
}

const maxJsonBytes = 256 << 20;
/** A log of many samples in one document. */
const maxJsonValues = 5_000_000;

/** A log as Inspect writes it when told to write JSON: one document. */
export async function openJsonLog(path: string): Promise<OpenLogResult> {
  const { size } = await stat(path);
  if (size > maxJsonBytes)
    return refuse("This JSON log is larger than 256 MB. Convert it: inspect log convert --to eval");
  const text = await readFile(path, "utf8");
  const json = parsePythonJson(text, maxJsonValues);
  if (!json.ok)
    return json.error === "too_many_values"
      ? refuse(
          `This JSON log has more than ${maxJsonValues.toLocaleString("en")} values. Convert it: inspect log convert --to eval`,
        )
      : refuse("This is no JSON, or it is cut off. Copy the log again, whole.", text.slice(-200));
  const head = readHead(json.value);
  if (!head.ok) return head;
  const { samples = [] } = json.value as { samples?: unknown };
  if (!Array.isArray(samples)) return refuse("The log’s samples are no list.");
  const epochs = samples.reduce<number>((most, sample) => {
    const { epoch } = (sample ?? {}) as { epoch?: unknown };
    return typeof epoch === "number" ? Math.max(most, epoch) : most;
  }, 1);
  return { ok: true, log: { head: { ...head.head, epochs }, samples: readList(samples) } };
}

// oxlint-disable-next-line require-await -- read like the entries of an archive, one after the other
async function* readList(samples: readonly unknown[]): AsyncGenerator<ReadSample> {
  for (const [at, value] of samples.entries())
    yield holdSample(value, { line: at + 1, name: `samples[${at}]` });
}
