import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runScript } from "#scripts/checks/program.ts";
import { Tally } from "#scripts/checks/tally.ts";
import { signal as send } from "#scripts/process/liveness.mjs";
import { ProcessorTime } from "#scripts/process/processor-time.ts";
import { say } from "#scripts/process/steps.mjs";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { until } from "#scripts/process/until.mjs";

export type Session = ReturnType<typeof openSession>;

type Options = { env?: Record<string, string>; isShown?: boolean };

/**
 * What all parts of a run share: the folder in which they put whatever they put on disk, the account of what they take,
 * and the wish to stop. When it is closed, no process and no file of theirs stays.
 */
export function openSession() {
  const stopping = new AbortController();
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-run-"));
  // The database's account has to get through.
  chmodSync(folder, 0o755);
  const times = new ProcessorTime().start();
  const tally = new Tally(times);
  const clear = () => {
    for (const pid of times.listLeft()) send(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  onStopSignal(
    () => stopping.abort(),
    () => {
      clear();
      process.exit(1);
    },
  );

  return {
    folder,
    tally,
    signal: stopping.signal,
    runScript: (label: string, script: string, args: readonly string[], { env, ...options }: Options = {}) =>
      runScript(script, args, {
        ...options,
        env: { ...env, TMPDIR: folder },
        signal: stopping.signal,
        onStart: (pid) => times.assign(pid, label),
      }),
    /** Whatever a part left running is ended; what a part leaves where nobody stopped it is its mistake. */
    async close(): Promise<void> {
      const isClear = await until(() => times.listLeft().length === 0, { seconds: 30 });
      const left = isClear ? [] : times.listLeft();
      if (left.length > 0) say("ended", `what still ran: ${left.join(", ")}`);
      clear();
      times.stop();
    },
  };
}
