import {
  describeOutbox,
  keyOfGiven,
  mayBeTakenLater,
  type OutboxFacts,
  type QueueEntry,
} from "#components/reviews/queue/device/entries.ts";

export type OutboxNews = {
  /** What the server has committed, and what it answered. */
  told?: { entry: QueueEntry; body: unknown };
  /** What it won't take. */
  refused?: QueueEntry;
  /** Another tab said something. */
  isElsewhere?: boolean;
};
type Heard = (news: OutboxNews) => void;
type Facts = ReturnType<typeof holdFacts>;
export type OutboxState = ReturnType<typeof openOutboxState>;

/** What this page knows of what was said here and isn't committed yet, and how sending it goes. */
export function openOutboxState() {
  const held = holdFacts();
  return { ...tellFacts(held), ...takeFromPage(held), ...takeFromDevice(held), ...takeFromServer(held) };
}

/** The facts, and the one way to change them. */
function holdFacts() {
  const listeners = new Set<Heard>();
  /** What was said here, in other tabs, or waits from before, by its key. */
  const keys = new Set<string>();
  /** Done with, whatever a read of the device that began earlier still brings. */
  const gone = new Set<string>();
  let facts: OutboxFacts = { entries: [], failures: 0, hold: null, hasStorage: true };
  let state = describeOutbox(facts);
  const tell: Heard = (news) => {
    for (const heard of listeners) heard(news);
  };
  function change(next: Partial<OutboxFacts>): void {
    facts = { ...facts, ...next };
    for (const { given, problem } of facts.entries) if (problem === undefined) keys.add(keyOfGiven(given));
    const now = describeOutbox(facts);
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    state = now;
    tell({});
  }
  return { listeners, keys, gone, facts: () => facts, state: () => state, tell, change };
}

const tellFacts = ({ listeners, keys, facts, state, tell }: Facts) => ({
  state,
  tell,
  isGiven: (key: string) => keys.has(key),
  nextToSend: () => facts().entries.find(({ problem }) => problem === undefined),
  subscribe(heard: Heard): () => void {
    listeners.add(heard);
    return () => void listeners.delete(heard);
  },
});

const takeFromPage = ({ keys, gone, facts, change }: Facts) => ({
  add: (entry: QueueEntry) => change({ entries: [...facts().entries, entry] }),
  /** What wasn't taken wasn't said: where the item is still theirs, it is theirs to decide again. */
  putAway(id: string): QueueEntry | undefined {
    const entry = facts().entries.find((one) => one.id === id);
    gone.add(id);
    if (entry) keys.delete(keyOfGiven(entry.given));
    change({ entries: facts().entries.filter((one) => one.id !== id) });
    return entry;
  },
  /** Opened anew, the page tries once more what may be taken after all. */
  retryRefused(): QueueEntry[] {
    const isAgain = ({ problem }: QueueEntry) => problem !== undefined && mayBeTakenLater(problem);
    const retried = ({ problem: _, ...entry }: QueueEntry): QueueEntry => entry;
    const again = facts().entries.filter(isAgain).map(retried);
    change({ entries: facts().entries.map((one) => (isAgain(one) ? retried(one) : one)) });
    return again;
  },
});

const takeFromDevice = ({ keys, gone, facts, change, tell }: Facts) => ({
  noteNoStorage: () => change({ hasStorage: false }),
  noteWritten: (id: string, seq: number | null) =>
    change({
      hasStorage: seq !== null,
      entries: facts().entries.map((one) => (one.id === id ? { ...one, seq } : one)),
    }),
  /** What the device holds, from every tab; what it doesn't hold is in this page's memory alone. */
  takeRead(read: readonly QueueEntry[]): void {
    const found = read.filter(({ id }) => !gone.has(id));
    const isHereAlone = ({ id, seq }: QueueEntry) => seq == null && !found.some((one) => one.id === id);
    change({ entries: [...found, ...facts().entries.filter(isHereAlone)] });
  },
  /** In another tab; it knows better than the device, from which it may be gone already. */
  noteElsewhere(given: readonly string[]): void {
    for (const key of given) keys.add(key);
    tell({ isElsewhere: true });
  },
});

const takeFromServer = ({ gone, facts, change, tell }: Facts) => ({
  /** Returns how often in a row it wasn't. */
  noteUnreached(): number {
    change({ failures: facts().failures + 1 });
    return facts().failures;
  },
  noteReached: (hold: OutboxFacts["hold"]) => change({ failures: 0, hold }),
  acknowledge(entry: QueueEntry, body: unknown): void {
    gone.add(entry.id);
    change({ entries: facts().entries.filter(({ id }) => id !== entry.id) });
    tell({ told: { entry, body } });
  },
  setAside(entry: QueueEntry, problem: string): QueueEntry {
    const present = facts().entries.find(({ id }) => id === entry.id) ?? entry;
    const refused = { ...present, problem };
    change({ entries: facts().entries.map((one) => (one.id === entry.id ? refused : one)) });
    tell({ refused });
    return refused;
  },
});
