import { processSingleton } from "#lib/process-singleton.ts";
import { fail, type Failure } from "#lib/result.ts";

type Length = { working: number; waiting: number };

const lines = processSingleton("lines", (): [name: string, length: () => Length][] => []);

/** A line that people wait in; a module that a process has twice has two of one name, which are told as one. */
const noteLine = (name: string, length: () => Length): void => void lines.push([name, length]);

export const listLines = (): (Length & { name: string })[] =>
  [...Map.groupBy(lines, ([name]) => name)].map(([name, same]) => {
    const lengths = same.map(([, length]) => length());
    const sum = (key: keyof Length) => lengths.reduce((all, one) => all + one[key], 0);
    return { name, working: sum("working"), waiting: sum("waiting") };
  });

/** So many wait already that whoever comes now is better told to come again. */
export class LineFull extends Error {
  override readonly name = "LineFull";
}

/** By name: of pages and of handlers each has a class of its own, while they stand in one line. */
export const isLineFull = (error: unknown): boolean => error instanceof Error && error.name === "LineFull";

/** Work that only so many can do at once: the others stand in line, and the line has an end. */
export class WaitingLine {
  readonly #most: { atOnce: number; waiting: number };
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  /** Under a name it is counted among the lines of this process. */
  constructor(most: { atOnce: number; waiting: number }, name?: string) {
    this.#most = most;
    if (name !== undefined) noteLine(name, () => ({ working: this.#working, waiting: this.#waiting.length }));
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#working < this.#most.atOnce) return void this.#working++;
    if (this.#waiting.length >= this.#most.waiting) throw new LineFull("too many are waiting");
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to who waited longest: nobody who has just come gets in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working--;
  }
}

/** Told as an outcome, which forms have words for. */
export async function orBusy<T>(run: () => Promise<T>): Promise<T | Failure<"busy">> {
  try {
    return await run();
  } catch (error) {
    if (isLineFull(error)) return fail("busy");
    throw error;
  }
}

const busy = {
  error: "busy",
  message: "The server is busy with other downloads and computations. Try again in a minute.",
};

/** Where too many stand in line already, and where whoever asked has left; everything else goes on as it was thrown. */
export function refuseIfBusy(error: unknown): Response {
  // Nobody reads this; thrown on, it would stand in the log as a fault of ours.
  if (error instanceof Error && ["AbortError", "ResponseAborted"].includes(error.name))
    return new Response(null, { status: 499 });
  if (!isLineFull(error)) throw error;
  return Response.json(busy, { status: 503, headers: { "cache-control": "no-store", "retry-after": "60" } });
}
