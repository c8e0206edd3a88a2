import { open } from "node:fs/promises";
import { closeJson } from "#lib/files/json-text.ts";
import { readFully, readHead, type Reading } from "#lib/files/text-file.ts";
import { openZip, type ZipEntry, ZipError } from "#lib/files/zip/zip-entries.ts";
import {
  epochOfEntry,
  headEntry,
  inspectStart,
  openEvalLog,
  openJsonLog,
  startEntry,
} from "#lib/model-logs/inspect.ts";
import { describeSamples, openLmEvalLog, readResultsModel } from "#lib/model-logs/lm-eval.ts";
import { type OpenLogResult, refuse } from "#lib/model-logs/log-sample.ts";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

/** Inspect's archives and JSON; the samples of lm-evaluation-harness, and the results beside them, which hold no answers. */
export type LogFormat = "inspect_eval" | "inspect_json" | "lm_eval" | "lm_eval_results";

const beginning = 4096;

/** By its first bytes; null for what is no log. Any zip archive is held to be one: no other is ever imported. */
export async function logFormatOf(path: string): Promise<LogFormat | null> {
  const file = await open(path);
  try {
    const memory = Buffer.alloc(beginning);
    const head = memory.subarray(0, await readFully(file, memory, 0));
    if (head.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) return "inspect_eval";
    const text = head.toString("utf8");
    if (/^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:/.test(text)) return "inspect_json";
    if (/^\s*\{\s*"results"\s*:\s*\{/.test(text)) return "lm_eval_results";
    return /^\s*\{\s*"doc_id"\s*:\s*\d+\s*,\s*"doc"\s*:/.test(text) ? "lm_eval" : null;
  } finally {
    await file.close();
  }
}

export async function openLog(
  format: LogFormat,
  path: string,
  filter: string | null,
  control: Reading,
): Promise<OpenLogResult> {
  if (format === "lm_eval_results")
    return refuse(
      "The harness’s results hold figures and no answers. Import the file samples_….jsonl of the same date, beside it or alone: the harness writes it when told to --log_samples.",
    );
  if (format === "lm_eval") return openLmEvalLog(path, filter, control);
  return format === "inspect_eval" ? openEvalLog(path, control) : openJsonLog(path);
}

/** What a log says of itself, for whoever is to confirm it. */
export type LogDescription = {
  /** Null also where it stands too far behind to be looked for. */
  model: string | null;
  filters: string[];
  isLikelihoods: boolean;
  /** How often each case was asked, as far as the beginning says. */
  epochs: number;
  /** Somebody has to name its model. */
  isUnnamed: boolean;
  /** What the harness writes beside samples holds no answers. */
  isResults: boolean;
};

const nothing: LogDescription = {
  model: null,
  filters: [],
  isLikelihoods: false,
  epochs: 1,
  isUnnamed: false,
  isResults: false,
};

const describedBytes = 64 << 10;
const maxHeadBytes = 512 << 10;
const fewEntries = 200;

/**
 * By no more than some of it: whoever sends a file waits for this, in the process that answers everybody. Null for what is no
 * log. One that can't be read is one all the same, by its name: its check says what is wrong with it.
 */
export async function describeLog(path: string, fileName: string): Promise<LogDescription | null> {
  const format = await logFormatOf(path);
  if (format === null) return null;
  if (format === "lm_eval_results") {
    const model = await readResultsModel(path, maxHeadBytes);
    return { ...nothing, model, isUnnamed: model === null, isResults: true };
  }
  if (format === "lm_eval") return { ...nothing, isUnnamed: true, ...(await describeSamples(path)) };
  const found = format === "inspect_eval" ? await describeArchive(path) : await describeDocument(path);
  return found ?? (format === "inspect_eval" && !/\.eval$/i.test(fileName) ? null : nothing);
}

async function describeDocument(path: string): Promise<LogDescription | null> {
  const start = await readHead(path, describedBytes);
  if (!start.ok) return null;
  const text = start.value.head.toString("utf8");
  return describeStart(text) ?? describeStart(closeJson(text));
}

/** Its first entry says what runs, before any sample. */
async function describeArchive(path: string): Promise<LogDescription | null> {
  try {
    const zip = await openZip(path, { first: fewEntries });
    try {
      const named = (name: string): ZipEntry | undefined => zip.entries.find((entry) => entry.name === name);
      const start = named(headEntry) ?? named(startEntry);
      if (!start) return null;
      const described = describeStart((await start.read(maxHeadBytes)).toString("utf8")) ?? nothing;
      return zip.entries.reduce(
        (so, { name }) => ({ ...so, epochs: Math.max(so.epochs, epochOfEntry(name) ?? 1) }),
        described,
      );
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof ZipError) return null;
    throw error;
  }
}

function describeStart(text: string): LogDescription | null {
  const json = parsePythonJson(text);
  const parsed = inspectStart.safeParse(json.ok ? json.value : null);
  if (!parsed.success) return null;
  const { model, config } = parsed.data.eval;
  return { ...nothing, model, epochs: config?.epochs ?? 1 };
}
