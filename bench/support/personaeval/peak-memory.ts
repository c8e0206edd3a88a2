import { readdirSync, readFileSync } from "node:fs";

const EVERY_MS = 50;

const read = (path: string) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended, or this system has no /proc.
    return "";
  }
};

function childrenOf(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  const ids = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).trim().split(/\s+/));
  return ids.filter((id) => id !== "").map(Number);
}

/**
 * The most memory that any process started by the given one has held. The system keeps each one's own
 * high-water mark, so only what it takes within its last moments can be missed.
 */
export class PeakMemory {
  readonly #timer: NodeJS.Timeout;
  #kilobytes = 0;

  constructor(pid: number) {
    this.#timer = setInterval(() => this.#look(pid), EVERY_MS);
  }

  #look(pid: number): void {
    for (const child of childrenOf(pid)) {
      const mark = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${child}/status`))?.[1];
      this.#kilobytes = Math.max(this.#kilobytes, Number(mark ?? 0));
      this.#look(child);
    }
  }

  stop(): number | null {
    clearInterval(this.#timer);
    return this.#kilobytes === 0 ? null : (this.#kilobytes * 1024) / 1e6;
  }
}
