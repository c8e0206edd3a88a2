import type { Draft, KnownAnswer, SendState } from "#components/sitting/device/answer-store-types.ts";
import { isSameGiven } from "#lib/sittings/answers/answer-content.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { AnswerReceipt, AnswerRefusal, SentAnswer } from "#lib/sittings/answers/wire.ts";

/**
 * One answer on its way. `seq` is its key on the device, and the order in which answers were given: not there while it
 * is being written, null where the device didn't take it.
 */
export type Entry = Omit<SentAnswer, "agoMs"> & {
  sittingId: string;
  seq?: number | null;
  /** By the clock of the page it was given on, which nobody sets: since when that page is there, and how long it was. */
  since?: { origin: number; at: number };
  /** Of the copy of an acknowledged answer whose sitting is handed in: the time at which it goes. */
  until?: number;
};
export type PlacedAnswer = { position: number } & KnownAnswer;
type StoredAnswers = ReadonlyMap<number, KnownAnswer>;

/** A UUID. `crypto.randomUUID` is there in a secure context alone, and a study may be run without TLS. */
export const makeAnswerId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    const marked = at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte;
    return ([4, 6, 8, 10].includes(at) ? "-" : "") + marked.toString(16).padStart(2, "0");
  }).join("");

/** What an answer is known by, and when it was given. */
export const stampAnswer = () => ({
  id: makeAnswerId(),
  clientAt: new Date().toISOString(),
  since: { origin: performance.timeOrigin, at: performance.now() },
});

/**
 * How long ago it was given. By the page's own clock where it is still that page, and by the wall's, which goes on while
 * a device sleeps: whichever says longer.
 */
export function msSinceGiven({ clientAt, since }: Pick<Entry, "clientAt" | "since">): number {
  const onWall = Date.now() - Date.parse(clientAt);
  const onPage = since?.origin === performance.timeOrigin ? performance.now() - since.at : 0;
  return Math.max(0, onWall || 0, onPage);
}

/** The higher revision counts; of equal ones what waits here, which the server will number anew. */
export function findKnown(position: number, stored: StoredAnswers, queue: readonly Entry[]): KnownAnswer {
  let known: KnownAnswer = stored.get(position) ?? { answer: null, revision: 0 };
  for (const { position: at, value: answer, revision } of queue)
    if (at === position && revision >= known.revision) known = { answer, revision };
  return known;
}

/** Nothing older ever takes the place of something newer. */
export function takeNewer(stored: StoredAnswers, all: readonly PlacedAnswer[]): StoredAnswers {
  const learnt = new Map(stored);
  for (const one of all)
    if (one.revision > (stored.get(one.position)?.revision ?? -1)) learnt.set(one.position, one);
  return learnt;
}

/**
 * After an answer was given a higher number than it had, because another device had taken that one: what was answered
 * here after it has to stay the newer.
 */
export function renumber(queue: readonly Entry[], position: number, revision: number): Entry[] {
  let floor = revision;
  return queue.map((entry) => {
    if (entry.position !== position) return entry;
    floor = Math.max(floor + 1, entry.revision);
    return { ...entry, revision: floor };
  });
}

/** Every change is kept in the history, but not every pause while a reason is being written. */
export const isRewording = (before: AnswerValue, after: AnswerValue): boolean =>
  isSameGiven({ ...before, reason: null }, { ...after, reason: null });

/** What the server acknowledged and no longer has; it tells how the ids begin of all that it has. */
export const listLost = (copies: readonly Entry[], ids: readonly string[]): Entry[] =>
  copies.filter(({ id }) => !ids.some((known) => id.startsWith(known)));

/** Whether somebody would see the same: how long it took is not shown. */
export const isSameAnswer = (one: AnswerValue | null, other: AnswerValue | null): boolean =>
  one === other || (one !== null && other !== null && isSameGiven(one, other));

/** A server that was set back gives the number of one answer to another: only the answer itself tells. */
export const isUpToDate = ({ upon = null }: Pick<Draft, "upon">, { answer }: KnownAnswer): boolean =>
  isSameAnswer(upon, answer);

/** What a response says. Null where it isn't the product's own word: the answer then goes on waiting. */
export function readResponse(status: number, body: unknown): AnswerReceipt | AnswerRefusal | null {
  const { current, error } = Object(body) as Partial<AnswerReceipt & { error: AnswerRefusal }>;
  if (status === 200) return typeof current === "number" ? (body as AnswerReceipt) : null;
  const isOurs = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isOurs && typeof error === "string" ? error : null;
}

/** Whether no other answer of the sitting would be taken either. */
export const concernsWholeSitting = (problem: AnswerRefusal): boolean =>
  !["invalid", "passed", "not_served", "unproven"].includes(problem);

/** Whether it may be taken after all: another sign-in, more time from those who run the study. */
export const mayBeTakenLater = (problem: AnswerRefusal): boolean =>
  ["not_found", "not_allowed", "time_over"].includes(problem);

/** 1 s, 2, 4 … 30, and never in step with others who lost the server at the same moment. */
export const retryDelay = (failures: number, random = Math.random()): number =>
  Math.min(30_000, 500 * 2 ** failures) * (0.75 + random / 4);

/** Nothing given at all. */
export const isBlank = (answer: AnswerValue): boolean => isSameGiven(answer, {});

const listPositions = (entries: readonly { position: number }[]) => [
  ...new Set(entries.map(({ position }) => position)),
];

/** All that a page knows of the answers of its sitting, and of how sending them goes. */
export type OutboxFacts = {
  stored: StoredAnswers;
  /** In the order in which they were given. */
  queue: readonly Entry[];
  /** By position: what was given here and a newer answer from elsewhere took the place of; null where that was nothing. */
  replaced: Map<number, AnswerValue | null>;
  /** Those of `replaced` that were given elsewhere: something given here, without having seen them, took their place. */
  overruled: Set<AnswerValue>;
  draft: SendState["draft"];
  refused: Map<string, AnswerRefusal>;
  failures: number;
  isSignedOut: boolean;
  hasStorage: boolean;
  /** The server may have drawn this page without what it stored of this device's. */
  isBehind: boolean;
};

export function sendStateOf({ stored, queue, replaced, draft, refused, ...how }: OutboxFacts): SendState {
  const { failures, isSignedOut, hasStorage, isBehind } = how;
  const waiting = queue.filter(({ id }) => !refused.has(id));
  const problem = queue.map(({ id }) => refused.get(id)).find(Boolean) ?? null;
  const isUnderWay = waiting.length > 0 || isBehind;
  const underWay = isSignedOut ? "signed_out" : failures ? "waiting" : "saving";
  return {
    kind: isUnderWay ? underWay : problem ? "refused" : "saved",
    count: listPositions(queue).length,
    problem: isUnderWay ? null : problem,
    draft,
    refused: isUnderWay ? [] : listPositions(queue),
    replaced: [...replaced].flatMap(([position, answer]) => (answer ? [position] : [])),
    isKept: hasStorage && !queue.some(({ seq }) => seq === null),
    isGivingBack: waiting.some(({ seal }) => seal),
    isBlank: !queue.length && ![...stored.values()].some(({ answer }) => answer),
  };
}
