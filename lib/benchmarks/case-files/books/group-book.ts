import type { BulkClient } from "#lib/bulk/copy.ts";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

const keyOf = (kind: CaseKind, group: string) => `${kind}\n${group}`;

/** In which track each group stands: both readings keep such a book, and come to the same. */
export class GroupBook {
  readonly #trackOf: Map<string, string>;

  /** `stored`: the groups that the benchmark has already. */
  constructor(stored: ReadonlyMap<string, string>) {
    this.#trackOf = new Map(stored);
  }

  /**
   * What judges say of one group is one cluster, and can't be shared by tracks. A person may well stand in another track
   * for something else that is asked of them, and nobody judges what is only read.
   */
  enter({ line, group, kind }: Pick<GoodRow, "line" | "group" | "kind">, track: string): RowProblem | null {
    if (group === null || !isAsked(kind) || serverKindOf(kind).hasRight) return null;
    const key = keyOf(kind, group);
    const known = this.#trackOf.get(key) ?? track;
    this.#trackOf.set(key, known);
    if (known === track) return null;
    return {
      line,
      column: "group",
      problem: `the cases of a group that are of one kind stand in one track, and those of this group in ${known}: give one of the two groups another name`,
      found: group,
    };
  }
}

export async function readStoredGroups(
  client: BulkClient,
  benchmarkId: number,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ kind: CaseKind; group: string; track: string }>(
    `SELECT DISTINCT c.kind::text, v.group_name AS "group", t.name AS track
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND v.retired_at IS NULL AND v.group_name IS NOT NULL`,
    [benchmarkId],
  );
  return new Map(rows.map(({ kind, group, track }) => [keyOf(kind, group), track]));
}
