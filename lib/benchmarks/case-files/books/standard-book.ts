import type { BulkClient } from "#lib/bulk/copy.ts";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import type { RowProblem, Standard } from "#lib/task-kinds/case-files.ts";
import { filesOf, standardKeys } from "#lib/task-kinds/server-registry.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

const keyOf = (column: string, { name }: Standard) => `${column}\n${name}`;

/** By name, what each scale, label set and code book of a benchmark is: both readings keep such a book, and come to the same. */
export class StandardBook {
  readonly #known: Map<string, { definition: string; where: string }>;

  /** `stored`: the definitions that the benchmark has already. */
  constructor(stored: ReadonlyMap<string, string>) {
    this.#known = new Map(
      [...stored].map(([key, definition]) => [key, { definition, where: "in the benchmark" }]),
    );
  }

  /** Figures are told by the name of what was judged by, so it has to be one thing. */
  enter({ line, kind, own }: Pick<GoodRow, "line" | "kind" | "own">, fileName: string): RowProblem | null {
    const { standard } = filesOf(kind);
    if (!standard) return null;
    const { column } = standard;
    const given = standard.define((own as Record<string, unknown>)[column]);
    if (!given) return null;
    const key = keyOf(column, given);
    const known = this.#known.get(key) ?? {
      definition: given.definition,
      where: `in ${fileName}, line ${line},`,
    };
    this.#known.set(key, known);
    if (known.definition === given.definition) return null;
    return {
      line,
      column,
      problem: `it says something else than ${known.where} under the same name, and a definition never changes: give one of the two another name`,
      found: given.name,
    };
  }
}

export async function readStoredStandards(
  client: BulkClient,
  benchmarkId: number,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ kind: CaseKind; given: unknown }>(
    `SELECT DISTINCT c.kind::text, v.content -> ($2::jsonb ->> c.kind::text) AS given
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND v.retired_at IS NULL AND $2::jsonb ? c.kind::text`,
    [benchmarkId, standardKeys],
  );
  return new Map(
    rows.flatMap(({ kind, given }) => {
      const { standard } = filesOf(kind);
      const known = standard?.define(given);
      return standard && known ? [[keyOf(standard.column, known), known.definition] as const] : [];
    }),
  );
}
