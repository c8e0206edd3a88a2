import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";
import { hangMs, hangSeconds } from "#lib/testing/limits.ts";
import { isAlive, until } from "#scripts/process/liveness.mjs";
import { findQuietPort } from "#scripts/process/ports.ts";
import { ServerLog } from "#e2e/support/server-log.ts";

export type WebProcess = Awaited<ReturnType<typeof startWebProcess>>;

/** The product's web process as `npm start` runs it, on a port of its own. */
export async function startWebProcess({ logFile, env }: { logFile: string; env: Record<string, string> }) {
  // What this process was started with is not the product's: it would load React's server side twice.
  const { NODE_OPTIONS: _options, FORCE_COLOR: _colour, ...inherited } = process.env;
  const port = await findQuietPort();
  const url = `http://127.0.0.1:${port}`;
  const log = new ServerLog(logFile);

  async function launch() {
    const output = openSync(logFile, "a");
    const child = spawn(process.execPath, [path.join(projectRoot, "scripts/serve.ts")], {
      cwd: projectRoot,
      env: { ...inherited, HOST: "127.0.0.1", ...env, NODE_ENV: "production", PORT: String(port) },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    const exited = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    const ready = async () => {
      if (isOver()) return "gone" as const;
      const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(hangMs) }).catch(
        () => null,
      );
      return answer?.status === 200 ? ("ready" as const) : null;
    };
    const outcome = await until(ready, { seconds: hangSeconds, everyMs: 50 });
    if (outcome !== "ready") {
      child.kill("SIGKILL");
      throw new Error(`the web process did not become ready; it said:\n${log.text()}`);
    }
    return { child, pid: child.pid ?? 0, exited, isOver };
  }

  let running = await launch();
  return {
    url,
    port,
    log,
    logFile,
    /** How much it had said when it was ready. */
    preamble: log.length,
    get pid() {
      return running.pid;
    },
    get exited() {
      return running.exited;
    },
    signal: (name: NodeJS.Signals) => running.child.kill(name),
    /** As a crash ends it: nothing under way is finished, nobody is told. */
    async kill() {
      running.child.kill("SIGKILL");
      await running.exited;
    },
    /** On the same port, where browsers that knew it look for it. */
    async startAgain() {
      if (running.isOver()) running = await launch();
    },
    async stop() {
      const { child, exited, pid, isOver } = running;
      if (!isOver()) child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), hangMs);
      await exited;
      clearTimeout(late);
      await until(() => !isAlive(pid), { seconds: hangSeconds });
    },
  };
}
