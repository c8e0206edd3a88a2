import type { BlindSaved } from "#lib/reviews/checking/schema.ts";
import type { QueueItem, QueueStep, ShownItem } from "#lib/reviews/queue/schema.ts";
import type { Reply, Key } from "#components/reviews/queue/device/entries.ts";

/** Given to somebody, and whole on their device. */
export type LeasedItem = QueueItem & { shown: ShownItem };

const sentTo = { decide: "decisions", check: "checks", audit: "audits" } as const;
/** What is said of an item when its step is done. */
export const lastOf = (step: QueueStep, item: QueueItem): Key => keyAt(sentTo[step], item);

export function keyAt(to: Reply["to"], { number, round, place, decisionId, check }: QueueItem): Key {
  const about = to === "decisions" ? "" : to === "audits" ? check?.id : decisionId;
  return { to, number, round, place: to === "decisions" ? 1 : place, about: about ?? "" };
}

/** A decision that its annotator has changed since is another one to check. */
const isSame = (one: QueueItem, other: QueueItem): boolean =>
  one.number === other.number &&
  one.round === other.round &&
  one.place === other.place &&
  one.decisionId === other.decisionId;
export const findSame = <I extends QueueItem>(all: readonly I[], item: QueueItem | null): I | undefined =>
  all.find((one) => item !== null && isSame(one, item));

/** What the server says is somebody's now, with the content that is on the device already. */
export function takeAnswer(held: readonly LeasedItem[], items: readonly QueueItem[]): LeasedItem[] {
  return items.flatMap((item) => {
    const shown = item.shown ?? held.find(({ number }) => number === item.number)?.shown;
    return shown ? [{ ...item, shown }] : [];
  });
}

/** The one that somebody is at stays in front of them; after it comes the next that nothing was said of. */
export function findCurrent(
  held: readonly LeasedItem[],
  before: LeasedItem | null,
  isGiven: (item: LeasedItem) => boolean,
): LeasedItem | null {
  const open = held.filter((item) => !isGiven(item));
  if (before && !isGiven(before)) return findSame(open, before) ?? before;
  return open[0] ?? null;
}

/** After saying what they think by themselves, a reviewer is shown what the annotator said. What was said first stays. */
export const reveal = (
  held: readonly LeasedItem[],
  { number, round, place }: Extract<Reply, { to: "blind" }>,
  { decision, blind }: BlindSaved,
): LeasedItem[] =>
  held.map((item) =>
    item.number === number && item.round === round && item.place === place
      ? { ...item, decision, blind }
      : item,
  );

/** When to ask again, so that what somebody is at stays theirs: half of the time that is left. Null: it is over. */
export function renewIn(items: readonly QueueItem[], now: number): number | null {
  const left = Math.min(...items.map(({ until }) => Date.parse(until) - now));
  return Number.isFinite(left) && left > 0 ? Math.max(1000, left / 2) : null;
}
