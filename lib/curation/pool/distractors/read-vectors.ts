import { z } from "zod";
import { formatProblem, type ImportProblem } from "#lib/files/file-problems.ts";
import { hasMoreValues } from "#lib/files/json-text.ts";
import { openLines, type ScannedLine } from "#lib/files/line-scanner.ts";
import { type LineProblem, parseLine } from "#lib/files/json-document.ts";
import type { Vectors } from "#lib/curation/pool/distractors/nearest.ts";

const vectorLine = z.object({
  id: z.string(),
  vector: z.array(z.number()).min(1),
  /** Where the product fetched them, which it writes into the file itself. */
  host: z.string().optional(),
  isFake: z.boolean().optional(),
});
/** Where vectors came from, as far as their file says. */
export type VectorsOrigin = { host?: string; isFake?: boolean };
/** Room is made for as many of every role. The longest vectors of embedding models have some thousand numbers. */
const maxNumbers = 32_768;
/** As many with 20 digits each take less. */
const lineLimit = 16_000_000;
const maxProblems = 100;

type File = { name: string; path: string };
export type VectorsRead = {
  vectors: Vectors | null;
  origin: VectorsOrigin;
  problems: readonly ImportProblem[];
};

/** Where so many numbers can stand, until room is asked for again. */
export type Room = (numbers: number) => Float64Array;

/** Room that the vectors of one model after another take: each in its own would wait for others to be cleared away. */
export function makeRoom(): Room {
  // Shared, so that threads need no copies.
  let kept = new SharedArrayBuffer(0);
  return (numbers) => {
    const bytes = numbers * Float64Array.BYTES_PER_ELEMENT;
    if (kept.byteLength < bytes) kept = new SharedArrayBuffer(bytes);
    return new Float64Array(kept, 0, numbers);
  };
}

/** Of one embedding model: a vector of each role, stretched to unit length, in the order of the ids. */
export async function readVectors(
  { name, path }: File,
  ids: readonly string[],
  room: Room = makeRoom(),
): Promise<VectorsRead> {
  const rows = new Rows(ids, room);
  const problems: ImportProblem[] = [];
  reading: for await (const batch of openLines(path, { lineLimit }))
    for (const scanned of batch) {
      const problem = rows.take(scanned);
      if (problem) problems.push({ file: name, ...problem });
      if (problems.length >= maxProblems) break reading;
    }
  const missing = problems.length === 0 ? rows.listMissing() : [];
  if (missing.length > 0)
    problems.push({
      file: name,
      line: null,
      column: "id",
      found: missing.slice(0, 5).join(", "),
      problem: `${missing.length} of ${ids.length} roles have no vector in this file. Add them.`,
    });
  return { vectors: problems.length === 0 ? rows.vectors : null, origin: rows.origin, problems };
}

class Rows {
  readonly origin: VectorsOrigin = {};
  readonly #places: ReadonlyMap<string, number>;
  readonly #seen = new Set<number>();
  #values: Float64Array | null = null;
  #length = 0;

  readonly #room: Room;

  constructor(ids: readonly string[], room: Room) {
    this.#room = room;
    this.#places = new Map(ids.map((id, index) => [id, index]));
  }

  get vectors(): Vectors | null {
    return this.#values && { values: this.#values, length: this.#length, count: this.#places.size };
  }

  listMissing(): string[] {
    return [...this.#places].flatMap(([id, place]) => (this.#seen.has(place) ? [] : [id]));
  }

  take({ line, bytes, problems: [scanProblem] }: ScannedLine): LineProblem | null {
    if (scanProblem)
      return { ...scanProblem, problem: formatProblem(scanProblem.problem, scanProblem.found) };
    const read = readJson(bytes, line);
    if (!read.ok) return read.problem;
    const checked = vectorLine.safeParse(read.value);
    const refuse = (problem: string, found: string, column = "vector") => ({ line, column, problem, found });
    if (!checked.success)
      return refuse("A line must be an object with an id and a vector of numbers.", "", "id, vector");
    const { id, vector, host, isFake } = checked.data;
    const place = this.#places.get(id);
    if (place === undefined)
      return refuse("No role of the pool has this id. Ids are the work and the name: “work/name”.", id, "id");
    if (this.#seen.has(place))
      return refuse("This id stands twice in the file. Remove one of the lines.", id, "id");
    if (vector.length > maxNumbers)
      return refuse(
        `This vector has ${vector.length} numbers, and none of an embedding model has more than ${maxNumbers}. Make it again.`,
        id,
      );
    this.#length ||= vector.length;
    if (vector.length !== this.#length)
      return refuse(
        `This vector has ${vector.length} numbers, those before it ${this.#length}. All of a file must be as long.`,
        id,
      );
    const norm = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (norm === 0) return refuse("This vector is all zeros, so it points nowhere. Make it again.", id);
    if (!Number.isFinite(norm)) return refuse("The numbers of this vector are too large. Make it again.", id);
    this.#seen.add(place);
    if (host !== undefined) this.origin.host ??= host;
    if (isFake === true) this.origin.isFake = true;
    this.#values ??= this.#room(this.#places.size * this.#length);
    const from = place * this.#length;
    for (let at = 0; at < vector.length; at++) this.#values[from + at] = (vector[at] as number) / norm;
    return null;
  }
}

/** What can't be read is looked at closely, and nothing else: most of these lines are a thousand numbers and more. */
function readJson(bytes: Buffer, line: number): ReturnType<typeof parseLine> {
  const text = bytes.toString("utf8");
  if (hasMoreValues(text)) return parseLine(bytes, line);
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    if (!/[[,]\s*-?(?:NaN|Infinity)\s*[,\]]/.test(text)) return parseLine(bytes, line);
    const problem = "NaN and Infinity are no numbers of a vector. Make this vector again.";
    return { ok: false, problem: { line, column: "vector", problem, found: text } };
  }
}
