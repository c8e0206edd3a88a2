/** Asks for one piece after the other, but doesn't wait for ever for a sender who has gone without a word. */
export class PatientReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #giveUp: (reason: Error) => void = () => {};
  readonly #onAbort = () => this.#giveUp(new Error("the sender has gone"));

  constructor(body: AsyncIterable<Uint8Array>, patienceMs: number, signal?: AbortSignal) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort);
    this.#timer = setTimeout(() => this.#giveUp(new Error("the sender has stopped sending")), patienceMs);
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#signal?.throwIfAborted();
    this.#timer.refresh();
    return await new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#pieces.next().then(resolve, reject);
    });
  }

  /** Whatever else would come is not wanted; nobody waits for the sender to understand that. */
  close(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#pieces.return?.().catch(() => {});
  }
}
