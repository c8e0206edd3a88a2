import "server-only";
import { Readable } from "node:stream";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { FolderProblem } from "#lib/benchmark-folders/facts.ts";
import type { FolderRequest } from "#lib/benchmark-folders/schema.ts";
import { openFolder } from "#lib/benchmark-folders/write-folder.ts";
import { download } from "#lib/files/download.ts";
import { succeed, type Result } from "#lib/result.ts";
import { streamUntilLeft } from "#lib/study-exports/download.ts";
import { plainName } from "#lib/study-exports/file-names.ts";
import { zip } from "#lib/study-exports/zip.ts";

/** As one archive, which unpacks to one folder. */
export async function downloadFolder(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  request: FolderRequest,
  signal?: AbortSignal,
): Promise<Result<Response, FolderProblem>> {
  const opened = await openFolder(viewer, benchmarkId, request, signal);
  if (!opened.ok) return opened;
  const { slug, entries, close } = opened.value;
  const folder = plainName(slug);
  const body = streamUntilLeft(zip(entries.map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }))));
  body.once("close", () => void close());
  return succeed(
    download(Readable.toWeb(body) as ReadableStream, { name: `${folder}.zip`, type: "application/zip" }),
  );
}
