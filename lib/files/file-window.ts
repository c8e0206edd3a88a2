import type { FileHandle } from "node:fs/promises";

export type Reading = { signal?: AbortSignal; onBytes?: (read: number) => void };

/** A stretch of a file in memory that moves on: what was not used up is kept, the rest is read anew. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #reading: Reading;
  #memory: Buffer;
  #filled = 0;
  #read: number;
  #isLast = false;

  constructor(file: FileHandle, { size, from, ...reading }: { size: number; from: number } & Reading) {
    this.#file = file;
    this.#read = from;
    this.#memory = Buffer.alloc(size);
    this.#reading = reading;
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#filled);
  }

  /** Whether the file ends where the window does. */
  get isLast(): boolean {
    return this.#isLast;
  }

  /** Drops `used` bytes and fills up; grows where there is nothing to drop. */
  async move(used: number): Promise<void> {
    this.#reading.signal?.throwIfAborted();
    this.#memory.copy(this.#memory, 0, used, this.#filled);
    this.#filled -= used;
    if (this.#filled === this.#memory.length) this.#grow();
    while (this.#filled < this.#memory.length && !this.#isLast) {
      const room = this.#memory.length - this.#filled;
      const { bytesRead } = await this.#file.read(this.#memory, this.#filled, room, this.#read);
      this.#filled += bytesRead;
      this.#read += bytesRead;
      this.#isLast = bytesRead === 0;
    }
    this.#reading.onBytes?.(this.#read);
  }

  #grow(): void {
    const larger = Buffer.alloc(this.#memory.length * 2);
    this.#memory.copy(larger, 0, 0, this.#filled);
    this.#memory = larger;
  }
}
