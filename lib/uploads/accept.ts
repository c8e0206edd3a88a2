import "server-only";
import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import { type FileProblemCode, fileProblemCodes, formatProblem } from "#lib/files/file-problems.ts";
import { isDiskFull, withScratch } from "#lib/files/scratch.ts";
import { sniffFile } from "#lib/files/sniff.ts";
import { type FileResult, readHead } from "#lib/files/text-file.ts";
import { openZip, type ZipEntry, ZipError } from "#lib/files/zip/zip-entries.ts";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";
import { describeLog } from "#lib/model-logs/open-log.ts";
import { fail, type Failure, type Result, succeed } from "#lib/result.ts";
import { transcriptFormatOf } from "#lib/transcripts/formats.ts";
import {
  guessBook,
  guessDocument,
  guessInterview,
  guessLog,
  guessUpload,
  isBook,
} from "#lib/uploads/guess.ts";
import { storeUpload } from "#lib/uploads/mutations.ts";
import { hasRoom, uploadLimit } from "#lib/uploads/queries.ts";
import type { UploadedFile, UploadGuess } from "#lib/uploads/schema.ts";

type UploadProblem = ReceiveProblem | FileProblemCode | "not_found" | "no_room";
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
): Promise<Result<UploadedFile, UploadProblem> | UploadRefusal> {
  if (!(await hasRoom(viewer, Math.min(incoming.length ?? 0, limit), limit))) return fail("no_room");
  try {
    return await withScratch<Result<UploadedFile, UploadProblem> | UploadRefusal>(async (folder) => {
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

type IncomingBody = {
  body: AsyncIterable<Uint8Array> | null;
  /** What the sender said it would send. */
  length: number | null;
  signal?: AbortSignal;
};
type ReceiveProblem = "too_large" | "cut_off" | "disk_full";

type Place = { file: string; limit: number };

/** Writes a body to a file as it comes, never more than `limit` bytes of it. */
export async function receiveFile(
  { body, length, signal }: IncomingBody,
  { file, limit }: Place,
): Promise<Result<number, ReceiveProblem>> {
  if (length !== null && length > limit) return fail("too_large");
  const handle = await open(file, "w", 0o600);
  const reader = new AbortableReader(body ?? emptyBody(), signal);
  try {
    let bytes = 0;
    for (;;) {
      const piece = await reader.next().catch(() => null);
      if (!piece) return fail("cut_off");
      if (piece.done) break;
      bytes += piece.value.length;
      if (bytes > limit) return fail("too_large");
      await handle.appendFile(piece.value);
    }
    if (length !== null && length !== bytes) return fail("cut_off");
    return succeed(bytes);
  } catch (error) {
    if (isDiskFull(error)) return fail("disk_full");
    throw error;
  } finally {
    reader.close();
    await handle.close();
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** Asks for one piece after the other, and waits no longer once the sender has gone. How slow a sender may be, the server in front says. */
class AbortableReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #signal: AbortSignal | undefined;
  #giveUp: (reason: Error) => void = () => {};
  readonly #onAbort = () => this.#giveUp(new Error("the sender has gone"));

  constructor(body: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort);
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#signal?.throwIfAborted();
    return await new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#pieces.next().then(resolve, reject);
    });
  }

  /** Whatever else would come is not wanted; nobody waits for the sender to understand that. */
  close(): void {
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#pieces.return?.().catch(() => {});
  }
}

type DoorProblem = "not_signed_in" | "not_allowed" | "wrong_name";

const gigabyte = 1024 ** 3;
const size = (bytes: number) =>
  bytes >= gigabyte ? `${Number((bytes / gigabyte).toFixed(1))} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;

/** What a program that sends a file is told: how it went as a status, why as a code, what to do as a sentence. */
export function explainRefusal(
  problem: UploadProblem | DoorProblem,
  found = "",
): { status: number; error: string; message: string } {
  if (isFileProblem(problem)) return { status: 422, error: problem, message: formatProblem(problem, found) };
  const [status, message] = words[problem](found);
  return { status, error: problem, message };
}

const words: Record<
  Exclude<UploadProblem | DoorProblem, FileProblemCode>,
  (found: string) => [number, string]
> = {
  not_signed_in: () => [401, "Sign in first."],
  not_allowed: () => [403, "Only admins can import files."],
  not_found: () => [404, "There is no such benchmark or file."],
  wrong_name: () => [400, "Name the file in the address: ?name=Literary.csv, at most 255 characters."],
  cut_off: () => [
    400,
    "The connection was lost before the whole file had arrived. Nothing was kept. Send it again.",
  ],
  too_large: (bytes) => {
    const limit = size(uploadLimit());
    const sent = size(Number(bytes));
    // A file a few bytes too large is as large as the limit once both are rounded.
    const why =
      bytes === "" || sent === limit
        ? `The file is larger than the ${limit} that can be uploaded`
        : `The file is ${sent}, and at most ${limit} can be uploaded`;
    return [413, `${why}. Split it, or raise UPLOAD_LIMIT_MB.`];
  },
  no_room: () => [
    507,
    "Too many uploads wait to be imported. Import or discard some, or raise UPLOAD_LIMIT_MB, and send the file again.",
  ],
  disk_full: () => [
    507,
    "The server’s disk is full. Nothing was kept. Free some space and send the file again.",
  ],
};

function isFileProblem(problem: string): problem is FileProblemCode {
  return (fileProblemCodes as readonly string[]).includes(problem);
}
