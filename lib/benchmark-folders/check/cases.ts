import { createHash } from "node:crypto";
import path from "node:path";
import { CaseBook } from "#lib/benchmarks/case-files/books/case-book.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/jsonl-cases.ts";
import { again } from "#lib/benchmark-folders/check/sums.ts";
import { folderFiles, type FolderDescription } from "#lib/benchmark-folders/schema.ts";
import { openLines, type ScannedLine } from "#lib/files/line-scanner.ts";
import type { Problems } from "#lib/files/import-problems.ts";

export type CheckedCases = {
  /** By track and id: its digest. */
  digests: ReadonlyMap<string, string>;
};

export const nameCase = (track: unknown, id: unknown): string => JSON.stringify([track, id]);

/** Reads every case as an import would, and computes its digest anew. */
export async function checkCases(
  folder: string,
  description: FolderDescription,
  problems: Problems,
  signal?: AbortSignal,
): Promise<CheckedCases> {
  const found = new FoundCases(problems);
  for await (const batch of openLines(path.join(folder, file), { signal }))
    for (const scanned of batch) found.take(scanned);
  found.compare(description);
  return found;
}

const file = folderFiles.cases.jsonl;

class FoundCases implements CheckedCases {
  readonly #problems: Problems;
  readonly #books = new Map<string, CaseBook>();
  readonly #hashes: [track: Buffer, hash: Buffer][] = [];
  readonly digests = new Map<string, string>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  take(scanned: ScannedLine): void {
    const { good, problems } = readJsonCase(scanned);
    for (const problem of problems ?? []) this.#problems.add({ file, ...problem });
    if (!good) return;
    const track = good.track ?? "";
    const book = this.#books.get(track) ?? new CaseBook();
    this.#books.set(track, book);
    const entered = book.enter(good, file);
    if (entered.problem) return this.#problems.add({ file, ...entered.problem });
    const { hash, key } = entered.identity;
    const [digest, claimed] = [hash.toString("hex"), claimedIn(scanned.bytes)];
    if (claimed !== digest)
      this.#problems.add({
        file,
        line: scanned.line,
        column: "sha256",
        found: claimed,
        problem: `What the case says has another digest than the one that stands in it. ${again}`,
      });
    this.digests.set(nameCase(track, key), digest);
    this.#hashes.push([Buffer.from(track), hash]);
  }

  compare({ digest, tracks, cases }: FolderDescription): void {
    const told = folderFiles.description;
    const counts = new Map<string, number>();
    for (const [track] of this.#hashes) {
      const name = track.toString();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const { name, cases: expected } of tracks)
      this.#hold(
        counts.get(name) ?? 0,
        expected,
        `${told} says that the track ${name} has ${expected} cases.`,
      );
    this.#hold(this.digests.size, cases, `${told} says that there are ${cases} cases.`);
    this.#hold(digestOf(this.#hashes), digest, `The digest of all cases isn’t the one that ${told} has.`);
  }

  #hold<T>(found: T, expected: T, problem: string): void {
    if (found === expected) return;
    this.#problems.add({
      file,
      line: null,
      column: null,
      problem: `${problem} ${again}`,
      found: String(found),
    });
  }
}

function claimedIn(line: Buffer): string {
  const { sha256 } = JSON.parse(line.toString("utf8")) as { sha256?: unknown };
  return typeof sha256 === "string" ? sha256 : "";
}

/** As the database computes it of a benchmark: `digest_of_cases`. */
function digestOf(hashes: [track: Buffer, hash: Buffer][]): string {
  const digest = createHash("sha256");
  for (const [track, hash] of hashes.sort(([a, x], [b, y]) => Buffer.compare(a, b) || Buffer.compare(x, y)))
    digest.update(createHash("sha256").update(track).digest()).update(hash);
  return digest.digest("hex");
}
