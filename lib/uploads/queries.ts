import "server-only";
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Viewer } from "#lib/auth/viewer.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { type Upload, uploadGuess } from "#lib/uploads/schema.ts";

type Admin = Viewer<"admin">;

const shown = {
  id: true,
  fileName: true,
  bytes: true,
  guess: true,
  createdAt: true,
  uploadedBy: { select: { name: true } },
} as const;

/** What waits to be imported into a benchmark, in the order it came. */
export async function listUploads(_admin: Admin, benchmarkId: number): Promise<Upload[]> {
  return find({ benchmarkId });
}

/** Those of them that are still there. */
export async function getUploads(
  _admin: Admin,
  benchmarkId: number,
  ids: readonly string[],
): Promise<Upload[]> {
  return find({ benchmarkId, id: { in: [...ids] } });
}

/** After a crash of the database, and in one that was restored, chunks are gone and rows aren't. */
async function find(where: { benchmarkId: number; id?: { in: string[] } }): Promise<Upload[]> {
  const rows = await db.upload.findMany({
    where: { ...where, chunks: { some: { position: 0 } } },
    select: shown,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ bytes, guess, uploadedBy, ...rest }) => ({
    ...rest,
    bytes: Number(bytes),
    guess: uploadGuess.parse(guess),
    uploadedBy: uploadedBy?.name ?? null,
  }));
}

/** The first two of these files that are the same to the byte, by name: one was meant to be another. */
export async function findSameUploads(
  _admin: Admin,
  files: readonly { name: string; uploadId: string }[],
): Promise<{ first: string; second: string } | null> {
  const ids = files.map(({ uploadId }) => uploadId);
  const rows = await db.upload.findMany({ where: { id: { in: ids } }, select: { id: true, digest: true } });
  const digests = new Map(rows.map(({ id, digest }) => [id, digest && Buffer.from(digest).toString("hex")]));
  const known = new Map<string, string>();
  for (const { name, uploadId } of files) {
    const digest = digests.get(uploadId) ?? uploadId;
    const first = known.get(digest);
    if (first !== undefined) return { first, second: name };
    known.set(digest, name);
  }
  return null;
}

/** Whether so many more bytes may wait. Asked before they are sent; they are counted again when they are stored. */
export async function hasRoom({ actor }: Admin, bytes: number, limit = uploadLimit()): Promise<boolean> {
  const sumOf = async (where: { uploadedById?: string | null }) =>
    Number((await db.upload.aggregate({ where, _sum: { bytes: true } }))._sum.bytes ?? 0);
  const { person, all } = waitingLimits(limit);
  return (await sumOf({ uploadedById: actor.id })) + bytes <= person && (await sumOf({})) + bytes <= all;
}

/** Writes an upload into a new file, chunk by chunk, as it was when the first was read. False where it is gone. */
export async function copyUpload(
  _admin: Admin,
  id: string,
  file: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const handle = await open(file, "wx", 0o600);
  try {
    return await inBulkTransaction(
      async (client) => {
        const { rows } = await client.query<{ digest: Buffer }>(
          "SELECT digest FROM uploads WHERE id = $1 AND digest IS NOT NULL",
          [id],
        );
        if (!rows[0]) return false;
        const hash = createHash("sha256");
        for (let position = 0; ; position++) {
          signal?.throwIfAborted();
          const read = await client.query<{ bytes: Buffer }>(
            "SELECT bytes FROM upload_chunks WHERE upload_id = $1 AND position = $2",
            [id, position],
          );
          const chunk = read.rows[0]?.bytes;
          if (!chunk) return position > 0 && hasDigest(hash.digest(), rows[0].digest);
          hash.update(chunk);
          await handle.appendFile(chunk);
        }
      },
      { readOnly: true },
    );
  } finally {
    await handle.close();
  }
}

/** What is not what was received must not be imported as if it were. */
function hasDigest(found: Buffer, stored: Buffer): true {
  if (!found.equals(stored)) throw new Error("an upload is not what was received");
  return true;
}

/** Of one file, in bytes. */
export const uploadLimit = (): number => env.uploadLimitMb * 1024 * 1024;

/** Of all files that wait to be imported: those of one person, and everybody's. */
export const waitingLimits = (limit = uploadLimit()) => ({ person: limit * 8, all: limit * 16 });
