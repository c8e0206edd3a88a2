import { statSync } from "node:fs";

/** How an import is told to stop, and tells how far it is: `done` of `total` in bytes, and rows. */
export type ImportControl = {
  signal: AbortSignal;
  progress(state: { done: number; total: number; rows: number }): void;
  /** Asked once more before anything is kept: throws where it is to stop. */
  confirm?(): Promise<void>;
};

/** Adds up what is read of several files, each read as often as there are passes. */
export class ImportProgress {
  readonly #control: ImportControl;
  readonly #total: number;
  #before = 0;
  #done = 0;
  #rows = 0;

  constructor(files: readonly { path: string }[], passes: number, control: ImportControl) {
    this.#control = control;
    this.#total = passes * files.reduce((sum, { path }) => sum + statSync(path).size, 0);
  }

  /** For one file from its beginning; what was read of the one before counts as read. */
  nextFile(path: string): { signal: AbortSignal; onBytes: (read: number) => void } {
    const start = this.#before;
    this.#before += statSync(path).size;
    return {
      signal: this.#control.signal,
      onBytes: (read) => {
        this.#done = start + read;
        this.#tell();
      },
    };
  }

  rows(count: number): void {
    this.#rows += count;
    this.#tell();
  }

  /** The next pass sees the same rows again. */
  beginAgain(): void {
    this.#rows = 0;
  }

  #tell(): void {
    this.#control.progress({ done: Math.min(this.#done, this.#total), total: this.#total, rows: this.#rows });
  }
}
