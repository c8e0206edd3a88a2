import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

const mostBytes = 16 * 1024 * 1024;

/** Lines appended to a file. A full one is kept as the one before, in place of an older. */
export class LogFile {
  readonly #file: string;
  readonly #mostBytes: number;
  #handle: number;
  #bytes: number;

  constructor(file: string, most = mostBytes) {
    this.#file = file;
    this.#mostBytes = most;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    this.#handle = this.#open();
    this.#bytes = fstatSync(this.#handle).size;
  }

  /** Written when it returns: a process that ends at once has said why. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#mostBytes) this.#turn();
    writeSync(this.#handle, line);
    this.#bytes += bytes;
  }

  #turn(): void {
    closeSync(this.#handle);
    renameSync(this.#file, `${this.#file}.1`);
    this.#handle = this.#open();
    this.#bytes = 0;
  }

  #open(): number {
    return openSync(this.#file, "a", 0o600);
  }
}
