import { closeSync, openSync, writeSync } from "node:fs";

const CHUNK_BYTES = 1 << 20;

/** Gathers what is written and passes it on a megabyte at a time; 19 of them are open at once. */
export class ChunkFile {
  readonly #file: number;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #used = 0;
  bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  write(data: Buffer): void {
    if (this.#used + data.length > CHUNK_BYTES) this.#flush();
    if (data.length > CHUNK_BYTES) writeSync(this.#file, data);
    else this.#used += data.copy(this.#chunk, this.#used);
    this.bytes += data.length;
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    for (let at = 0; at < this.#used;) at += writeSync(this.#file, this.#chunk, at, this.#used - at);
    this.#used = 0;
  }
}
