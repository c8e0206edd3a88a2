import http from "node:http";
import https from "node:https";
import type { SimulatedPerson } from "#lib/simulated-people/person.ts";
import type { ServerAddress } from "#lib/simulation/reach.ts";
import { takePart, type ParticipationOptions, type ParticipationResult } from "#lib/simulation/take-part.ts";

/** Somebody with a link of their own. */
export type Guest = { person: SimulatedPerson; link: string };
export type RunOptions = Pick<ParticipationOptions, "knows" | "understands" | "pace" | "signal"> & {
  at: ServerAddress;
  /** How many take part at the same time. */
  atOnce: number;
  onSaved?: (ms: number) => void;
  onEnded?: (person: SimulatedPerson, ended: PersonEnd) => void;
};
export type PersonEnd = ParticipationResult | { error: Error };
export type RunSummary = {
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
