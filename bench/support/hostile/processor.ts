import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds that all threads of a process have computed so far; Linux alone tells, to the nanosecond. */
export function computedMs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  const nanoseconds = readdirSync(tasks).map((id) => {
    try {
      return Number(readFileSync(`${tasks}/${id}/schedstat`, "utf8").split(" ", 1)[0]);
    } catch {
      // A thread may be gone by now.
      return 0;
    }
  });
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
