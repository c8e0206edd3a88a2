import { openCsv } from "#lib/files/csv/scanner.ts";
import { closeJson, isTooDeep } from "#lib/files/json-text.ts";
import { type FileResult, readHead, refuse } from "#lib/files/text-file.ts";
import { printableBytes } from "#lib/files/printable.ts";
import { succeed } from "#lib/result.ts";

export type FileSample =
  | { readonly format: "csv"; readonly columns: readonly string[]; readonly sample: readonly string[] }
  | { readonly format: "jsonl"; readonly objects: readonly Readonly<Record<string, unknown>>[] };

const sampleRows = 50;
const sampleBytes = 1000;
/** Whoever sends a file waits while its beginning is looked at. */
const beginning = 64 * 1024;
/** What a model is shown is the text that says most; a file of its own kind is judged by its first column. */
const textColumn = "prompt";

/** What kind of file it is, by its content alone, and enough of its beginning to guess what it is for. */
export async function sniffFile(path: string): Promise<FileResult<FileSample>> {
  const start = await readHead(path, beginning);
  if (!start.ok) return start;
  const text = start.value.head.toString("utf8").trimStart();
  if (text.startsWith("[") || /^\{\s*\n/.test(text))
    return refuse("json_not_lines", text.slice(0, printableBytes));
  const isWhole = start.value.head.length < beginning;
  return text.startsWith("{") ? sniffLines(text.split("\n"), isWhole) : sniffCsv(path);
}

async function sniffCsv(path: string): Promise<FileResult<FileSample>> {
  const csv = await openCsv(path);
  if (!csv.ok) return csv;
  const { columns, rows } = csv.value;
  const column = columns.includes(textColumn) ? textColumn : (columns[0] ?? "");
  const sample: string[] = [];
  for await (const batch of rows([column])) {
    for (const row of batch.slice(0, sampleRows))
      sample.push(row.bytes(column).toString("utf8", 0, sampleBytes));
    break;
  }
  return succeed({ format: "csv", columns, sample });
}

/** A line that goes on behind the beginning is looked at where there is no other. */
function sniffLines(lines: readonly string[], isWhole: boolean): FileResult<FileSample> {
  const whole = isWhole ? lines : lines.slice(0, -1);
  const shown = whole.length > 0 ? whole : lines.map((line) => closeJson(line));
  const filled = shown.filter((line) => line.trim() !== "");
  const objects = filled
    .slice(0, sampleRows)
    .map(parsed)
    .filter((value) => value !== null);
  return succeed({ format: "jsonl", objects });
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) && !isTooDeep(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const ideographs = /\p{Script=Han}/gu;
const letters = /\p{L}/gu;

/** Chinese prompts carry English instructions for the model, so a sixth of the letters is enough. */
export function languageOf(text: string): "en" | "zh" {
  const han = text.match(ideographs)?.length ?? 0;
  const others = (text.match(letters)?.length ?? 0) - han;
  return han * 5 > others ? "zh" : "en";
}
