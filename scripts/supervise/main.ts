import { EnvironmentError, readEnv } from "#lib/environment.ts";
import { onParentGone } from "#scripts/process/parent.mjs";
import { say } from "#scripts/process/steps.mjs";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { Supervisor } from "#scripts/supervise/supervisor.ts";

function settings(): ReturnType<typeof readEnv> {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}

/** Runs the product until it is asked to stop, or cannot go on. */
export async function runProduct({ dev }: { dev: boolean }): Promise<void> {
  const stopping = new AbortController();
  let failure: Error | null = null;
  const fail = (reason: Error) => {
    if (stopping.signal.aborted) return;
    failure = reason;
    console.error(`\n${reason.message}`);
    stopping.abort();
  };

  const supervisor = new Supervisor(settings(), { dev, signal: stopping.signal, fail });
  const receive = onStopSignal(
    () => {
      say("stopping", "requests in progress may finish; press again to stop at once");
      stopping.abort();
    },
    () => {
      supervisor.kill();
      process.exit(1);
    },
  );
  if (process.env.BENCHSIDE_LAUNCHER === String(process.ppid)) onParentGone(receive);

  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  const starting = supervisor.start().catch(fail);
  await stopped;
  await starting;
  await supervisor.stop();
  process.exit(failure ? 1 : 0);
}
