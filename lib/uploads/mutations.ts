import "server-only";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { removeUploadFiles, uploadFolder } from "#lib/uploads/files.ts";
import { uploadInput, uploadLifeHours, type UploadGuess } from "#lib/uploads/schema.ts";

type Admin = Viewer<"admin">;

const hourMs = 60 * 60 * 1000;

export type NewUpload = {
  id: string;
  benchmarkId: number;
  fileName: string;
  bytes: number;
  guess: UploadGuess;
};

/** A benchmark may be removed while its file is still on the way. */
export async function keepUpload(
  viewer: Admin,
  { bytes, ...rest }: NewUpload,
): Promise<Result<undefined, "not_found">> {
  const data = { ...rest, bytes: BigInt(bytes), uploadedById: viewer.actor.id };
  try {
    await db.upload.create({ data, select: { id: true } });
    return succeed();
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2003") {
      return fail("not_found");
    }
    throw error;
  }
}

export async function discardUpload(
  viewer: Admin,
  benchmarkId: number,
  id: string,
): Promise<Result<undefined, "not_found">> {
  return (await discardUploads(viewer, benchmarkId, [id])) > 0 ? succeed() : fail("not_found");
}

/** Rows and files; also the files of rows that went with their benchmark. Returns how many rows there were. */
export async function discardUploads(
  _admin: Admin,
  benchmarkId: number,
  ids: readonly string[],
): Promise<number> {
  const { count } = await db.upload.deleteMany({ where: { benchmarkId, id: { in: [...ids] } } });
  const elsewhere = await idsThere(ids);
  for (const id of ids) if (!elsewhere.has(id)) await removeUploadFiles(id);
  return count;
}

export type StaleUploads = { uploads: number; files: number };

/**
 * Removes what nobody imported within a day, and files that have no row: what a process left that died while it
 * received them. What belongs to a benchmark that is being imported stays.
 */
export async function removeStaleUploads(
  _admin: Admin,
  now = new Date(),
  folder = uploadFolder(),
): Promise<StaleUploads> {
  const created = { lt: new Date(now.getTime() - uploadLifeHours * hourMs) };
  const active = { state: { in: ["queued" as const, "running" as const] } };
  const stale = await db.upload.findMany({
    where: { createdAt: created, benchmark: { jobs: { none: active } } },
    select: { id: true },
  });
  const { count } = await db.upload.deleteMany({ where: { id: { in: stale.map(({ id }) => id) } } });
  for (const { id } of stale) await removeUploadFiles(id, folder);
  return { uploads: count, files: await removeOrphans(new Date(now.getTime() - hourMs), folder) };
}

/** A file that is being received is written to all the time, and gets its row within moments. */
async function removeOrphans(before: Date, folder: string): Promise<number> {
  const files = new Map<string, string[]>();
  for (const name of await readdir(folder).catch(unlessMissing)) {
    const id = uploadInput.safeParse({ uploadId: name.replace(/\.part$/, "") });
    if (!id.success) continue;
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (!found || found.mtime >= before) continue;
    files.set(id.data.uploadId, [...(files.get(id.data.uploadId) ?? []), name]);
  }
  const kept = await idsThere([...files.keys()]);
  const orphans = [...files.keys()].filter((id) => !kept.has(id));
  for (const id of orphans) await removeUploadFiles(id, folder);
  return orphans.length;
}

async function idsThere(ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.upload.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

function unlessMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
