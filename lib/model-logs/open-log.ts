import { open } from "node:fs/promises";
import type { Reading } from "#lib/files/file-window.ts";
import { readFully } from "#lib/files/text-file.ts";
import { openEvalLog, openJsonLog } from "#lib/model-logs/inspect/inspect-log.ts";
import { openLmEvalLog } from "#lib/model-logs/lm-eval/lm-eval-log.ts";
import type { Opened } from "#lib/model-logs/log-sample.ts";

/** Inspect's archives and JSON, and the samples of lm-evaluation-harness. */
export type LogFormat = "inspect_eval" | "inspect_json" | "lm_eval";

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
    return /^\s*\{\s*"doc_id"\s*:\s*\d+\s*,\s*"doc"\s*:/.test(text) ? "lm_eval" : null;
  } finally {
    await file.close();
  }
}

export function openLog(
  format: LogFormat,
  path: string,
  filter: string | null,
  control: Reading,
): Promise<Opened> {
  if (format === "lm_eval") return openLmEvalLog(path, filter, control);
  return format === "inspect_eval" ? openEvalLog(path, control) : openJsonLog(path);
}
