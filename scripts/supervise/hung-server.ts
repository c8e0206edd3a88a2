import { endHungServer, saysAnything } from "#scripts/postgres/hung.ts";
import { say } from "#scripts/process/steps.mjs";

/** A server of ours: which process it is now, and where it is asked. */
type Server = { pid: () => number; url: () => string };

/** Ends an embedded server that doesn't answer; that it is gone is noticed, and mended, elsewhere. */
export function watchServer(
  server: Server,
  signal: AbortSignal,
  { everyMs = 5000, patienceMs = 15_000 } = {},
): void {
  const look = async () => {
    const [pid, since] = [server.pid(), performance.now()];
    const isThere = await saysAnything(server.url(), patienceMs);
    // A machine that was asleep asked in vain; and another process may have mended it meanwhile.
    const wasAsleep = performance.now() - since > patienceMs + 5000;
    if (signal.aborted) return;
    if (!isThere && !wasAsleep && server.pid() === pid) {
      say("database", `PostgreSQL has not answered for ${patienceMs / 1000} s: ending it`);
      endHungServer(pid);
    }
    setTimeout(look, everyMs).unref();
  };
  setTimeout(look, everyMs).unref();
}
