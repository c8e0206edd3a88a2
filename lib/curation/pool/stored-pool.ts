import { createReadStream, statSync } from "node:fs";
import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { JobFailure } from "#lib/jobs/handler.ts";
import type { PoolCases, PoolFile } from "#lib/curation/pool/make-cases.ts";
import type { PoolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";

type Pool = { settings: PoolSettings; files: readonly PoolFile[]; made: PoolCases };

const copyAtBytes = 8_000_000;

/** In the transaction that stores the cases: what they were made of, and what became of the rest. A benchmark is made of one pool, once. */
export async function storePool(
  client: BulkClient,
  benchmarkId: number,
  { settings, files, made }: Pool,
  storing: boolean,
): Promise<void> {
  if ((await countOthers(client, benchmarkId, storing ? made.count : 0)) > 0)
    throw new JobFailure(
      "Nothing was stored: this benchmark has cases already. Make a new benchmark for what comes of a pool.",
    );
  if (!storing) return;
  const described = await Promise.all(files.map(describeFile));
  await client.query(
    "INSERT INTO benchmark_pools (benchmark_id, settings, files, report) VALUES ($1, $2::jsonb, $3::jsonb, $4::jsonb)",
    [benchmarkId, JSON.stringify(settings), JSON.stringify(described), JSON.stringify(made.report)],
  );
  const rows = new BinaryRows("pool_drops (benchmark_id, number, key, work, stage, reason, detail, turns)");
  for (const [at, { exchange, stage, reason, detail }] of made.dropped.entries()) {
    rows
      .begin()
      .int4(benchmarkId)
      .int4(at + 1)
      .text(exchange.id)
      .text(exchange.work);
    rows.text(stage).text(reason).text(detail).json(exchange.turns);
    if (rows.bytes > copyAtBytes) await copyRows(client, rows);
  }
  await copyRows(client, rows);
}

async function countOthers(client: BulkClient, benchmarkId: number, own: number): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT (SELECT count(*)::int FROM cases c JOIN tracks t ON t.id = c.track_id WHERE t.benchmark_id = $1) - $2::int
       + (SELECT count(*)::int FROM benchmark_pools WHERE benchmark_id = $1) AS others`,
    [benchmarkId, own],
  );
  return rows[0]?.others ?? 0;
}

async function describeFile({ name, path, vectorsOf }: PoolFile) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { name, vectorsOf, bytes: statSync(path).size, sha256: hash.digest("hex") };
}
