import type { z } from "zod";
import { pathInWords, readJsonDocument } from "#lib/files/json-document.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { type GivenLabels, labelsInput } from "#lib/task-kinds/label-set.ts";

type Path = readonly PropertyKey[];
type Book = Result<GivenLabels, "bad_codes">;

/** In words that say where it is, where that is known, and what to do. */
const refuse = (codes: string): Book => fail("bad_codes", { codes });

/** By the name of a set, or as a list or an object. */
export function checkBook(codes: unknown, place?: (path: Path) => string): Book {
  const read = labelsInput.safeParse(codes);
  if (read.success) return succeed(read.data as GivenLabels);
  return refuse(read.error.issues.map((issue) => inWords(issue, place)).join(" "));
}

/** An issue has its path beside its message, or before it. */
function inWords(
  { path, message }: Pick<z.core.$ZodIssue, "path" | "message">,
  place?: (path: Path) => string,
): string {
  const [begins = "", written = ""] = /^([\w-]+(?:\.[\w-]+)*): /.exec(message) ?? [];
  const keys = written === "" ? [] : written.split(".");
  const whole = [...path, ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
  return place && whole.length > 0 ? `${place(whole)}: ${message.slice(begins.length)}` : message;
}

/** As a file holds it. */
export function readJsonBook(text: string): Book {
  const read = readJsonDocument(text.replace(/^\uFEFF/, ""));
  if (!read.ok) return refuse(read.fault.problem);
  const { value, lineOf } = read.document;
  return checkBook(value, (path) => `Line ${lineOf(path)}, ${pathInWords(path)}`);
}

/** As somebody types or pastes it: what a file holds, or one code a line. */
export function readWrittenBook(text: string): Book {
  if (/^\uFEFF?\s*[[{]/.test(text)) return readJsonBook(text);
  const codes = text.split(/\r\n|[\r\n]/).flatMap((line, at) => {
    const name = line.trim();
    return name === "" ? [] : { name, line: at + 1 };
  });
  for (const [at, { name, line }] of codes.entries()) {
    const first = codes.slice(0, at).find((one) => one.name === name);
    if (first)
      return refuse(`Line ${line}: “${name}” stands on line ${first.line} already. Codes must differ.`);
  }
  return checkBook(
    codes.map(({ name }) => name),
    ([at]) => `Line ${codes[Number(at)]?.line}`,
  );
}
