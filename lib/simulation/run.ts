import http from "node:http";
import https from "node:https";
import type { SimulatedPerson } from "#lib/simulated-people/person.ts";
import { takePart, type ParticipationOptions, type ParticipationResult } from "#lib/simulation/take-part.ts";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "#lib/env.ts";
import { openBrowser } from "#lib/simulation/browser.ts";

export type ServerAddress = { baseUrl: string; via: string };

const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** The product of this machine, and where that doesn't answer, the one that people's browsers know. */
export function listAddresses(): ServerAddress[] {
  const { host, port, baseUrl, publicUrl } = env;
  const own = `http://${everyAddress[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
  // Behind a proxy the product knows itself by its public address alone.
  const here = { baseUrl: publicUrl ?? own, via: own };
  return publicUrl ? [here, { baseUrl, via: baseUrl }] : [here];
}

/** The first that says it is well; null where none does in time. */
export async function reachProduct(
  addresses: readonly ServerAddress[],
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<ServerAddress | null> {
  const until = performance.now() + withinMs;
  for (;;) {
    for (const address of addresses) if (await isWell(address, signal)) return address;
    if (performance.now() >= until) return null;
    await delay(500, undefined, { signal });
  }
}

async function isWell({ baseUrl, via }: ServerAddress, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { status, text } = await openBrowser(baseUrl, { via, signal }).ask("GET", "/api/health");
    return status === 200 && text.startsWith("{");
  } catch (error) {
    if (signal?.aborted) throw error;
    return false;
  }
}

/** Somebody with a link of their own. */
export type Guest = { person: SimulatedPerson; link: string };
export type RunOptions = Pick<ParticipationOptions, "knows" | "understands" | "pace" | "signal"> & {
  at: ServerAddress;
  /** How many take part at the same time. */
  atOnce: number;
  onSaved?: (ms: number) => void;
  onEnded?: (person: SimulatedPerson, ended: PersonEnd) => void;
};
type PersonEnd = ParticipationResult | { error: Error };
type RunSummary = {
  finished: number;
  left: number;
  answers: number;
  failed: { number: number; error: string }[];
  /** Before everybody was done. */
  stopped: boolean;
};

/** Sends people through the product, some at a time. What goes wrong for one doesn't stop the others; a signal stops all. */
export async function sendThrough(guests: readonly Guest[], options: RunOptions): Promise<RunSummary> {
  const { at, atOnce, knows, understands, pace, signal, onSaved, onEnded } = options;
  const wire = at.via.startsWith("https:") ? https : http;
  const agent = new wire.Agent({ keepAlive: true, maxSockets: atOnce * 2 });
  const summary: RunSummary = { finished: 0, left: 0, answers: 0, failed: [], stopped: false };
  const waiting = [...guests];

  async function take(): Promise<void> {
    for (let guest = waiting.shift(); guest && !signal?.aborted; guest = waiting.shift()) {
      const ended = await live(guest);
      if (ended) onEnded?.(guest.person, ended);
    }
  }
  async function live({ person, link }: Guest): Promise<PersonEnd | null> {
    try {
      const took = await takePart(person, {
        ...at,
        link,
        knows,
        understands,
        pace,
        signal,
        agent,
        onSaved: (_answer, ms) => {
          summary.answers += 1;
          onSaved?.(ms);
        },
      });
      summary[took.completionCode === null ? "left" : "finished"] += 1;
      return took;
    } catch (reason) {
      if (signal?.aborted) return null;
      const error = reason instanceof Error ? reason : new Error(String(reason));
      summary.failed.push({ number: person.number, error: error.message });
      return { error };
    }
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, guests.length) }, take));
  agent.destroy();
  return { ...summary, stopped: signal?.aborted ?? false };
}
