import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";
import {
  type Entry,
  retryDelay,
  type PlacedAnswer,
  isSameAnswer,
  listLost,
  stampAnswer,
} from "#components/sitting/device/outbox-rules.ts";
import { openSittingStorage, copyOf, copiesOf } from "#components/sitting/device/sitting-storage.ts";
import {
  type Draft,
  type AnswerStore,
  type OpenAnswerStore,
  fetchCopyKeeping,
  fetchDraftSending,
} from "#components/sitting/device/answer-store-types.ts";
import { type OutboxState, openOutboxState } from "#components/sitting/device/outbox-state.ts";
import { send, askState, keepTrying } from "#components/sitting/device/sending.ts";
import type { AnswerReceipt } from "#lib/sittings/answers/wire.ts";
import { isWithdrawnHere } from "#components/sitting/device/last-sitting.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

const storedItem = "benchside-stored";

/** When this browser was last told that an answer is stored. */
const noteAnswerStored = (): void => writeItem(storedItem, String(Date.now()));

/**
 * An answer was stored after this page was asked for: by the page before, whose device no longer has it, while the
 * server may have drawn this one without it.
 */
const isDrawnTooEarly = (): boolean => Number(readItem(storedItem) ?? 0) >= performance.timeOrigin;

const leftItem = (sittingId: string) => `benchside-left-${sittingId}`;

/** What is given in the moment in which a page goes: the browser's database would answer too late. */
export const keepLeft = (entry: Entry): void => writeItem(leftItem(entry.sittingId), JSON.stringify(entry));

/** It lies elsewhere now. */
export const forgetLeft = (sittingId: string): void => writeItem(leftItem(sittingId), null);

/** What an earlier page left behind is put with what waits. */
async function takeLeft(
  sittingId: string,
  storage: ReturnType<typeof openSittingStorage<Entry>>,
): Promise<void> {
  const left = readItem(leftItem(sittingId));
  if (!left) return;
  const entry = JSON.parse(left) as Entry;
  const waiting = (await storage.listEntries()) ?? [];
  const isThere = waiting.some(({ id }) => id === entry.id);
  if (isThere || (await storage.addEntry(entry, null))) forgetLeft(sittingId);
}

const signedOutMs = 30_000;

/** What one tab tells the others. Whatever it says, something on the device may have changed. */
type TabMessage = { known?: PlacedAnswer[]; isNew?: boolean };
export type OpenedSitting = {
  sittingId: string;
  outbox: OutboxState;
  storage: ReturnType<typeof openSittingStorage<Entry, Draft>>;
  /** What is being written to the device, by the id of the answer. */
  writing: Map<string, Promise<void>>;
  tell: (told: TabMessage) => void;
};

async function readStorage(
  { outbox, storage }: Pick<OpenedSitting, "outbox" | "storage">,
  why?: "own",
): Promise<void> {
  const read = await storage.listEntries();
  if (read) outbox.takeRead(read, why);
}

/** Sends what waits, in the order in which it was given; says when to try again. */
async function sendWaiting(opened: OpenedSitting): Promise<number | null> {
  const { outbox, storage, writing } = opened;
  await readStorage(opened);
  let entry: Entry | undefined;
  while ((entry = outbox.nextToSend())) {
    const written = writing.get(entry.id);
    if (written) {
      await written;
      continue;
    }
    outbox.noteSent(entry);
    const outcome = await send(entry);
    if (!outcome) return retryDelay(outbox.noteReach(false));
    const isSignedOut = outcome === "not_signed_in";
    outbox.noteReach(true, isSignedOut);
    if (isSignedOut) return signedOutMs;
    if (typeof outcome !== "string") acknowledge(opened, entry, outcome);
    else forget(storage, outbox.refuse(entry, outcome));
  }
  outbox.noteReach(true);
  return null;
}

function acknowledge({ outbox, storage, tell }: OpenedSitting, entry: Entry, outcome: AnswerReceipt): void {
  const { known, renumbered } = outbox.acknowledge(entry, outcome);
  noteAnswerStored();
  // The others have to know it before they find that it no longer waits.
  tell({ known });
  void storage.rewriteEntries([entry], renumbered, copyOf(entry, outcome)).then(() => tell({}));
}

function forget(storage: OpenedSitting["storage"], done: readonly Entry[]): void {
  if (done.length > 0) void storage.rewriteEntries(done);
}

type SittingMemory = Pick<OpenedSitting, "outbox" | "writing"> & { drafts: Map<number, Draft | null> };
type RetryLoop = ReturnType<typeof keepTrying>;

const untilTold = 30_000;

// A page that takes another's place, as when the language is changed, may be drawn from before its last answers arrived.
const remembered = new Map<string, SittingMemory>();

function remember(sittingId: string, server: readonly PlacedAnswer[]): SittingMemory {
  const earlier = remembered.get(sittingId);
  const known = earlier ?? { outbox: openOutboxState(server), drafts: new Map(), writing: new Map() };
  remembered.set(sittingId, known);
  known.outbox.reopen(server);
  return known;
}

export const openAnswerStore: OpenAnswerStore = async (sittingId, server, tellsDrafts = false) => {
  const name = `benchside-${sittingId}`;
  // Before anything is open that would stay open where it can't be fetched.
  const drafting = tellsDrafts ? await fetchDraftSending() : null;
  const isFirst = !remembered.has(sittingId);
  const { outbox, writing, drafts } = remember(sittingId, server);
  const leaving = new AbortController();
  const { signal } = leaving;
  const storage = openSittingStorage(sittingId, outbox.noteNoStorage);
  await takeLeft(sittingId, storage);
  await readStorage({ outbox, storage }, "own");
  // What the page before gave last may be neither here any more nor in what was drawn.
  if (isFirst && isDrawnTooEarly()) outbox.noteBehind();
  const tabs = new BroadcastChannel(name);
  const tell = (told: TabMessage) => void (signal.aborted || tabs.postMessage(told));
  const opened: OpenedSitting = { sittingId, outbox, storage, writing, tell };

  const refresh = openRefresh(opened, signal, () => trying.tryInTurn());
  const trying = keepTrying({
    name,
    attempt: () => trySending(opened, refresh),
    comeBack() {
      outbox.retryRefused();
      void refresh();
    },
    signal,
  });
  tabs.onmessage = async ({ data: { known = [], isNew } }: MessageEvent<TabMessage>) => {
    outbox.learn(known);
    if (isNew) tell({ known: outbox.stored() });
    await readStorage(opened);
    if (outbox.nextToSend()) trying.tryInTurn();
  };
  function warnBeforeLosing(event: Event): void {
    const { count, isKept } = outbox.state();
    if (count && !isKept) event.preventDefault();
  }
  addEventListener("beforeunload", warnBeforeLosing, { signal });
  tell({ isNew: true });
  const draftSending = drafting && (await drafting.openDraftSending(opened, server, signal));
  if (outbox.nextToSend()) void trying.tryNow();
  void storage.listEntries(copiesOf(sittingId)).then((copies) => {
    // It completes what the server drew: what the page before gave last isn't news from elsewhere.
    if (copies?.length || isDrawnTooEarly() || isWithdrawnHere(sittingId))
      void catchUp(outbox, refresh, signal);
  });

  return {
    ...outbox,
    refresh,
    noteChange: () => draftSending?.noteChange(),
    async draft(position) {
      const kept = drafts.get(position);
      return kept === undefined ? storage.readDraft(position) : kept;
    },
    setDraft(position, draft) {
      const upon = outbox.known(position).answer;
      const kept = draft && { ...draft, upon };
      drafts.set(position, kept);
      const isNew = draft && !isSameAnswer(draft.answer, upon);
      draftSending?.give(position, isNew ? draft.answer : null);
      void storage.writeDraft(position, kept);
    },
    put: (position, value, seen) => putAnswer(opened, trying, { position, value, seen }),
    async flush() {
      await Promise.all(writing.values());
      await Promise.all([trying.tryNow(), draftSending && draftSending.flush()]);
      return outbox.state();
    },
    async discardRefused() {
      await storage.rewriteEntries(outbox.discardRefused());
      tell({});
    },
    close() {
      leaving.abort();
      tabs.close();
    },
  };
};

async function trySending(opened: OpenedSitting, refresh: AnswerStore["refresh"]): Promise<number | null> {
  const { sittingId, outbox } = opened;
  // A server that has forgotten that somebody withdrew is told that first.
  if (isWithdrawnHere(sittingId) && Object(await askState(sittingId)).state !== "withdrawn") return untilTold;
  const wasUnreached = outbox.state().kind === "waiting";
  const wait = await sendWaiting(opened);
  // What came back may be a copy of what went away.
  if (wasUnreached && wait === null) void refresh();
  return wait;
}

/** Asks the server what other devices did, and whether it still has what this one gave; one question at a time. */
function openRefresh(opened: OpenedSitting, signal: AbortSignal, tryInTurn: () => void) {
  const { sittingId, outbox, storage } = opened;
  let asking: ReturnType<AnswerStore["refresh"]> | null = null;
  async function ask(why?: "own"): ReturnType<AnswerStore["refresh"]> {
    // Read first: what is acknowledged while the server answers isn't in what it tells.
    const copies = (await storage.listEntries(copiesOf(sittingId))) ?? [];
    const told = await askState(sittingId);
    asking = null;
    if (told === null) return told;
    if (typeof told === "string") {
      // It can't be called saved before whoever answered here is back.
      if (outbox.isBehind()) outbox.noteReach(true, true);
      return told;
    }
    outbox.learnState(told.answers, why);
    // More time was given, perhaps: nobody has to do anything for what waited for it.
    if (told.isOpen) outbox.retryRefused();
    const lost = told.ids ? listLost(copies, told.ids) : [];
    if (lost.length > 0 || told.state !== "started" || isWithdrawnHere(sittingId))
      await fetchCopyKeeping()
        .then(({ lookAfterCopies }) => lookAfterCopies(opened, { copies, lost, told }))
        .catch(() => undefined);
    if (outbox.nextToSend()) tryInTurn();
    return told;
  }
  // What was asked before the page was put aside, or while it was being put, says nothing of whoever brings it back.
  addEventListener("pageshow", () => (asking = null), { signal });
  return (why?: "own") => (asking ??= ask(why));
}

/** Asked until it is told, where nothing can be called saved before that. */
async function catchUp(
  outbox: OutboxState,
  refresh: (why: "own") => ReturnType<AnswerStore["refresh"]>,
  signal: AbortSignal,
): Promise<void> {
  while ((await refresh("own")) === null && outbox.isBehind() && !signal.aborted) {
    const wait = retryDelay(outbox.noteReach(false));
    await new Promise((done) => setTimeout(done, wait));
  }
}

async function putAnswer(
  { sittingId, outbox, storage, writing, tell }: OpenedSitting,
  { tryInTurn }: RetryLoop,
  { position, value, seen }: { position: number; value: AnswerValue; seen?: number },
): Promise<void> {
  const { entry, instead, mended } = outbox.add(position, value, { sittingId, ...stampAnswer() }, seen);
  forget(storage, mended);
  const added = storage.addEntry(entry, instead).then((seq) => {
    const isWanted = outbox.noteWritten(entry.id, seq);
    writing.delete(entry.id);
    if (!isWanted) forget(storage, [{ ...entry, seq }]);
    if (instead && !seq) forget(storage, [instead]);
  });
  writing.set(entry.id, added);
  await added;
  tell({});
  tryInTurn();
}
