import { createHash, hash } from "node:crypto";
import { type GoodRow, partsOfGrouping } from "#lib/benchmarks/case-files/case-file.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { RowProblem } from "#lib/task-kinds/case-files.ts";
import { type CaseKind, isAsked } from "#lib/task-kinds/case-kinds.ts";
import { filesOf, serverKindOf, standardKeys } from "#lib/task-kinds/server-registry.ts";

/** By kind and name, the track of each group; by column and name, what each scale, label set and code book is. */
type StoredBook = { groups: ReadonlyMap<string, string>; standards: ReadonlyMap<string, string> };

const keyOf = (of: string, name: string) => `${of}\n${name}`;

/** What has to hold among all cases of a benchmark. Both readings of its files keep such a book, and come to the same. */
export class BenchmarkBook {
  readonly #trackOf: Map<string, string>;
  readonly #definitions: Map<string, { definition: string; where: string }>;

  /** What the benchmark has already. */
  constructor({ groups, standards }: StoredBook) {
    this.#trackOf = new Map(groups);
    this.#definitions = new Map(
      [...standards].map(([key, definition]) => [key, { definition, where: "in the benchmark" }]),
    );
  }

  enter(
    row: Pick<GoodRow, "line" | "kind" | "own" | "group">,
    track: string,
    fileName: string,
  ): RowProblem | null {
    return this.#enterStandard(row, fileName) ?? this.#enterGroup(row, track);
  }

  /** Figures are told by the name of what was judged by, so it has to be one thing. */
  #enterStandard(
    { line, kind, own }: Pick<GoodRow, "line" | "kind" | "own">,
    fileName: string,
  ): RowProblem | null {
    const { standard } = filesOf(kind);
    if (!standard) return null;
    const { column } = standard;
    const given = standard.define((own as Record<string, unknown>)[column]);
    if (!given) return null;
    const { name, definition } = given;
    const key = keyOf(column, name);
    const known = this.#definitions.get(key) ?? { definition, where: `in ${fileName}, line ${line},` };
    this.#definitions.set(key, known);
    if (known.definition === definition) return null;
    return {
      line,
      column,
      problem: `it says something else than ${known.where} under the same name, and a definition never changes: give one of the two another name`,
      found: name,
    };
  }

  /**
   * What judges say of one group is one cluster, and can't be shared by tracks. A person may well stand in another track
   * for something else that is asked of them, and nobody judges what is only read.
   */
  #enterGroup(
    { line, group, kind }: Pick<GoodRow, "line" | "group" | "kind">,
    track: string,
  ): RowProblem | null {
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

export async function readStoredBook(client: BulkClient, benchmarkId: number): Promise<StoredBook> {
  const { rows: groups } = await client.query<{ kind: CaseKind; group: string; track: string }>(
    `SELECT DISTINCT c.kind::text, v.group_name AS "group", t.name AS track
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND v.retired_at IS NULL AND v.group_name IS NOT NULL`,
    [benchmarkId],
  );
  const { rows: standards } = await client.query<{ kind: CaseKind; given: unknown }>(
    `SELECT DISTINCT c.kind::text, v.content -> ($2::jsonb ->> c.kind::text) AS given
     FROM case_versions v JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE t.benchmark_id = $1 AND v.retired_at IS NULL AND $2::jsonb ? c.kind::text`,
    [benchmarkId, standardKeys],
  );
  return {
    groups: new Map(groups.map(({ kind, group, track }) => [keyOf(kind, group), track])),
    standards: new Map(
      standards.flatMap(({ kind, given }) => {
        const { standard } = filesOf(kind);
        const known = standard?.define(given);
        return standard && known ? [[keyOf(standard.column, known.name), known.definition] as const] : [];
      }),
    ),
  };
}

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

const sha256 = (data: Buffer | string) => hash("sha256", data, "buffer");

/** What result files join by. */
export const promptDigest = (prompt: Buffer): Buffer => sha256(withPlainLineEnds(prompt));

/** For a case without a prompt: over what is shown. */
const contentDigest = (shown: unknown): Buffer => sha256(JSON.stringify(shown));

/** Names a case whose file gives it no id: the same prompt with the same options is the same case. */
const derivedKey = (prompt: Buffer, names: readonly string[]): string =>
  sha256(`${prompt.toString("hex")}\n${JSON.stringify(names)}`).toString("hex", 0, 12);

/** Over everything a participant or a model is shown, and the right answer: a different one is a new version. */
export function versionDigest(parts: readonly (Buffer | string)[]): Buffer {
  const digest = createHash("sha256");
  // Each part is preceded by its length, so that no two lists of parts read the same.
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest();
}
