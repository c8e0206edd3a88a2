import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { dataFolder } from "#lib/files/private-folder.ts";

export const uploadFolder = (): string => dataFolder("uploads");
export const uploadLimit = (): number => env.uploadLimitMb * 1024 * 1024;

export const newUploadId = (): string => randomUUID();

/** Where the bytes of an upload lie. Nothing but an id ever becomes part of a path. */
export function pathOfUpload(id: string, folder = uploadFolder()): string {
  return path.join(folder, z.uuid().parse(id));
}

/** While it is being received. */
export const partOfUpload = (id: string, folder?: string): string => `${pathOfUpload(id, folder)}.part`;

export async function removeUploadFiles(id: string, folder?: string): Promise<void> {
  await rm(partOfUpload(id, folder), { force: true });
  // What was unpacked for an import is a folder.
  await rm(pathOfUpload(id, folder), { force: true, recursive: true });
}
