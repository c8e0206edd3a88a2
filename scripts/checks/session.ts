import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hangSeconds } from "#lib/testing/limits.ts";
import { Tally } from "#scripts/checks/results.ts";
import { signal as send, until } from "#scripts/process/liveness.mjs";
import { onParentGone, onStopSignal } from "#scripts/process/stop-signals.mjs";
import { ProcessorTime } from "#scripts/checks/processor-time.ts";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { projectRoot } from "#scripts/project.ts";

export type Session = ReturnType<typeof openSession>;

/**
 * What all parts of a run share: the folder that holds whatever they put on disk, the account of what they take, and
 * the wish to stop. When it is closed, no process and no file of theirs is left.
 */
export function openSession(command: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const folder = makeFolder(tmpdir());
  const memory = findMemory();
  const folders = memory ? [folder, makeFolder(memory)] : [folder];
  const times = new ProcessorTime().start();
  const tally = new Tally(times, { command, signal });

  /** Whatever works for the run knows the folder, however far from here it was started. */
  function listLeft(): number[] {
    if (process.platform !== "linux") return [];
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.filter((pid) => readEnvironment(pid).includes(folder)).map(Number);
  }
  function clear(): void {
    for (const pid of listLeft()) send(pid, "SIGKILL");
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  }
  const stop = onStopSignal(
    () => stopping.abort(),
    () => {
      clear();
      process.exit(1);
    },
  );
  onParentGone(stop);

  return {
    folder,
    tally,
    signal,
    command,
    runScript: (
      label: string,
      script: string,
      args: readonly string[],
      { env, isShown }: Pick<ScriptOptions, "env" | "isShown"> = {},
    ) =>
      runScript(script, args, {
        signal,
        isShown,
        env: { ...env, TMPDIR: folder, BENCHSIDE_TEST_MEMORY: folders.at(-1) ?? folder },
        onStart: (pid) => times.assign(pid, label),
      }),
    /** What a part starts ends with it, or soon after; what doesn't is ended here, and is a mistake of the part. */
    async close(): Promise<void> {
      const isOver = () => listLeft().length === 0;
      const isClear = await until(isOver, { seconds: signal.aborted ? 3 : hangSeconds, everyMs: 250 });
      if (!isClear && !signal.aborted)
        await tally.add("ended", async () => {
          const name = `processes that were left running: ${listLeft().join(", ")}`;
          return { passed: 0, failures: [{ name, command }] };
        });
      clear();
      times.stop();
    },
  };
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(path.join(parent, "benchside-run-"));
  // The database's account has to get through.
  chmodSync(folder, 0o755);
  return folder;
}

const roomBytes = 2 * 1024 ** 3;

/** Where files are kept in memory, if there is room: to copy a template's 800 files took fifteen times as long on a disk. */
function findMemory(): string | null {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomBytes ? memory : null;
  } catch {
    return null;
  }
}

function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

/** The program a package brings, by the name in its "bin". */
export function findProgram(packageName: string, name = packageName): string {
  const require = createRequire(path.join(projectRoot, "package.json"));
  const file = path.join(projectRoot, "node_modules", packageName, "package.json");
  const { bin } = require(file) as { bin: string | Record<string, string> };
  const relative = typeof bin === "string" ? bin : bin[name];
  if (!relative) throw new Error(`${packageName} brings no program ${name}`);
  return path.join(path.dirname(file), relative);
}

type ScriptOptions = {
  signal: AbortSignal;
  env?: Record<string, string>;
  /** Its output is shown as it comes, and not only where it fails. */
  isShown?: boolean;
  onStart: (pid: number) => void;
};

/** Runs a script to its end; 1 stands for whatever ended it by force. */
function runScript(
  script: string,
  args: readonly string[],
  { signal, env, isShown = false, onStart }: ScriptOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: projectRoot,
      signal,
      env: { ...process.env, ...env },
      stdio: isShown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    if (child.pid) onStart(child.pid);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => said.push(chunk));
    // What is stopped is no error: it ends when it has cleared up.
    child.once("error", (error) => error.name !== "AbortError" && reject(error));
    child.once("close", (code) => {
      if (code !== 0 && !signal.aborted) process.stderr.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}
