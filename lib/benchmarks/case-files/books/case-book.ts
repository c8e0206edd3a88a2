import {
  contentDigest,
  derivedKey,
  promptDigest,
  versionDigest,
} from "#lib/benchmarks/case-files/case-identity.ts";
import { partsOfGrouping } from "#lib/benchmarks/case-files/grouping.ts";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { filesOf } from "#lib/task-kinds/server-registry.ts";

/** What a row is known by, and what tells it from another version of the same case. */
export type Identity = { key: string; hash: Buffer; prompt: Buffer; isDuplicate: boolean };

/**
 * Names the rows of one track in the order of the files. Both readings keep a book of their own and come to
 * the same names, so that nothing of a row has to be kept between them.
 */
export class CaseBook {
  readonly #occurrences = new Map<string, number>();
  readonly #ids = new Map<string, string>();

  /** A row whose id another row has already is refused. */
  enter(row: GoodRow, fileName: string): { identity: Identity; problem: null } | { problem: RowProblem } {
    const kind = filesOf(row.kind);
    const prompt = row.prompt ? promptDigest(row.prompt) : contentDigest(kind.shown(row));
    const derived = derivedKey(prompt, row.optionNames);
    const before = row.id === null ? undefined : this.#ids.get(row.id);
    if (before !== undefined) return { problem: repeated(row, before) };
    if (row.id !== null) this.#ids.set(row.id, `${fileName}, line ${row.line}`);
    const occurrence = (this.#occurrences.get(derived) ?? 0) + 1;
    this.#occurrences.set(derived, occurrence);
    const key = row.id ?? (occurrence === 1 ? derived : `${derived}-${occurrence}`);
    return {
      identity: {
        key,
        hash: versionDigest([...kind.versionParts(row), ...partsOfGrouping(row)]),
        prompt,
        isDuplicate: occurrence > 1,
      },
      problem: null,
    };
  }
}

const repeated = (row: GoodRow, before: string): RowProblem => ({
  line: row.line,
  column: "id",
  problem: `second case with this id (the first: ${before}): ids must be unique within a track`,
  found: row.id ?? "",
});
