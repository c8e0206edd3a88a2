import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { signal } from "#scripts/process/liveness.mjs";
import { findQuietPort } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/until.mjs";

const PATIENCE_SECONDS = 600;

type Settings = Readonly<Record<string, string>>;

/** As somebody who has just logged in would have it: nothing of this project's, nor of the npm that runs it. */
function cleanEnvironment(home: string, port: number, settings: Settings): NodeJS.ProcessEnv {
  const foreign =
    /^(npm_(?!config_registry$)|BENCHSIDE_|DATABASE_|NODE_ENV$|NODE_OPTIONS$|AUTH_SECRET$|DATA_DIR$)/;
  const kept = Object.entries(process.env).filter(([key]) => !foreign.test(key));
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((one) => !one.includes("node_modules"));
  const own = { ...settings, PATH: folders.join(path.delimiter), HOME: home, PORT: String(port) };
  return Object.assign({}, Object.fromEntries(kept), own) as unknown as NodeJS.ProcessEnv;
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}

/** Runs `npm start` in a process group of its own and waits until the product says that it is well. */
export async function startLikeAUser(folder: string, home: string, settings: Settings = {}) {
  const port = await findQuietPort();
  const since = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: cleanEnvironment(home, port, settings),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  const over = once(child, "close");
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    // The whole group, as a terminal or a service manager does it.
    if (!isOver() && child.pid) signal(-child.pid, "SIGTERM");
    await over;
  };
  atEnd(end);

  const healthy = await until(async () => isOver() || (await isHealthy(port)), {
    seconds: PATIENCE_SECONDS,
    everyMs: 20,
  });
  if (!healthy || isOver()) throw new Error(`npm start failed:\n${said}`);
  const seconds = (performance.now() - since) / 1000;
  // The line that says so comes after the answer, and on an empty database the first links after that.
  await until(() => /^ready .*[^]*^$/m.test(said), { seconds: 30 });
  return {
    seconds,
    /** The first one printed, which is an admin's. */
    link: /https?:\/\/\S+\/enter\/\S+/.exec(said)?.[0] ?? "",
    /** Seconds by the word that a step's line begins with. */
    steps: Object.fromEntries(
      [...said.matchAll(/^(\w+) .* in ([\d.]+) s$/gm)].map(([, step, time]) => [step ?? "", Number(time)]),
    ) as Record<string, number>,
    async stop(): Promise<number> {
      const from = performance.now();
      await end();
      return (performance.now() - from) / 1000;
    },
  };
}

/** How many processes still work in this folder; for systems that show it. */
export function countProcessesIn(folder: string): number {
  const ids = process.platform === "linux" ? readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)) : [];
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  }).length;
}
