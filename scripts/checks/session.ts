import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { hangSeconds } from "#lib/testing/limits.ts";
import { runScript } from "#scripts/checks/program.ts";
import { Tally } from "#scripts/checks/tally.ts";
import { signal as send } from "#scripts/process/liveness.mjs";
import { onParentGone } from "#scripts/process/parent.mjs";
import { ProcessorTime } from "#scripts/checks/processor-time.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { until } from "#scripts/process/until.mjs";

export type Session = ReturnType<typeof openSession>;

type Options = { env?: Record<string, string>; isShown?: boolean };

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
    runScript: (label: string, script: string, args: readonly string[], { env, isShown }: Options = {}) =>
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
