import "server-only";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

/** The list of an import's problems as CSV; null once it has been tidied away. */
export async function openProblemList(_admin: Viewer<"admin">, id: string): Promise<ReadableStream | null> {
  const list = await db.problemList.findUnique({ where: { id }, select: { csv: true } });
  return list && (Readable.toWeb(Readable.from([list.csv]).pipe(createGunzip())) as ReadableStream);
}
