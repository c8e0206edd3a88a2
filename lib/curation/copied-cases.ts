import { reserveIds, type BulkClient } from "#lib/bulk/copy.ts";

/** A version of a case, and the same in the new benchmark. */
export type CopiedVersions = { from: readonly number[]; to: readonly number[] };

export const copiedAtOnce = 5000;

/** What a new version has of the old one: all but which case it is of, which number it has and since when it is there. */
export const versionColumns = [
  "hash",
  "prompt_hash",
  "original",
  "form",
  "content",
  "option_names",
  "option_count",
  "answer_length",
  "group_name",
  "attributes",
  "overlap",
] as const;
export const caseColumns = ["key", "kind", "position", "source"] as const;
export const trackColumns = ["name", "language", "position", "categories", "category_names"] as const;

const of = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(", ");

/** Each of these versions as the first of a case of the new benchmark, to the byte, on tracks like those it was on. */
export async function copyCases(
  client: BulkClient,
  benchmarkId: number,
  versions: readonly number[],
): Promise<CopiedVersions> {
  await client.query(
    `INSERT INTO tracks (benchmark_id, ${trackColumns.join(", ")})
     SELECT $1, ${of("t", trackColumns)} FROM tracks t WHERE t.id IN (
       SELECT c.track_id FROM case_versions v JOIN cases c ON c.id = v.case_id WHERE v.id = ANY ($2::int[]))`,
    [benchmarkId, versions],
  );
  const to = await reserveIds(client, "case_versions", versions.length);
  const cases = await reserveIds(client, "cases", versions.length);
  for (let start = 0; start < versions.length; start += copiedAtOnce) {
    const [olds, news, ids] = [versions, to, cases].map((all) => all.slice(start, start + copiedAtOnce));
    await client.query(
      `INSERT INTO cases (id, track_id, ${caseColumns.join(", ")})
       SELECT k.id, n.id, ${of("c", caseColumns)} FROM unnest($2::int[], $3::int[]) AS k (old, id)
         JOIN case_versions v ON v.id = k.old JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
         JOIN tracks n ON n.benchmark_id = $1 AND n.name = t.name`,
      [benchmarkId, olds, ids],
    );
    await client.query(
      `INSERT INTO case_versions (id, case_id, number, ${versionColumns.join(", ")})
       SELECT k.new, k.id, 1, ${of("v", versionColumns)}
       FROM unnest($1::int[], $2::int[], $3::int[]) AS k (old, new, id) JOIN case_versions v ON v.id = k.old`,
      [olds, news, ids],
    );
    for (const [table, column] of [
      ["case_golds", "choice"],
      ["case_search_texts", "text"],
    ] as const)
      await client.query(
        `INSERT INTO ${table} (case_version_id, ${column})
         SELECT k.new, o.${column} FROM unnest($1::int[], $2::int[]) AS k (old, new)
           JOIN ${table} o ON o.case_version_id = k.old`,
        [olds, news],
      );
  }
  return { from: versions, to };
}
