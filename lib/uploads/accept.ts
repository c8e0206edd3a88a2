import "server-only";
import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { FileProblemCode } from "#lib/files/file-problems.ts";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";
import { isDiskFull, withScratch } from "#lib/files/scratch.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { readHead, type FileResult } from "#lib/files/text-file.ts";
import { fail, succeed, type Failure, type Result } from "#lib/result.ts";
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
import { uploadLimit } from "#lib/uploads/limits.ts";
import { storeUpload } from "#lib/uploads/mutations.ts";
import { hasRoom } from "#lib/uploads/queries.ts";
import { receiveFile, type IncomingBody, type ReceiveProblem } from "#lib/uploads/receive.ts";
import type { UploadGuess } from "#lib/uploads/schema.ts";
import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import { openZip, ZipError, type ZipEntry } from "#lib/files/zip/zip-entries.ts";

export type AcceptedUpload = { id: string; fileName: string; bytes: number; guess: UploadGuess };
export type UploadProblem = ReceiveProblem | FileProblemCode | "not_found" | "no_room";
type UploadRefusal = Failure<UploadProblem> & { readonly found?: string };

/**
 * Receives a file on this machine's disk, looks at what it is and stores it; whatever goes wrong, nothing of it stays
 * behind. Not into the database at once: a slow sender would hold a transaction open for hours.
 */
export async function acceptUpload(
  viewer: Viewer<"admin">,
  benchmark: { id: number; tracks: readonly { name: string }[] },
  { fileName, ...incoming }: IncomingBody & { fileName: string },
  { limit = uploadLimit() } = {},
): Promise<Result<AcceptedUpload, UploadProblem> | UploadRefusal> {
  if (!(await hasRoom(viewer, Math.min(incoming.length ?? 0, limit), limit))) return fail("no_room");
  try {
    return await withScratch<Result<AcceptedUpload, UploadProblem> | UploadRefusal>(async (folder) => {
      const file = path.join(folder, "upload");
      const received = await receiveFile(incoming, { file, limit });
      if (!received.ok) return received;
      const guessed = await guess(file, fileName, benchmark.tracks);
      if (!guessed.ok) return guessed;
      const accepted = { id: randomUUID(), fileName, bytes: received.value, guess: guessed.value };
      const stored = await storeUpload(viewer, { ...accepted, benchmarkId: benchmark.id }, file, { limit });
      return stored.ok ? succeed(accepted) : stored;
    });
  } catch (error) {
    if (isDiskFull(error)) return fail("disk_full");
    throw error;
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

/** An exported benchmark has a dozen files. */
const fewEntries = 50;
const maxDescription = 64 << 10;
const maxTracks = 20;

/** An archive with an exported benchmark, whose cases name their tracks; null for any other file. */
async function guessFolder(file: string, fileName: string): Promise<UploadGuess | null> {
  // Logs of Inspect are archives of very many files.
  if (/\.eval$/i.test(fileName)) return null;
  const zip = await openZip(file, { first: fewEntries }).catch((error: unknown) => {
    if (error instanceof ZipError) return null;
    throw error;
  });
  if (!zip) return null;
  try {
    const isCalled = (name: string) => (entry: ZipEntry) =>
      entry.name === name || entry.name.endsWith(`/${name}`);
    if (!zip.entries.some(isCalled(folderFiles.cases.jsonl))) return null;
    const tracks = await readTracks(zip.entries.find(isCalled(folderFiles.description)));
    return { purpose: "cases", format: "folder", track: null, language: null, model: null, tracks };
  } finally {
    zip.close();
  }
}

/** Of one that isn't whole its check says what is wrong with it. */
async function readTracks(description: ZipEntry | undefined): Promise<string[]> {
  try {
    const bytes = await description?.read(maxDescription);
    const tracks = (JSON.parse(String(bytes)) as { tracks?: unknown } | null)?.tracks;
    if (!Array.isArray(tracks)) return [];
    const names = tracks.slice(0, maxTracks).map((track) => (track as { name?: unknown } | null)?.name);
    return names.filter((name) => typeof name === "string");
  } catch (error) {
    if (error instanceof ZipError || error instanceof SyntaxError) return [];
    throw error;
  }
}
