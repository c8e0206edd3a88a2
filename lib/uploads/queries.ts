import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { uploadGuess, type Upload } from "#lib/uploads/schema.ts";

const shown = {
  id: true,
  fileName: true,
  bytes: true,
  guess: true,
  createdAt: true,
  uploadedBy: { select: { name: true } },
} as const;

/** What waits to be imported into a benchmark, in the order it came. */
export async function listUploads(_admin: Viewer<"admin">, benchmarkId: number): Promise<Upload[]> {
  return find({ benchmarkId });
}

/** Those of them that are still there. */
export async function getUploads(
  _admin: Viewer<"admin">,
  benchmarkId: number,
  ids: readonly string[],
): Promise<Upload[]> {
  return find({ benchmarkId, id: { in: [...ids] } });
}

async function find(where: { benchmarkId: number; id?: { in: string[] } }): Promise<Upload[]> {
  const rows = await db.upload.findMany({
    where,
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
