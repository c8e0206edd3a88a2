import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { FileProblemCode } from "#lib/files/file-problems.ts";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";
import { makePrivate } from "#lib/files/private-folder.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { readHead, type FileResult } from "#lib/files/text-file.ts";
import { fail, succeed, type Failure, type Result } from "#lib/result.ts";
import {
  newUploadId,
  partOfUpload,
  pathOfUpload,
  removeUploadFiles,
  uploadFolder,
  uploadLimit,
} from "#lib/uploads/files.ts";
import { transcriptFormatOf } from "#lib/transcripts/formats.ts";
import { describeLog } from "#lib/model-logs/describe-log.ts";
import {
  guessBook,
  guessDocument,
  guessInterview,
  guessLog,
  guessUpload,
  isBook,
} from "#lib/uploads/guess.ts";
import { guessFolder } from "#lib/uploads/guess-folder.ts";
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
    const guessed = await guess(part, fileName, benchmark.tracks);
    if (!guessed.ok) return guessed;
    await settleFile(part, pathOfUpload(id, folder));
    const bytes = received.value;
    const accepted = { id, fileName, bytes, guess: guessed.value };
    const kept = await keepUpload(viewer, { ...accepted, benchmarkId: benchmark.id });
    isKept = kept.ok;
    return kept.ok ? succeed(accepted) : kept;
  } catch (error) {
    if (isDiskFull(error)) return fail("disk_full");
    throw error;
  } finally {
    if (!isKept) await removeUploadFiles(id, folder);
  }
}

/** What it is for. Files of interviews go by their names; of their beginning, whom they are about is enough. */
async function guess(
  part: string,
  fileName: string,
  tracks: readonly { name: string }[],
): Promise<FileResult<UploadGuess>> {
  if (interviewFileOf(fileName) ?? isRegistry(fileName)) {
    const start = await readHead(part, 4096);
    return start.ok ? succeed(guessInterview(start.value.head.toString("utf8"))) : start;
  }
  const known = tracks.map(({ name }) => name);
  const folder = await guessFolder(part, fileName);
  if (folder) return succeed(folder);
  const log = await describeLog(part, fileName);
  if (log) return succeed(guessLog(fileName, log, known));
  const start = await readHead(part, 16 * 1024);
  if (!start.ok) return start;
  const beginning = start.value.head.toString("utf8");
  const format = transcriptFormatOf(fileName, beginning);
  if (format !== null) return succeed(guessDocument(format, beginning, known));
  if (isBook(beginning)) return succeed(guessBook(beginning));
  const sniffed = await sniffFile(part);
  if (!sniffed.ok) return sniffed;
  return succeed(guessUpload(fileName, sniffed.value, known));
}
