import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { FileProblemCode } from "#lib/files/file-problems.ts";
import { makePrivate } from "#lib/files/private-folder.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { fail, succeed, type Failure, type Result } from "#lib/result.ts";
import {
  newUploadId,
  partOfUpload,
  pathOfUpload,
  removeUploadFiles,
  uploadFolder,
  uploadLimit,
} from "#lib/uploads/files.ts";
import { guessUpload } from "#lib/uploads/guess.ts";
import { keepUpload } from "#lib/uploads/mutations.ts";
import {
  isDiskFull,
  receiveFile,
  settleFile,
  type Incoming,
  type ReceiveProblem,
} from "#lib/uploads/receive.ts";
import type { UploadGuess } from "#lib/uploads/schema.ts";

export type Accepted = { id: string; fileName: string; bytes: number; guess: UploadGuess };
export type UploadProblem = ReceiveProblem | FileProblemCode | "not_found";
type Refused = Failure<UploadProblem> & { readonly found?: string };

/** Receives a file, looks at what it is and keeps it; whatever goes wrong, nothing of it stays behind. */
export async function acceptUpload(
  viewer: Viewer<"admin">,
  benchmark: { id: number; tracks: readonly { name: string }[] },
  { fileName, ...incoming }: Incoming & { fileName: string },
  { folder = uploadFolder(), limit = uploadLimit(), id = newUploadId() } = {},
): Promise<Result<Accepted, UploadProblem> | Refused> {
  let isKept = false;
  try {
    await makePrivate(folder);
    const part = partOfUpload(id, folder);
    const received = await receiveFile(incoming, { file: part, limit });
    if (!received.ok) return received;
    const sniffed = await sniffFile(part);
    if (!sniffed.ok) return sniffed;
    const tracks = benchmark.tracks.map(({ name }) => name);
    const guess = guessUpload(fileName, sniffed.value, tracks);
    await settleFile(part, pathOfUpload(id, folder));
    const bytes = received.value;
    const kept = await keepUpload(viewer, { id, benchmarkId: benchmark.id, fileName, bytes, guess });
    isKept = kept.ok;
    return kept.ok ? succeed({ id, fileName, bytes, guess }) : kept;
  } catch (error) {
    if (isDiskFull(error)) return fail("disk_full");
    throw error;
  } finally {
    if (!isKept) await removeUploadFiles(id, folder);
  }
}
