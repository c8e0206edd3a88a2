import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Level } from "#scripts/checks/arguments.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import type { ProcessorTime } from "#scripts/checks/processor-time.ts";

/** One test as its runner reports it the moment it ends: a run that is stopped has reported what went before. */
export type TestResult = {
  level: Level;
  file: string;
  /** With the titles of the groups it stands in, as both runners search it; "" for what fails outside of tests. */
  title: string;
  outcome: "passed" | "failed" | "skipped";
  seconds: number;
  /** Processor time of all processes that work for it; null where it isn't measured. */
  processor: number | null;
};

export const appendResult = (file: string, result: TestResult): void =>
  appendFileSync(file, `${JSON.stringify(result)}\n`);

export function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as TestResult);
}

/** How a shell takes a word as it is. */
const quote = (word: string) =>
  /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

const nameOf = ({ file, title }: TestResult): string => (title ? `${file} › ${title}` : file);

/** What runs this test and no other. */
const commandFor = ({ file, title }: TestResult): string =>
  ["npm test --", quote(file), ...(title ? ["-t", quote(title)] : [])].join(" ");

type Failure = { name: string; command: string };
export type Count = { passed: number; failures: readonly Failure[]; skipped?: number };

/** What the tests of one runner came to. */
export function countResults(results: readonly TestResult[]): Count {
  const count = (outcome: TestResult["outcome"]) => results.filter((one) => one.outcome === outcome);
  return {
    passed: count("passed").length,
    skipped: count("skipped").length,
    failures: count("failed").map((one) => ({ name: nameOf(one), command: commandFor(one) })),
  };
}

const inCoreSeconds = (seconds: number | null) =>
  seconds === null ? "" : `, ${seconds.toFixed(seconds < 10 ? 1 : 0)} core-seconds`;

/** What runs everything again, and whether it goes on. */
type Run = { command: string; signal: AbortSignal };

/** What all parts of a run came to; its last line is the whole run in one. */
export class Tally {
  readonly #since = performance.now();
  readonly #times: ProcessorTime;
  readonly #run: Run;
  #passed = 0;
  #skipped = 0;
  #failures: Failure[] = [];
  readonly #results: TestResult[] = [];

  constructor(times: ProcessorTime, run: Run) {
    this.#times = times;
    this.#run = run;
  }

  /** Runs one part; one that throws counts as one failure, and the others still run. None begins once the run is stopped. */
  async add(label: string, work: () => Promise<Count>): Promise<boolean> {
    if (this.#run.signal.aborted) return false;
    const since = performance.now();
    const {
      passed,
      failures,
      skipped = 0,
    } = await work().catch((error: Error): Count => {
      console.error(error.message);
      return { passed: 0, failures: [{ name: label, command: this.#run.command }] };
    });
    this.#failures.push(...failures);
    this.#passed += passed;
    this.#skipped += skipped;
    say(
      label,
      `${inWords(passed, failures.length)} ${inSeconds(since)}${inCoreSeconds(this.#times.of(label))}`,
    );
    return failures.length === 0;
  }

  remember(results: readonly TestResult[]): void {
    this.#results.push(...results);
  }

  /** The tests that take most: by processor time, which neighbours don't change, and else by the clock. */
  listDurations(count = 30): void {
    const weight = ({ processor, seconds }: TestResult) => processor ?? seconds;
    const slowest = this.#results.toSorted((a, b) => weight(b) - weight(a)).slice(0, count);
    console.log("core-s    seconds");
    for (const one of slowest) {
      const processor = one.processor?.toFixed(2) ?? "";
      console.log(`${processor.padStart(6)}  ${one.seconds.toFixed(2).padStart(9)}  ${nameOf(one)}`);
    }
  }

  /** `before` is what installing took, before anything here ran. */
  close({ isThorough = true, isStopped = false, before = 0 } = {}): number {
    // Named again where one looks first, and with what runs them alone.
    for (const { name, command } of this.#failures) {
      say("failed", name);
      say("", command);
    }
    const total = this.#times.total();
    const installing = before > 5 ? `, ${before.toFixed(0)} of them before the first part` : "";
    say("all", `${inSeconds(this.#since)}${inCoreSeconds(total && total + before)}${installing}`);
    if (isStopped) say("stopped", "before the end");
    if (!isThorough) say("more", `npm run test:all has ${this.#skipped} tests besides`);
    const skipped = isThorough && this.#skipped > 0 ? `, ${this.#skipped} skipped` : "";
    console.log(`${inWords(this.#passed, this.#failures.length)}${skipped}`);
    return this.#failures.length === 0 && this.#passed > 0 && !isStopped ? 0 : 1;
  }
}

const inWords = (passed: number, failed: number) => `${passed} passed, ${failed} failed`;
