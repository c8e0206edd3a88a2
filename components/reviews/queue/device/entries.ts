import { type stampAnswer, msSinceGiven } from "#components/sitting/device/outbox-rules.ts";
import type { NextInput, QueueAnswer } from "#lib/reviews/queue/schema.ts";

type Decision = { accepts: boolean; reason: string | null };
type ItemRef = { number: number; round: number };
type CheckRef = ItemRef & { place: 1 | 2 };

/** What somebody said of an item; `to`: where it is sent. */
export type Reply =
  | ({ to: "decisions"; comment: string } & ItemRef & Decision)
  | ({ to: "blind"; decisionId: string } & CheckRef & Decision)
  | ({
      to: "checks";
      decisionId: string;
      isRight: boolean;
      errorType: string | null;
      correctedAccepts: boolean | null;
      correctedReason: string | null;
      comment: string;
    } & CheckRef)
  | ({ to: "audits"; checkId: string; agrees: boolean; comment: string } & CheckRef);

/** The same on its way. Once refused for good it stays to be looked at, with the reason. */
export type QueueEntry = ReturnType<typeof stampAnswer> & {
  /** Whose it is, and in which review: by this the device finds it. */
  sittingId: string;
  /** Its key on the device: not there while it is written, null where the device doesn't take it. */
  seq?: number | null;
  given: Reply;
  problem?: string;
};

/** Under which one person's part in a review lies on a device: nobody who signs in after them sends what is theirs. */
export const outboxName = (slug: string, userId: string): string => `review ${slug} ${userId}`;

export type Key = Pick<Reply, "to" | "number" | "round"> & { place?: number; about?: string | null };

/** Two things with the same key say something of the same: one of them is enough. */
export const keyOf = ({ to, number, round, place = 1, about = "" }: Key): string =>
  [to, number, round, place, about].join(" ");

export const keyOfReply = (given: Reply): string => {
  const about = given.to === "decisions" ? "" : given.to === "audits" ? given.checkId : given.decisionId;
  return keyOf({ ...given, about });
};

export type QueueSending = {
  /**
   * saved: nothing waits. saving: under way. waiting: the server isn't reached. signed_out: nobody is signed in, or
   * somebody else. paused: nothing is taken for now. What waits is tried again by itself.
   */
  kind: "saved" | "saving" | "waiting" | "signed_out" | "paused";
  /** How many wait. */
  count: number;
  /** Refused, and kept until they are put away. */
  aside: readonly QueueEntry[];
  /** False where this browser keeps nothing. */
  isKept: boolean;
};

export type OutboxFacts = {
  entries: readonly QueueEntry[];
  failures: number;
  /** Why nothing is taken from anybody here, for now. */
  hold: "signed_out" | "paused" | null;
  hasStorage: boolean;
};

export function sendingOf({ entries, failures, hold, hasStorage }: OutboxFacts): QueueSending {
  const waiting = entries.filter(({ problem }) => problem === undefined);
  const underWay = hold ?? (failures > 0 ? "waiting" : "saving");
  return {
    kind: waiting.length > 0 ? underWay : "saved",
    count: waiting.length,
    aside: entries.filter(({ problem }) => problem !== undefined),
    isKept: hasStorage && !entries.some(({ seq }) => seq === null),
  };
}

/** What a refusal makes of it: it waits for another sign-in, or for the review to go on; or it is set aside. */
export function holdOf(problem: string): OutboxFacts["hold"] {
  if (["not_signed_in", "not_yours"].includes(problem)) return "signed_out";
  return problem === "paused" ? "paused" : null;
}

/** Members may be taken in again, and items come back: opened anew, the page tries once more. */
export const mayBeTakenLater = (problem: string): boolean =>
  ["not_found", "not_your_part", "given_to_other"].includes(problem);

/** What a response says. Null where it isn't the product's own word: what was sent goes on waiting. */
export function readResponse(status: number, body: unknown): { told: unknown } | { problem: string } | null {
  if (status === 200) return body !== null && typeof body === "object" ? { told: body } : null;
  const { error } = Object(body) as { error?: unknown };
  const isOurs = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isOurs && typeof error === "string" ? { problem: error } : null;
}

/** Nothing stands in the way of what is decided here. */
export const isReached = (kind: QueueSending["kind"]): boolean => kind === "saved" || kind === "saving";

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
