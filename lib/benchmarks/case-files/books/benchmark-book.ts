import type { BulkClient } from "#lib/bulk/copy.ts";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import { GroupBook, readStoredGroups } from "#lib/benchmarks/case-files/books/group-book.ts";
import { readStoredStandards, StandardBook } from "#lib/benchmarks/case-files/books/standard-book.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";

type StoredBook = { groups: ReadonlyMap<string, string>; standards: ReadonlyMap<string, string> };

/** What has to hold among all cases of a benchmark. Each reading of its files keeps a book of its own. */
export class BenchmarkBook {
  readonly #groups: GroupBook;
  readonly #standards: StandardBook;

  constructor({ groups, standards }: StoredBook) {
    this.#groups = new GroupBook(groups);
    this.#standards = new StandardBook(standards);
  }

  enter(row: GoodRow, track: string, fileName: string): RowProblem | null {
    return this.#standards.enter(row, fileName) ?? this.#groups.enter(row, track);
  }
}

export const readStoredBook = async (client: BulkClient, benchmarkId: number): Promise<StoredBook> => ({
  groups: await readStoredGroups(client, benchmarkId),
  standards: await readStoredStandards(client, benchmarkId),
});
