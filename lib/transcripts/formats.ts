import { readHead, type FileResult } from "#lib/files/text-file.ts";
import { succeed } from "#lib/result.ts";

/** What a file that is no table is, whose cases are documents. */
export type TranscriptFormat = "vtt" | "srt" | "text" | "thoughts" | "interview";

const firstCue = /^(?:\d+\s*\r?\n)?(?:\d{1,4}:)?\d\d:\d\d[.,]\d{3}\s*-->/;
const isTable = (beginning: string) =>
  /^\s*\{/.test(beginning) || /(?:^|,)"?prompt"?(?:,|\r?$)/m.test(beginning.split("\n", 1)[0] ?? "");

/** By how it begins, and where that says nothing, by its name; null of tables, and of lines of JSON. */
export function transcriptFormatOf(name: string, beginning: string): TranscriptFormat | null {
  const start = beginning.replace(/^\uFEFF/, "").trimStart();
  if (/^WEBVTT(?:\s|$)/.test(start) || /\.vtt$/i.test(name)) return "vtt";
  if (firstCue.test(start) || /\.srt$/i.test(name)) return "srt";
  if (/(?:^|[/\\])prepared_input\.json$/i.test(name)) return "interview";
  if (
    start.startsWith("[") &&
    (/"(?:raw_text|thought)"\s*:/.test(start) || /(?:^|[/\\])results\.json$/i.test(name))
  )
    return "thoughts";
  return /\.txt$/i.test(name) && !isTable(start) ? "text" : null;
}

/** What a case is known by: the file's name, without folders, ending, and what a browser adds to a second copy. */
export const idFrom = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? "")
    .replace(/\.(?:vtt|srt|txt)$/i, "")
    .replace(/ ?\(\d+\)$/, "")
    .trim();

const beginning = 16 * 1024;

/** Which of the formats of transcripts a file has; null where it has none of them. */
export async function findTranscriptFormat(
  path: string,
  name: string,
): Promise<FileResult<TranscriptFormat | null>> {
  const start = await readHead(path, beginning);
  return start.ok ? succeed(transcriptFormatOf(name, start.value.head.toString("utf8"))) : start;
}
