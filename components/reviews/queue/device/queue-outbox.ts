import {
  holdOf,
  keyOf,
  keyOfGiven,
  type Given,
  type Key,
  type QueueEntry,
  type QueueSending,
} from "#components/reviews/queue/device/entries.ts";
import { sendEntry } from "#components/reviews/queue/device/asking.ts";
import { openOutboxState, type OutboxState } from "#components/reviews/queue/device/outbox-state.ts";
import { keepTrying } from "#components/sitting/device/sending.ts";
import { retryDelay, stampAnswer } from "#components/sitting/device/outbox-rules.ts";
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
  put: (given: Given) => Promise<void>;
  /** What was refused has been seen. */
  putAway: (id: string) => void;
  draft: (number: number) => Promise<ItemDraft | null>;
  setDraft: (number: number, draft: ItemDraft | null) => void;
  subscribe: OutboxState["subscribe"];
  close: () => void;
};

type Part = { name: string; slug: string; by: number };
type Opened = Part & {
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
  const opened: Opened = { ...part, outbox, storage, writing: new Map(), tell };
  await readDevice(opened);
  const again = outbox.retryRefused();
  if (again.length > 0) await storage.rewriteEntries([], again);
  const comeBack = () => undefined;
  const trying = keepTrying({ name, attempt: () => sendWaiting(opened), comeBack, signal });
  tabs.onmessage = async ({ data }: MessageEvent<readonly string[]>) => {
    outbox.noteElsewhere(data);
    await readDevice(opened);
  };
  warnBeforeLosing(outbox, signal);
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

async function readDevice({ outbox, storage }: Opened): Promise<void> {
  const found = await storage.listEntries();
  if (found) outbox.takeRead(found);
}

/** False where the same was said before. */
async function keep({ name, outbox, storage, writing, tell }: Opened, given: Given): Promise<boolean> {
  const key = keyOfGiven(given);
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
async function sendWaiting(opened: Opened): Promise<number | null> {
  const { slug, by, outbox, writing } = opened;
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
    settle(opened, entry, outcome);
  }
  outbox.noteReached(null);
  return null;
}

type Outcome = NonNullable<Awaited<ReturnType<typeof sendEntry>>>;

function settle({ outbox, storage, tell }: Opened, entry: QueueEntry, outcome: Outcome): void {
  const told = () => tell([keyOfGiven(entry.given)]);
  if ("problem" in outcome) {
    const refused = outbox.setAside(entry, outcome.problem);
    void storage.rewriteEntries([], [refused]).then(told);
    return;
  }
  outbox.acknowledge(entry, outcome.told);
  void storage.rewriteEntries([entry]).then(told);
}

function warnBeforeLosing({ state }: OutboxState, signal: AbortSignal): void {
  function warn(event: Event): void {
    const { count, isKept } = state();
    if (count > 0 && !isKept) event.preventDefault();
  }
  addEventListener("beforeunload", warn, { signal });
}
