import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { readProcessorTime } from "#bench/support/sitting/processor-time.ts";
import { projectRoot } from "#scripts/project.ts";

export type Used = { cpuSeconds: number; megabytes: number };
export type BenchWorker = { kill: () => Used };

type Where = { settings: Readonly<Record<string, string>>; databasePid: number };

/** A worker of the product, as a service manager would run it, that is killed without a word. */
export function spawnWorker({ settings, databasePid }: Where): BenchWorker {
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", path.join(projectRoot, "scripts/worker.ts")],
    {
      cwd: projectRoot,
      env: { ...inherited, ...settings, NODE_ENV: "production", LOG_LEVEL: "error" },
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  const { pid = 0 } = child;
  const end = () => void child.kill("SIGKILL");
  atEnd(end);
  return {
    kill() {
      const used = {
        cpuSeconds: readProcessorTime(pid, databasePid).product ?? 0,
        megabytes:
          (1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])) /
          1e6,
      };
      end();
      return used;
    },
  };
}
