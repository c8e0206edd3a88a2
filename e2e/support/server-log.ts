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

  /** In bytes. */
  get length(): number {
    return statSync(this.#file).size;
  }

  #since(from: number): string {
    const bytes = Buffer.alloc(this.length - from);
    const file = openSync(this.#file, "r");
    try {
      readSync(file, bytes, 0, bytes.length, from);
    } finally {
      closeSync(file);
    }
    return bytes.toString("utf8");
  }

  lines(from = 0): LogLine[] {
    const whole = this.#since(from).split("\n").slice(0, -1);
    return whole.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as LogLine);
  }

  requests(requestId: string): LogLine[] {
    return this.lines().filter((line) => line.requestId === requestId && line.method !== undefined);
  }

  /** Errors, and whatever was printed past the log: a stack, a warning of Node's. */
  troubles(from = 0): string[] {
    const written = this.#since(from)
      .split("\n")
      .filter((line) => line !== "" && !isNote.test(line));
    return written.filter((line) => !line.startsWith("{") || isError(JSON.parse(line) as LogLine));
  }
}

/** What Next says of itself where a start takes it long. */
const isNote = /^\s*✓ /;

const isError = ({ level }: LogLine) => level === "error" || (typeof level === "number" && level >= 50);
