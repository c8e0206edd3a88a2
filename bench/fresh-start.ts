import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { atEnd, temporaryFolder } from "#bench/support/clean-up.ts";
import type { Figure } from "#bench/support/figure.ts";
import { signal, until } from "#scripts/process/liveness.mjs";
import { findQuietPort } from "#scripts/process/ports.ts";
import { projectRoot } from "#scripts/project.ts";

export const name = "fresh-start";
export const about = "from a fresh clone of the last commit to a healthy product, again, and its end";

export async function run(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const [clone, home] = [path.join(folder, "clone"), path.join(folder, "home")];
  mkdirSync(home);
  execFileSync("git", ["clone", "--quiet", projectRoot, clone]);
  const first = await startAndStop(clone, home);
  const second = await startAndStop(clone, home);
  const left = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(clone));
  return [
    { what: "fresh start", value: first.started, unit: "s", limit: 120 },
    ...first.steps.map(([what = "", value]) => ({
      what: `  of which ${what}`,
      value: Number(value),
      unit: "s",
    })),
    { what: "stop after it", value: first.stopped, unit: "s" },
    { what: "second start, nothing changed", value: second.started, unit: "s", limit: 5 },
    { what: "stop after it", value: second.stopped, unit: "s" },
    { what: "processes left", value: left.length, unit: "", limit: 0 },
  ];
}

/** As somebody who has just logged in would have it: nothing of this project's, nor of the npm that runs it. */
function cleanEnvironment(home: string, port: number): NodeJS.ProcessEnv {
  const foreign =
    /^(npm_(?!config_registry$)|BENCHSIDE_|DATABASE_|NODE_ENV$|NODE_OPTIONS$|AUTH_SECRET$|DATA_DIR$)/;
  const kept = Object.entries(process.env).filter(([key]) => !foreign.test(key));
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((one) => !one.includes("node_modules"));
  const own = { PATH: folders.join(path.delimiter), HOME: home, PORT: String(port) };
  return Object.assign({}, Object.fromEntries(kept), own) as unknown as NodeJS.ProcessEnv;
}

/** Seconds from `npm start` until the product says that it is well, and from SIGTERM until it is gone. */
async function startAndStop(folder: string, home: string) {
  const port = await findQuietPort();
  const since = performance.now();
  const env = cleanEnvironment(home, port);
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env,
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
  const isHealthy = async () =>
    (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok === true;
  await until(async () => isOver() || (await isHealthy()), { seconds: 600, everyMs: 20 });
  if (isOver() || !(await isHealthy())) throw new Error(`npm start failed:\n${said}`);
  const started = (performance.now() - since) / 1000;
  // On an empty database the first links are printed after the answer.
  await until(() => /^ready .*[^]*^$/m.test(said), { seconds: 30 });
  const steps = [...said.matchAll(/^(\w+) .* in ([\d.]+) s$/gm)].map(
    ([, step, time]) => [step, time] as const,
  );
  const from = performance.now();
  await end();
  return { started, steps, stopped: (performance.now() - from) / 1000 };
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
