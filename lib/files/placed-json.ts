import { formatProblem } from "#lib/files/file-problems.ts";
import { readJsonDocument, pathInWords, type JsonDocument } from "#lib/files/json-document.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import type { z } from "zod";

export type Path = readonly PropertyKey[];

/** What a file holds, and where in it. */
export type PlacedJson<T> = {
  name: string;
  value: T;
  lineOf(path: Path): number;
  /** Something that is wrong at a place of it. */
  blame(path: Path, problem: string): ImportProblem;
};
export type ReadFile<T> = { ok: true; file: PlacedJson<T> } | { ok: false; problems: ImportProblem[] };

export function readPlacedJson<T extends z.ZodType>(
  name: string,
  bytes: Buffer,
  schema: T,
): ReadFile<z.output<T>> {
  const refuse = (...problems: ImportProblem[]) => ({ ok: false, problems }) as const;
  const text = decode(bytes);
  if (text === null)
    return refuse({ file: name, line: null, column: null, problem: formatProblem("not_utf8"), found: "" });
  if (text.trim() === "")
    return refuse({
      file: name,
      line: null,
      column: null,
      problem: formatProblem("empty_file"),
      found: "",
    });
  const read = readJsonDocument(text);
  if (!read.ok) return refuse({ file: name, ...read.fault });
  const { document } = read;
  const checked = schema.safeParse(document.value);
  const blame = blamer(name, document);
  if (!checked.success)
    return refuse(
      ...checked.error.issues.map(({ path, message }) =>
        blame(path, formatMissing(document.value, path) ?? message),
      ),
    );
  return { ok: true, file: { name, value: checked.data, lineOf: document.lineOf, blame } };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}

const formatMissing = (value: unknown, path: Path): string | null =>
  path.length > 0 && valueAt(value, path) === undefined
    ? `${String(path.at(-1))} is missing here. Add it.`
    : null;

const blamer =
  (file: string, { value, lineOf }: JsonDocument): PlacedJson<unknown>["blame"] =>
  (path, problem) => ({
    file,
    line: lineOf(path),
    column: pathInWords(path) || null,
    problem,
    found: JSON.stringify(valueAt(value, path)) ?? "",
  });

/** Says of each id but the first that it stands there twice. */
export function findRepeated<T>(
  { blame }: PlacedJson<unknown>,
  all: readonly T[],
  idOf: (one: T) => string,
  pathOf: (index: number) => Path,
): ImportProblem[] {
  const seen = new Set<string>();
  return all.flatMap((one, index) => {
    const isTwice = seen.has(idOf(one));
    seen.add(idOf(one));
    return isTwice ? [blame(pathOf(index), "This id stands twice in the file. Each needs its own.")] : [];
  });
}
