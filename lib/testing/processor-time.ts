import { afterEach, beforeEach } from "vitest";
import { processorTimeBelow } from "#scripts/checks/processor-time.ts";

// Other threads of this process run other tests; where tests start processes, each has a process for itself.
const isAlone = process.env.BENCHSIDE_TEST_ALONE === "1";
const serving: number[] = [];

/** What these processes do is done for the tests of this thread. */
export function countServing(...pids: number[]): void {
  serving.splice(0, serving.length, ...pids);
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  const own = isAlone ? (processorTimeBelow(process.pid) ?? 0) : (user + system) / 1_000_000;
  return serving.reduce((sum, pid) => sum + (processorTimeBelow(pid) ?? 0), own);
}

if (process.env.BENCHSIDE_TEST_DURATIONS === "1") {
  let since = 0;
  beforeEach(() => {
    since = used();
  });
  afterEach(({ task }) => {
    Object.assign(task.meta, { processor: used() - since });
  });
}
