import { z } from "zod";
import type { Reading } from "#lib/files/text-file.ts";
import { maxValuesInWords } from "#lib/files/json-text.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { lacksNumbers, lmEvalLine, sampleOf, type LmEvalLine } from "#lib/model-logs/lm-eval/schema.ts";
import { refuse, type OpenLogResult, type ReadSample } from "#lib/model-logs/log-sample.ts";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";

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

export function readLine(text: string): Pick<LogEntry, "line" | "problem"> {
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
