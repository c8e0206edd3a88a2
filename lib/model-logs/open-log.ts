import { open } from "node:fs/promises";
import { readFully, type Reading } from "#lib/files/text-file.ts";
import { openEvalLog, openJsonLog } from "#lib/model-logs/inspect/inspect-log.ts";
import { openLmEvalLog } from "#lib/model-logs/lm-eval/lm-eval-log.ts";
import { refuse, type OpenLogResult } from "#lib/model-logs/log-sample.ts";

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
