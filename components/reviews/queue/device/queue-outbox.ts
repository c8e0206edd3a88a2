import {
  holdOf,
  keyOf,
  keyOfReply,
  type Reply,
  type Key,
  type QueueEntry,
  type QueueSending,
  sendingOf,
  mayBeTakenLater,
  type OutboxFacts,
  sendEntry,
} from "#components/reviews/queue/device/entries.ts";
import { retryDelay, stampAnswer } from "#components/sitting/device/outbox-rules.ts";
import { keepTrying } from "#components/sitting/device/sending.ts";
import { openSittingStorage } from "#components/sitting/device/sitting-storage.ts";

const signedOutMs = 30_000;
const pausedMs = 60_000;

/** Begun, and not sent. */
export type ItemDraft = { fields: Readonly<Record<string, string>> };

export type QueueOutbox = {
  state: () => QueueSending;
  /** Whether this was said already, here or in another tab. */
  isGiven: (of: Key) => boolean;
  /** Counts at once, is kept on the device, then sent. What was said already isn't said again. Never throws. */
  put: (given: Reply) => Promise<void>;
  /** What was refused has been seen. */
  putAway: (id: string) => void;
  draft: (number: number) => Promise<ItemDraft | null>;
  setDraft: (number: number, draft: ItemDraft | null) => void;
  subscribe: OutboxState["subscribe"];
  close: () => void;
};

type Part = { name: string; slug: string; by: number };
type OutboxContext = Part & {
  outbox: OutboxState;
  storage: ReturnType<typeof openSittingStorage<QueueEntry, ItemDraft>>;
  /** What is being written to the device, by its id. */
  writing: Map<string, Promise<void>>;
  /** The keys of what changed, to the other tabs. */
  tell: (keys: readonly string[]) => void;
};

/** What one person says in one review, on its way from this device. */
export async function openQueueOutbox(part: Part): Promise<QueueOutbox> {
  const name = `benchside-${part.name}`;
  const outbox = openOutboxState();
  const storage = openSittingStorage<QueueEntry, ItemDraft>(part.name, outbox.noteNoStorage);
  const leaving = new AbortController();
  const { signal } = leaving;
  const tabs = new BroadcastChannel(name);
  const tell = (keys: readonly string[]) => void (signal.aborted || tabs.postMessage(keys));
  const opened: OutboxContext = { ...part, outbox, storage, writing: new Map(), tell };
  await readDevice(opened);
  const again = outbox.retryRefused();
  if (again.length > 0) await storage.rewriteEntries([], again);
  const comeBack = () => undefined;
  const trying = keepTrying({ name, attempt: () => sendWaiting(opened), comeBack, signal });
  tabs.onmessage = async ({ data }: MessageEvent<readonly string[]>) => {
    outbox.noteElsewhere(data);
    await readDevice(opened);
  };
  addEventListener(
    "beforeunload",
    (event) => {
      const { count, isKept } = outbox.state();
      if (count > 0 && !isKept) event.preventDefault();
    },
    { signal },
  );
  if (outbox.nextToSend()) void trying.tryNow();
  return {
    state: outbox.state,
    isGiven: (of) => outbox.isGiven(keyOf(of)),
    subscribe: outbox.subscribe,
    async put(given) {
      if (await keep(opened, given)) trying.tryInTurn();
    },
    putAway(id) {
      const entry = outbox.putAway(id);
      if (entry) void storage.rewriteEntries([entry]).then(() => tell([]));
    },
    draft: (number) => storage.readDraft(number),
    setDraft: (number, draft) => void storage.writeDraft(number, draft),
    close() {
      leaving.abort();
      tabs.close();
    },
  };
}

async function readDevice({ outbox, storage }: OutboxContext): Promise<void> {
  const found = await storage.listEntries();
  if (found) outbox.takeRead(found);
}

/** False where the same was said before. */
async function keep({ name, outbox, storage, writing, tell }: OutboxContext, given: Reply): Promise<boolean> {
  const key = keyOfReply(given);
  if (outbox.isGiven(key)) return false;
  const entry: QueueEntry = { sittingId: name, ...stampAnswer(), given };
  outbox.add(entry);
  const written = storage.addEntry(entry, null).then((seq) => {
    outbox.noteWritten(entry.id, seq);
    writing.delete(entry.id);
  });
  writing.set(entry.id, written);
  await written;
  tell([key]);
  return true;
}

/** In the order in which it was said; says when to try again. */
async function sendWaiting(opened: OutboxContext): Promise<number | null> {
  const { slug, by, outbox, storage, writing, tell } = opened;
  await readDevice(opened);
  for (let entry; (entry = outbox.nextToSend());) {
    const written = writing.get(entry.id);
    if (written) {
      // Under the key that it has then.
      await written;
      continue;
    }
    const outcome = await sendEntry(slug, by, entry);
    if (!outcome) return retryDelay(outbox.noteUnreached());
    const hold = "problem" in outcome ? holdOf(outcome.problem) : null;
    outbox.noteReached(hold);
    if (hold) return hold === "paused" ? pausedMs : signedOutMs;
    const told = [keyOfReply(entry.given)];
    if ("problem" in outcome)
      void storage.rewriteEntries([], [outbox.setAside(entry, outcome.problem)]).then(() => tell(told));
    else {
      outbox.acknowledge(entry, outcome.told);
      void storage.rewriteEntries([entry]).then(() => tell(told));
    }
  }
  outbox.noteReached(null);
  return null;
}

type OutboxNews = {
  /** What the server has committed, and what it answered. */
  told?: { entry: QueueEntry; body: unknown };
  /** What it won't take. */
  refused?: QueueEntry;
  /** Another tab said something. */
  isElsewhere?: boolean;
};
type Listener = (news: OutboxNews) => void;
type OutboxState = ReturnType<typeof openOutboxState>;

/** What this page knows of what was said here and isn't committed yet, and how sending it goes. */
function openOutboxState() {
  const listeners = new Set<Listener>();
  /** What was said here, in other tabs, or waits from before, by its key. */
  const keys = new Set<string>();
  /** Done with, whatever a read of the device that began earlier still brings. */
  const gone = new Set<string>();
  let facts: OutboxFacts = { entries: [], failures: 0, hold: null, hasStorage: true };
  let state = sendingOf(facts);
  const tell: Listener = (news) => {
    for (const heard of listeners) heard(news);
  };
  /** The one way to change the facts. */
  function change(next: Partial<OutboxFacts>): void {
    facts = { ...facts, ...next };
    for (const { given, problem } of facts.entries) if (problem === undefined) keys.add(keyOfReply(given));
    const now = sendingOf(facts);
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    state = now;
    tell({});
  }
  const changeEntry = (id: string, next: Partial<QueueEntry>) =>
    facts.entries.map((one) => (one.id === id ? { ...one, ...next } : one));
  function drop(id: string): void {
    gone.add(id);
    change({ entries: facts.entries.filter((one) => one.id !== id) });
  }
  return {
    state: () => state,
    isGiven: (key: string) => keys.has(key),
    nextToSend: () => facts.entries.find(({ problem }) => problem === undefined),
    subscribe(heard: Listener): () => void {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    add: (entry: QueueEntry) => change({ entries: [...facts.entries, entry] }),
    /** What wasn't taken wasn't said: where the item is still theirs, it is theirs to decide again. */
    putAway(id: string): QueueEntry | undefined {
      const entry = facts.entries.find((one) => one.id === id);
      if (entry) keys.delete(keyOfReply(entry.given));
      drop(id);
      return entry;
    },
    /** Opened anew, the page tries once more what may be taken after all. */
    retryRefused(): QueueEntry[] {
      const again: QueueEntry[] = [];
      const entries = facts.entries.map(({ problem, ...entry }) => {
        if (problem === undefined) return entry;
        if (!mayBeTakenLater(problem)) return { ...entry, problem };
        again.push(entry);
        return entry;
      });
      change({ entries });
      return again;
    },
    noteNoStorage: () => change({ hasStorage: false }),
    noteWritten: (id: string, seq: number | null) =>
      change({ hasStorage: seq !== null, entries: changeEntry(id, { seq }) }),
    /** What the device holds, from every tab; what it doesn't hold is in this page's memory alone. */
    takeRead(read: readonly QueueEntry[]): void {
      const found = read.filter(({ id }) => !gone.has(id));
      const isHereAlone = ({ id, seq }: QueueEntry) => seq == null && !found.some((one) => one.id === id);
      change({ entries: [...found, ...facts.entries.filter(isHereAlone)] });
    },
    /** In another tab; it knows better than the device, from which it may be gone already. */
    noteElsewhere(given: readonly string[]): void {
      for (const key of given) keys.add(key);
      tell({ isElsewhere: true });
    },
    /** Returns how often in a row it wasn't. */
    noteUnreached(): number {
      change({ failures: facts.failures + 1 });
      return facts.failures;
    },
    noteReached: (hold: OutboxFacts["hold"]) => change({ failures: 0, hold }),
    acknowledge(entry: QueueEntry, body: unknown): void {
      drop(entry.id);
      tell({ told: { entry, body } });
    },
    setAside(entry: QueueEntry, problem: string): QueueEntry {
      change({ entries: changeEntry(entry.id, { problem }) });
      const refused = facts.entries.find(({ id }) => id === entry.id) ?? { ...entry, problem };
      tell({ refused });
      return refused;
    },
  };
}
