import { closeJson } from "#lib/files/json-text.ts";
import { readHead } from "#lib/files/text-file.ts";
import { openZip, ZipError, type ZipEntry } from "#lib/files/zip/zip-entries.ts";
import { epochOfEntry, headEntry, startEntry } from "#lib/model-logs/inspect/inspect-log.ts";
import { inspectStart } from "#lib/model-logs/inspect/schema.ts";
import { describeSamples } from "#lib/model-logs/lm-eval/describe-samples.ts";
import { readResultsModel } from "#lib/model-logs/lm-eval/results-file.ts";
import { logFormatOf } from "#lib/model-logs/open-log.ts";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

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

const beginning = 64 << 10;
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
  const start = await readHead(path, beginning);
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
