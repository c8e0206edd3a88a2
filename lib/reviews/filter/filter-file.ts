import type { Reading } from "#lib/files/file-window.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { printable } from "#lib/files/printable.ts";
import { readHead } from "#lib/files/text-file.ts";
import type { LineProblem } from "#lib/files/json-line.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import { wholeFile } from "#lib/files/whole-file.ts";
import { readFilterLine, type FilterLine } from "#lib/reviews/filter/filter-line.ts";

/** The items of a review, and the keys of its reasons. */
export type Asked = {
  items: readonly { id: number; track: string; key: string }[];
  reasons: readonly string[];
};
export type Said = { model: string; item: number; accepts: boolean; reason: string | null };
type ReadFilter = { ok: true; said: readonly Said[] } | { ok: false; problems: readonly ImportProblem[] };

/** Beyond this it is not the file that it should be. */
const maxProblems = 1000;

/** What models say of a review's items, one line an item. Nothing of a file is good in which anything is wrong. */
export async function readFilterFile(
  { path, name }: { path: string; name: string },
  asked: Asked,
  reading: Reading = {},
): Promise<ReadFilter> {
  const refuse = (...problems: Omit<ImportProblem, "file">[]): ReadFilter => ({
    ok: false,
    problems: problems.map((problem) => ({ ...problem, file: name, found: printable(problem.found) })),
  });
  const head = await readHead(path, 0);
  if (!head.ok) return refuse(wholeFile(head));
  const look = new ItemsByName(asked);
  const said: Said[] = [];
  const problems: LineProblem[] = [];
  for await (const lines of openLines(path, reading))
    for (const scanned of lines) {
      const read = readFilterLine(scanned);
      const found = read.ok ? look.up(read.said) : read;
      if (found.ok) said.push(found.said);
      else problems.push(...found.problems);
      if (problems.length >= maxProblems) return refuse(...problems, tooMany);
    }
  if (problems.length > 0) return refuse(...problems);
  return said.length > 0 ? { ok: true, said } : refuse(wholeFile({ error: "empty_file" }));
}

const tooMany = {
  line: null,
  column: null,
  found: "",
  problem: `Reading stopped here, after ${maxProblems.toLocaleString("en")} problems. This is probably not the file you meant.`,
};

type Found = { ok: true; said: Said } | { ok: false; problems: readonly LineProblem[] };

/** Finds the items that lines speak of, and what was said of one before. */
class ItemsByName {
  readonly #items: ReadonlyMap<string, Asked["items"]>;
  readonly #reasons: readonly string[];
  readonly #lines = new Map<string, number>();

  constructor({ items, reasons }: Asked) {
    this.#items = Map.groupBy(items, ({ key }) => key);
    this.#reasons = reasons;
  }

  up({ line, model, case: key, track = null, decision, reason = null }: FilterLine): Found {
    const refuse = (column: string, found: string, problem: string): Found => ({
      ok: false,
      problems: [{ line, column, found, problem }],
    });
    const called = this.#items.get(key) ?? [];
    const [item, other] = called.filter((one) => track === null || one.track === track);
    if (!item)
      return called.length === 0
        ? refuse("case", key, "No case of this review has this id. Correct it, or remove the line.")
        : refuse("track", track ?? "", `This case isn’t on that track, but on ${tracksOf(called)}.`);
    if (other) return refuse("case", key, `There is such a case on ${tracksOf(called)}: name the track.`);
    if (reason !== null && !this.#reasons.includes(reason))
      return refuse("reason", reason, `The plan has no such reason. ${this.#reasonsInWords()}`);
    const of = `${item.id} ${model}`;
    const before = this.#lines.get(of);
    if (before !== undefined)
      return refuse(
        "case",
        key,
        `This model has said something of this case on line ${before}. Keep one line.`,
      );
    this.#lines.set(of, line);
    return { ok: true, said: { model, item: item.id, accepts: decision === "accept", reason } };
  }

  #reasonsInWords(): string {
    return this.#reasons.length > 0
      ? `Its reasons are ${this.#reasons.join(", ")}.`
      : "It has no reasons: leave the key out.";
  }
}

const tracksOf = (items: Asked["items"]) => items.map(({ track }) => `“${track}”`).join(", ");
