import "server-only";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { withScratch } from "#lib/files/scratch.ts";
import { JobFailure } from "#lib/jobs/handler.ts";
import { copyUpload } from "#lib/uploads/queries.ts";

type Place = { uploadId?: string | undefined; path?: string | undefined };
export type PlacedFile<F> = F & { path: string };

export const fileGone = "Nothing was stored: a file is no longer there. Upload it again.";

/** Gives `work` the files as they lie on this machine's disk; uploads are copied there for as long as it takes. */
export async function withPlacedFiles<F extends Place, T>(
  viewer: Viewer<"admin">,
  files: readonly F[],
  signal: AbortSignal,
  work: (placed: PlacedFile<F>[]) => Promise<T>,
): Promise<T> {
  return withScratch(async (folder) => {
    const copies = new Map<string, string>();
    for (const { uploadId } of files) {
      if (uploadId === undefined || copies.has(uploadId)) continue;
      const copy = path.join(folder, uploadId);
      if (!(await copyUpload(viewer, uploadId, copy, signal))) throw new JobFailure(fileGone);
      copies.set(uploadId, copy);
    }
    return work(files.map((file) => ({ ...file, path: file.path ?? copies.get(file.uploadId ?? "") ?? "" })));
  });
}
