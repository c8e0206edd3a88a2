import {
  type Reply,
  type Key,
  askNext,
  keyOf,
  keyOfReply,
} from "#components/reviews/queue/device/entries.ts";
import type { QueueOutbox } from "#components/reviews/queue/device/queue-outbox.ts";
import type { BlindSaved } from "#lib/reviews/checking/schema.ts";
import type { QueueItem, QueueStep, ShownItem } from "#lib/reviews/queue/schema.ts";

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

export type QueueView = {
  /** What is worked at; null where there is nothing, or nothing more on this device. */
  current: LeasedItem | null;
  /** Its time is over, and it isn't theirs any more. */
  isLost: boolean;
  /** The number of an item that was in front of somebody until another tab was done with it. */
  elsewhere: number | null;
  /** Why nothing more comes. */
  problem: string | null;
  /** The server has said what there is. */
  isKnown: boolean;
};

export type Queue = {
  view: () => QueueView;
  subscribe: (heard: () => void) => () => void;
  give: (given: Reply) => void;
};

type Setting = {
  slug: string;
  by: number;
  step: QueueStep;
  first: readonly LeasedItem[];
  /** So many are held at once. */
  wanted: number;
  outbox: QueueOutbox;
};

const emptyMs = 30_000;
const unreachedMs = 5_000;

/** The items on this device: the one in front of somebody, and those after it, so that none is waited for. */
export function openQueue({ slug, by, step, first, wanted, outbox }: Setting, signal: AbortSignal): Queue {
  /** What a reviewer thought by themselves wasn't taken: there is nothing to go on with. */
  const stopped = new Set<string>();
  const items = holdItems(first, (item) => {
    return outbox.isGiven(lastOf(step, item)) || stopped.has(keyOf(keyAt("blind", item)));
  });
  const refill = keepFilled(items, (have) => askNext(slug, by, { step, wanted, have }), signal);
  const stop = outbox.subscribe(({ told, refused, isElsewhere }) => {
    if (told?.entry.given.to === "blind") items.reveal(told.entry.given, told.body as BlindSaved);
    if (refused?.given.to === "blind") stopped.add(keyOfReply(refused.given));
    const done = items.moveOn();
    if (isElsewhere && done) items.change({ elsewhere: done.number });
    if (told || refused || (isElsewhere && done)) refill();
  });
  signal.addEventListener("abort", stop);
  refill();
  return {
    view: items.view,
    subscribe: items.subscribe,
    give(given) {
      void outbox.put(given);
      items.change({ elsewhere: null });
    },
  };
}

type Items = ReturnType<typeof holdItems>;

/** What is held, and the one way to change what is seen of it. */
function holdItems(first: readonly LeasedItem[], isGiven: (item: LeasedItem) => boolean) {
  const listeners = new Set<() => void>();
  let held = first;
  let view: QueueView = {
    current: findCurrent(first, null, isGiven),
    isLost: false,
    elsewhere: null,
    problem: null,
    isKnown: false,
  };
  function change(next: Partial<QueueView>): void {
    const current = findCurrent(held, view.current, isGiven);
    const isStill = current !== null && findSame([current], view.current) !== undefined;
    view = { ...view, ...(!isStill && { isLost: false }), ...next, current };
    for (const heard of listeners) heard();
  }
  return {
    view: () => view,
    change,
    listOpen: () => held.filter((item) => !isGiven(item)),
    listNumbers: () => [...new Set(held.map(({ number }) => number))],
    /** Returns the one that was in front of somebody, where it is done. */
    moveOn(): LeasedItem | null {
      const before = view.current;
      change({});
      return before !== null && isGiven(before) ? before : null;
    },
    take(items: readonly QueueItem[]): void {
      const { current } = view;
      held = takeAnswer(held, items);
      const isLost = current !== null && !isGiven(current) && !findSame(held, current);
      change({ problem: null, isKnown: true, isLost });
    },
    reveal: (of: Parameters<typeof reveal>[1], saved: BlindSaved) => void (held = reveal(held, of, saved)),
    subscribe(heard: () => void): () => void {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
  };
}

type FetchNext = (have: number[]) => ReturnType<typeof askNext>;

/** Asks for what comes next, and in time for what is held, so that it stays theirs; one question at a time. */
function keepFilled(items: Items, ask: FetchNext, signal: AbortSignal): () => void {
  let planned: ReturnType<typeof setTimeout> | undefined;
  let [isAsking, isDue] = [false, false];
  let actedAt = Date.now();

  async function refill(): Promise<void> {
    isDue = true;
    if (isAsking) return;
    isAsking = true;
    while (isDue && !signal.aborted) {
      isDue = false;
      take(await ask(items.listNumbers()));
    }
    isAsking = false;
  }
  function take(answer: Awaited<ReturnType<FetchNext>>): void {
    clearTimeout(planned);
    if (signal.aborted) return;
    if ("items" in answer) {
      items.take(answer.items);
      return plan();
    }
    planned = setTimeout(() => void refill(), answer.problem === "unreachable" ? unreachedMs : emptyMs);
    items.change({ problem: answer.problem });
  }
  /** Nobody who has gone away keeps what others could do. */
  function plan(): void {
    const open = items.listOpen();
    const wait = open.length > 0 ? renewIn(open, Date.now()) : emptyMs;
    if (wait === null) return;
    planned = setTimeout(() => {
      const isAtIt = open.length === 0 || actedAt > Date.now() - wait;
      if (!document.hidden && isAtIt) void refill();
      else plan();
    }, wait);
  }
  signal.addEventListener("abort", () => clearTimeout(planned));
  watchPage({ onAct: () => (actedAt = Date.now()), onBack: () => void refill(), signal });
  return () => void refill();
}

type Watch = { onAct: () => void; onBack: () => void; signal: AbortSignal };

function watchPage({ onAct, onBack, signal }: Watch): void {
  for (const act of ["keydown", "pointerdown", "scroll"])
    addEventListener(act, onAct, { signal, passive: true, capture: true });
  for (const back of ["online", "focus"]) addEventListener(back, onBack, { signal });
  // Brought back whole by the browser, it may be in front of somebody else.
  addEventListener("pageshow", ({ persisted }) => persisted && navigator.onLine && location.reload(), {
    signal,
  });
}
