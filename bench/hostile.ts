import { readdirSync, readFileSync } from "node:fs";
import type { Body } from "#bench/support/hostile/bodies.ts";
import { openSample } from "#bench/support/hostile/sample.ts";
import type { Figure } from "#bench/support/figure.ts";

export const name = "hostile";
export const about = "what any request of up to 1 MB costs the web process, and any text of 1 MB its reader";

const limit = 50;
const rounds = 3;

type Costs = (body: Body) => number | Promise<number>;

/** The dearest body, which the row names. */
async function worst(what: string, bodies: readonly Body[], cost: Costs): Promise<Figure> {
  let dearest = { value: 0, body: "" };
  for (const body of bodies) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await cost(body));
    // The least of them: what else the process did meanwhile isn't the request's.
    const value = Math.min(...times);
    if (value > dearest.value) dearest = { value, body: body.what };
  }
  return { what: `${what}: ${dearest.body}`, value: dearest.value, unit: "ms" };
}

export async function run(): Promise<Figure[]> {
  const { pid, doors } = await openSample();
  const figures: Figure[] = [];
  for (const { what, bodies, send } of doors) {
    const row = await worst(what, bodies, async (body) => {
      const before = computedMs(pid);
      await send(body);
      return computedMs(pid) - before;
    });
    figures.push({ ...row, limit });
  }
  const { readers } = await import("#bench/support/hostile/readers.ts");
  for (const { what, texts, read, longest, isWorkers } of readers) {
    const row = await worst(what, texts, ({ body }) => {
      const text = body.slice(0, longest);
      const before = process.cpuUsage();
      read(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    figures.push(isWorkers ? { ...row, what: `${row.what} (worker)` } : { ...row, limit });
  }
  return figures;
}

/** Milliseconds that all threads of a process have computed so far; Linux alone tells, to the nanosecond. */
function computedMs(pid: number): number {
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
