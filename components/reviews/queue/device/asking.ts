import { readResponse, type Reply, type QueueEntry } from "#components/reviews/queue/device/entries.ts";
import { msSinceGiven } from "#components/sitting/device/outbox-rules.ts";
import type { NextInput, QueueAnswer } from "#lib/reviews/queue/schema.ts";

const maxMs = 15_000;

const routeOf = (slug: string, to: string, by: number) =>
  `/api/queue/${encodeURIComponent(slug)}/${to}?by=${by}`;

/** Null: not reached, or whoever answered wasn't the product. */
async function post(address: string, sent: object): Promise<ReturnType<typeof readResponse>> {
  const body = JSON.stringify(sent);
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      // What a browser takes along when the page goes; in bytes, and a character may have three.
      keepalive: body.length < 20_000,
      signal: AbortSignal.timeout(maxMs),
    });
    return readResponse(answer.status, await answer.json());
  } catch {
    return null;
  }
}

/** `by`: as which member. Another may have signed in since, whose own this must never become. */
export async function sendEntry(slug: string, by: number, entry: QueueEntry): ReturnType<typeof post> {
  const { id, clientAt, given } = entry;
  const { to, ...said } = given;
  const stamped = { id, clientAt, agoMs: msSinceGiven(entry) };
  const sent = given.to === "audits" ? ofAudit(given) : said;
  return post(routeOf(slug, to, by), { ...stamped, ...sent });
}

const ofAudit = ({ checkId, agrees, comment }: Extract<Reply, { to: "audits" }>) => ({
  checkId,
  agrees,
  comment,
});

/** What to work at next; the reason where there is none to be had, "unreachable" where nobody says. */
export async function askNext(
  slug: string,
  by: number,
  input: NextInput,
): Promise<QueueAnswer | { problem: string }> {
  const outcome = await post(routeOf(slug, "next", by), input);
  if (!outcome) return { problem: "unreachable" };
  if ("problem" in outcome) return outcome;
  const { items } = outcome.told as Partial<QueueAnswer>;
  return Array.isArray(items) ? { items } : { problem: "unreachable" };
}
