import { readFileSync } from "node:fs";
import type pg from "pg";

/** The most that this process and the one of the database that copies held, in MB, while something went on. */
export async function watchMemory<T>(client: pg.Client, work: () => Promise<T>) {
  let [own, server] = [0, 0];
  const look = async () => {
    own = Math.max(own, process.memoryUsage.rss() / 1e6);
    const copying = "SELECT pid FROM pg_stat_activity WHERE application_name = 'benchside import'";
    const { rows } = await client.query<{ pid: number }>(copying);
    for (const { pid } of rows) {
      const [, kilobytes = "0"] =
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
      server = Math.max(server, Number(kilobytes) / 1e3);
    }
  };
  // One that ended while it was looked at is looked at no more.
  const timer = setInterval(() => void look().catch(() => undefined), 500);
  try {
    const value = await work();
    return { value, own, server };
  } finally {
    clearInterval(timer);
  }
}
