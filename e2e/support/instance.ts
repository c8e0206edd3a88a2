import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { hangMs, hangSeconds } from "#lib/testing/limits.ts";
import { findQuietPort } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/liveness.mjs";

type RunningProcess = { pid: number; parent: number; command: string };

function listProcesses(): RunningProcess[] {
  const lines = execFileSync("ps", ["-axo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/** `npm start` as its users call it, but for npm: on data and a port of its own, with the tests' build. */
export async function prepareInstance(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "benchside-start-"));
  chmodSync(dataDir, 0o755);
  const port = await findQuietPort();
  const url = `http://127.0.0.1:${port}`;
  let child: ReturnType<typeof launch> | null = null;

  function launch() {
    const script = path.join(projectRoot, "scripts/start.mjs");
    const started = spawn(process.execPath, [script, "start"], {
      detached: true,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: "production",
        DATA_DIR: dataDir,
        PORT: String(port),
        BENCHSIDE_BUILD_DIR: testBuildDir,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const state = {
      process: started,
      said: "",
      ended: once(started, "exit").then(([code]) => code as number),
    };
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (text) => (state.said += text));
    return state;
  }

  /** All that belongs to it, the database included, however it was orphaned. */
  const remains = () => {
    const all = listProcesses();
    const ours = new Set(child ? [child.process.pid] : []);
    for (const one of all) if (ours.has(one.parent) || one.command.includes(dataDir)) ours.add(one.pid);
    for (const one of all) if (ours.has(one.parent)) ours.add(one.pid);
    return all.filter((one) => ours.has(one.pid));
  };

  const isHealthy = () =>
    fetch(`${url}/api/health`, { signal: AbortSignal.timeout(hangMs) }).then(
      (response) => response.ok,
      () => false,
    );

  return {
    url,
    isHealthy,
    remains,
    pidOf: (part: string) => remains().find((one) => one.command.includes(part))?.pid,
    databasePid: () =>
      Number(readFileSync(path.join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]),
    async start(): Promise<string> {
      child = launch();
      const ready = await until(() => child?.said.includes("\nready ") || child?.process.exitCode !== null, {
        seconds: hangSeconds,
      });
      if (!ready || child.process.exitCode !== null) throw new Error(`it did not start:\n${child.said}`);
      // The links come in the same breath as "ready".
      await until(isHealthy, { seconds: hangSeconds });
      return child.said;
    },
    signal: (name: NodeJS.Signals) => child?.process.kill(name),
    ended: () => child?.ended,
    async clear() {
      child?.process.kill("SIGTERM");
      await until(() => remains().length === 0, { seconds: hangSeconds });
      for (const { pid } of remains()) process.kill(pid, "SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
