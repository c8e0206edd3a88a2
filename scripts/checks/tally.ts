import { wholeRun, type Shard } from "#scripts/checks/shard.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";

export type Count = {
  passed: number;
  failed: number;
  skipped?: number;
  /** What failed, by name. */
  names?: readonly string[];
};

/** What all parts of a run came to; its last line is the whole run in one. */
export class Tally {
  #total = { passed: 0, failed: 0, skipped: 0 };
  #failures: string[] = [];

  /** Runs one part; one that throws counts as one failure, and the others still run. */
  async add(label: string, work: () => Promise<Count>): Promise<boolean> {
    const since = performance.now();
    const count = await work().catch((error: Error): Count => {
      console.error(error.message);
      return { passed: 0, failed: 1, names: [label] };
    });
    this.#failures.push(...(count.names ?? []));
    this.#total.passed += count.passed;
    this.#total.failed += count.failed;
    this.#total.skipped += count.skipped ?? 0;
    say(label, `${describe(count)} ${inSeconds(since)}`);
    return count.failed === 0;
  }

  close({ at, of }: Shard = wholeRun): number {
    // Said again where somebody looks first: parts that run beside each other bury what failed in what went well.
    for (const name of this.#failures) say("failed", name);
    if (of > 1) say("shard", `${at} of ${of}`);
    console.log(describe(this.#total));
    return this.#total.failed === 0 && this.#total.passed > 0 ? 0 : 1;
  }
}

const describe = ({ passed, failed, skipped = 0 }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
