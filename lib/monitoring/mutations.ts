import "server-only";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { db } from "#lib/db.ts";
import { log } from "#lib/log.ts";
import { beatSeconds } from "#lib/monitoring/schema.ts";
import product from "#package.json" with { type: "json" };

const goodbyeMs = 1000;

/** Writes every ten seconds that this process is there and how it does; when it stops, it takes its line away. */
export function startHeartbeat(kind: "web" | "worker"): { beat(): Promise<void>; stop(): Promise<void> } {
  const id = randomUUID();
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  let isStopped = false;
  let failures = 0;

  async function beat(): Promise<void> {
    const lagMs = Number.isFinite(lag.mean) ? Math.max(0, lag.percentile(99) / 1e6 - 20) : 0;
    lag.reset();
    const memory = process.memoryUsage.rss();
    try {
      // In SQL: the database's clock alone says when, so that machines with other clocks are told apart by nothing.
      await db.$executeRaw`
        INSERT INTO processes (id, kind, machine, version, node, memory_bytes, lag_ms)
        VALUES (${id}::uuid, ${kind}, ${hostname()}, ${product.version}, ${process.versions.node}, ${memory}, ${lagMs})
        ON CONFLICT (id) DO UPDATE SET seen_at = now(), memory_bytes = excluded.memory_bytes, lag_ms = excluded.lag_ms`;
      failures = 0;
    } catch (error) {
      // The database's absence is told by others, loudly enough.
      if (failures++ === 0) log.debug({ err: error }, "this process could not be noted");
    }
  }

  let beating = beat();
  const timer = setInterval(() => (beating = beat()), beatSeconds * 1000).unref();
  return {
    beat,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(timer);
      lag.disable();
      const takeAway = () => db.process.deleteMany({ where: { id } }).catch(() => undefined);
      // Nobody waits for a database that doesn't answer.
      await Promise.race([beating.then(takeAway), delay(goodbyeMs, undefined, { ref: false })]);
    },
  };
}
