import { newAnswer } from "#lib/simulation/steps.ts";
import type { Acknowledged, SentAnswer } from "#lib/sittings/wire.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";

/** An answer as a participant's page makes it. */
export function anAnswer(position: number, revision: number, given: Partial<AnswerValue> = {}): SentAnswer {
  return newAnswer(position, revision, { choice: revision % 4, activeMs: 1000 * revision, ...given });
}

export type Room = { url: string; cookie: string; sittingId: string };
export type Reply = { status: number; body: unknown };

/** One attempt, as the page makes it: a status, or null where nobody answered. */
export async function post({ url, cookie, sittingId }: Room, answer: SentAnswer): Promise<Reply | null> {
  try {
    const response = await fetch(`${url}/api/sittings/${sittingId}/answers`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", origin: url },
      body: JSON.stringify(answer),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}

export function expectAcknowledged(reply: Reply | null): Acknowledged {
  if (reply?.status !== 200) throw new Error(`not acknowledged: ${JSON.stringify(reply)}`);
  return reply.body as Acknowledged;
}
