import { open, rename } from "node:fs/promises";
import path from "node:path";
import { fail, succeed, type Result } from "#lib/result.ts";
import { AbortableReader } from "#lib/uploads/abortable-reader.ts";

export type Incoming = {
  body: AsyncIterable<Uint8Array> | null;
  /** What the sender said it would send. */
  length: number | null;
  signal?: AbortSignal;
};
export type ReceiveProblem = "too_large" | "cut_off" | "disk_full";

type Place = { file: string; limit: number };

/** Writes a body to a file as it comes, never more than `limit` bytes of it, and returns once the disk has it. */
export async function receiveFile(
  { body, length, signal }: Incoming,
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
    await handle.sync();
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

/** Gives a file its name for good: the folder that holds the name has to reach the disk as well. */
export async function settleFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(path.dirname(to));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return ["ENOSPC", "EDQUOT"].includes(code);
}
