import { open } from "node:fs/promises";
import { isDiskFull } from "#lib/files/scratch.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

export type IncomingBody = {
  body: AsyncIterable<Uint8Array> | null;
  /** What the sender said it would send. */
  length: number | null;
  signal?: AbortSignal;
};
export type ReceiveProblem = "too_large" | "cut_off" | "disk_full";

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
