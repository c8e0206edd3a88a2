import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import pg from "pg";
import { parentOf, signal } from "#scripts/process/liveness.mjs";

/**
 * Whether a server says anything to somebody new, were it that it takes nobody. One whose processes are stopped, or wait for
 * a disk that doesn't answer, takes the connection and is silent. Gone is another matter, and found out sooner.
 */
export async function saysAnything(url: string, patienceMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: "benchside supervisor" });
  client.on("error", () => {});
  const { promise: silence, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  const asked = client.connect().then(() => client.query("SELECT 1"));
  const answer = await Promise.race([asked.then(said, said), silence]);
  clearTimeout(timer);
  client.connection.stream.destroy();
  return answer;
}

const said = () => true;

export function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") {
    const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    const pairs = listed.map((line) => line.trim().split(/\s+/).map(Number));
    return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
  }
  const running = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return running.filter((child) => parentOf(child) === pid);
}

/**
 * Ends a server by force, all of it: a process of it that is left would keep the next from starting. What was committed is in
 * its log, from which the next recovers.
 */
export function endHungServer(pid: number): void {
  const children = childrenOf(pid);
  for (const one of [pid, ...children]) signal(one, "SIGKILL");
}
