import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";

export type LogLine = {
  level: number | string;
  requestId?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  bytes?: number;
  errorDigest?: string;
  digest?: string;
  msg?: string;
};

/** What a web process wrote, read anew at every question. */
export class ServerLog {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  text(): string {
    return readFileSync(this.#file, "utf8");
  }

  /** In bytes, without a line of which only the beginning is written. */
  get length(): number {
    const { size } = statSync(this.#file);
    const from = Math.max(0, size - 65_536);
    return from + this.#read(from, size).lastIndexOf("\n") + 1;
  }

  #read(from: number, to: number): Buffer {
    const bytes = Buffer.alloc(to - from);
    const file = openSync(this.#file, "r");
    try {
      readSync(file, bytes, 0, bytes.length, from);
    } finally {
      closeSync(file);
    }
    return bytes;
  }

  /** Every whole line between two places. */
  #between(from: number, to = this.length): string[] {
    return this.#read(from, to).toString("utf8").split("\n").slice(0, -1);
  }

  lines(from = 0): LogLine[] {
    const written = this.#between(from).filter((line) => line.startsWith("{"));
    return written.map((line) => JSON.parse(line) as LogLine);
  }

  requests(requestId: string): LogLine[] {
    return this.lines().filter((line) => line.requestId === requestId && line.method !== undefined);
  }

  /** Errors, and whatever was printed past the log: a stack, a warning of Node's. */
  troubles(from = 0, to?: number): string[] {
    const written = this.#between(from, to).filter((line) => line !== "" && !isNote.test(line));
    return written.filter((line) => !line.startsWith("{") || isError(JSON.parse(line) as LogLine));
  }
}

/** What Next says of itself where a start takes it long. */
const isNote = /^\s*✓ /;

const isError = ({ level }: LogLine) => level === "error" || (typeof level === "number" && level >= 50);
