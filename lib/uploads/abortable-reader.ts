/** Asks for one piece after the other, and waits no longer once the sender has gone. How slow a sender may be, the server in front says. */
export class AbortableReader {
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
