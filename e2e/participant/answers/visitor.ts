import assert from "node:assert/strict";
import { db } from "#lib/db.ts";
import type { AnswerReceipt } from "#lib/sittings/answers/wire.ts";
import { ask } from "#e2e/support/ask.ts";
import { signIn } from "#e2e/support/people.ts";
import type { Product } from "#e2e/support/product.ts";
import { personOf, type Sitter } from "#e2e/support/studies.ts";

export type AnswerBody = Record<string, unknown> & { value?: unknown };

export const answerOf = ({ value, ...given }: AnswerBody = {}) => ({
  position: 1,
  id: crypto.randomUUID(),
  revision: 1,
  clientAt: new Date().toISOString(),
  ...given,
  value: value === undefined ? { choice: 0 } : value,
});

/** Asks the product's routes for programs as one participant's page does. */
export async function visitorOf({ url }: Pick<Product, "url">, sitter: Sitter) {
  const { sittingId } = sitter;
  const { cookie } = await signIn(personOf(sitter));
  const cookies = `${cookie.name}=${cookie.value}`;
  const post = async (body: string | Buffer, type = "application/json", id = sittingId) => {
    const asked = { method: "POST", cookie: cookies, headers: { "content-type": type }, body };
    const answer = await ask(`${url}/api/sittings/${id}/answers`, asked);
    assert.equal(answer.headers["cache-control"], "no-store");
    return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
  };
  const get = async (what: string, id = sittingId) => {
    const answer = await ask(`${url}/api/sittings/${id}/${what}`, { cookie: cookies });
    assert.equal(answer.headers["cache-control"], "no-store");
    return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
  };
  return {
    post,
    get,
    send: (given: AnswerBody = {}, id = sittingId) =>
      post(JSON.stringify(answerOf(given)), "application/json", id),
  };
}

export function expectAcknowledged(reply: { status: number; body: unknown }): AnswerReceipt {
  if (reply.status !== 200) throw new Error(`not acknowledged: ${JSON.stringify(reply)}`);
  return reply.body as AnswerReceipt;
}

export const refused = (status: number, error: string) => ({ status, body: { error } });
/** All that was kept of a sitting's answers. */
export const stored = ({ sittingId }: Sitter) =>
  db.answerRevision.findMany({ where: { sittingId }, orderBy: [{ position: "asc" }, { revision: "asc" }] });
