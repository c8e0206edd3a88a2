import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { uploadLimit, waitingLimits } from "#lib/uploads/queries.ts";
import { chunkBytes, uploadLifeHours, type UploadedFile } from "#lib/uploads/schema.ts";

type Admin = Viewer<"admin">;

const hourMs = 60 * 60 * 1000;

/**
 * Stores a file of this machine's disk with its row, both or neither. A benchmark may be removed while its file is still
 * on the way. `confirm` is called before the commit.
 */
export async function storeUpload(
  viewer: Admin,
  { id, benchmarkId, fileName, bytes, guess }: UploadedFile & { benchmarkId: number },
  file: string,
  {
    limit = uploadLimit(),
    signal,
    confirm,
  }: { limit?: number; signal?: AbortSignal | undefined; confirm?: () => Promise<void> } = {},
): Promise<Result<undefined, "not_found" | "no_room">> {
  return inBulkTransaction<Result<undefined, "not_found" | "no_room">>(
    async (client) => {
      // Two files that fit one by one must not fit together; and the disk gets one file at a time.
      await client.query("SELECT pg_advisory_xact_lock(hashtext('uploads'))");
      if (!(await fits(client, viewer, bytes, limit))) return fail("no_room");
      const { rowCount } = await client.query(
        `INSERT INTO uploads (id, benchmark_id, file_name, bytes, guess, uploaded_by_id)
         SELECT $1::uuid, b.id, $3::text, $4::bigint, $5::jsonb, $6::uuid FROM benchmarks b WHERE b.id = $2 FOR KEY SHARE`,
        [id, benchmarkId, fileName, bytes, JSON.stringify(guess), viewer.actor.id],
      );
      if (rowCount === 0) return fail("not_found");
      const digest = await storeChunks(client, id, file, signal);
      await client.query("UPDATE uploads SET digest = $2 WHERE id = $1", [id, digest]);
      return succeed();
    },
    { confirm, keep: ({ ok }) => ok, ...(signal && { signal }) },
  );
}

async function fits(client: BulkClient, { actor }: Admin, bytes: number, limit: number): Promise<boolean> {
  const { rows } = await client.query<{ person: string; all: string }>(
    `SELECT coalesce(sum(bytes) FILTER (WHERE uploaded_by_id = $1), 0) AS person, coalesce(sum(bytes), 0) AS all
     FROM uploads`,
    [actor.id],
  );
  const { person, all } = waitingLimits(limit);
  return Number(rows[0]?.person) + bytes <= person && Number(rows[0]?.all) + bytes <= all;
}

async function storeChunks(
  client: BulkClient,
  id: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const hash = createHash("sha256");
  let position = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    hash.update(chunk);
    await client.query("INSERT INTO upload_chunks (upload_id, position, bytes) VALUES ($1, $2, $3)", [
      id,
      position++,
      chunk,
    ]);
  }
  return hash.digest();
}

export async function discardUpload(
  viewer: Admin,
  benchmarkId: number,
  id: string,
): Promise<Result<undefined, "not_found">> {
  return (await discardUploads(viewer, benchmarkId, [id])) > 0 ? succeed() : fail("not_found");
}

/** Returns how many there were. */
export async function discardUploads(
  _admin: Admin,
  benchmarkId: number,
  ids: readonly string[],
): Promise<number> {
  const { count } = await db.upload.deleteMany({ where: { benchmarkId, id: { in: [...ids] } } });
  return count;
}

/** Removes what was not imported within a day. What belongs to a benchmark that is being imported stays. */
export async function removeStaleUploads(_admin: Admin, now = new Date()): Promise<number> {
  const created = { lt: new Date(now.getTime() - uploadLifeHours * hourMs) };
  const active = { state: { in: ["queued" as const, "running" as const] } };
  const { count } = await db.upload.deleteMany({
    where: { createdAt: created, benchmark: { jobs: { none: active } } },
  });
  return count;
}
