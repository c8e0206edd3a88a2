import type { Draft, OpenAnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import { isDrawnTooEarly, noteStored } from "#components/sitting/device/last-stored.ts";
import { makeId } from "#components/sitting/device/make-id.ts";
import {
  delayAfter,
  isSameAnswer,
  type Entry,
  type Placed,
} from "#components/sitting/device/outbox-rules.ts";
import { askState, keepTrying, send } from "#components/sitting/device/sending.ts";
import { onDevice } from "#components/sitting/device/device-database.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

/** What one tab tells the others. Whatever it says, something on the device may have changed. */
type Told = { known?: Placed[]; isNew?: boolean };
const signedOutMs = 30_000;

type Memory = {
  outbox: ReturnType<typeof openOutboxState>;
  drafts: Map<number, Draft | null>;
  writing: Map<string, Promise<void>>;
};
// A page that takes another's place, as when the language is changed, may be drawn from before its last answers arrived.
const memories = new Map<string, Memory>();

export const openAnswerStore: OpenAnswerStore = async (sittingId, server, draftsOf = null) => {
  const name = `benchside-${sittingId}`;
  const memory = memories.get(sittingId) ?? {
    outbox: openOutboxState(server),
    drafts: new Map(),
    writing: new Map(),
  };
  memories.set(sittingId, memory);
  const { outbox, drafts, writing } = memory;
  outbox.reopen(server);
  const leaving = new AbortController();
  const { signal } = leaving;
  let failures = 0;
  let asking: ReturnType<typeof askState> | null = null;

  /** Null where the device doesn't do it: everything then goes on from memory. */
  async function keep<T>(...asked: Parameters<typeof onDevice<T>>): Promise<T | null> {
    try {
      return (await onDevice(...asked)) ?? null;
    } catch {
      outbox.missStore();
      return null;
    }
  }
  const rewrite = (done: readonly Entry[], changed: readonly Entry[] = []) =>
    keep("answers", "readwrite", (answers) => {
      for (const { seq } of done) if (seq) answers.delete(seq);
      for (const entry of changed) if (entry.seq) answers.put(entry);
    });
  const forget = (done: readonly Entry[]) => void (done.length > 0 && rewrite(done));
  async function reread(why?: "own"): Promise<void> {
    const read = await keep<Entry[]>("answers", "readonly", (answers) =>
      answers.index("sitting").getAll(sittingId),
    );
    if (read) outbox.reread(read, why);
  }

  /** What an earlier page put by, and perhaps could no longer send. */
  async function tellKeptDrafts(give: (position: number, answer: AnswerValue) => void): Promise<void> {
    const range = IDBKeyRange.bound([sittingId], [sittingId, []]);
    const keys = await keep<IDBValidKey[]>("drafts", "readonly", (all) => all.getAllKeys(range));
    const kept = await keep<Draft[]>("drafts", "readonly", (all) => all.getAll(range));
    for (const [at, { answer, revision }] of (kept ?? []).entries()) {
      const position = Number((keys?.[at] as number[] | undefined)?.[1]);
      const isOpen = revision === outbox.known(position).revision;
      if (isOpen && !isSameAnswer(answer, outbox.known(position).answer)) give(position, answer);
    }
  }

  /** Sends what waits, in the order in which it was given; says when to try again. */
  async function attempt(): Promise<number | null> {
    await reread();
    let entry: Entry | undefined;
    while ((entry = outbox.next())) {
      const written = writing.get(entry.id);
      if (written) {
        await written;
        continue;
      }
      outbox.setUnderWay(entry.id);
      const outcome = await send(entry);
      outbox.setUnderWay(null);
      if (!outcome) {
        outbox.setReach((failures += 1));
        return delayAfter(failures);
      }
      const isOut = outcome === "not_signed_in";
      outbox.setReach((failures = 0), isOut);
      if (isOut) return signedOutMs;
      if (typeof outcome === "string") forget(outbox.refuse(entry, outcome));
      else {
        const { known, renumbered } = outbox.acknowledge(entry, outcome);
        noteStored();
        // The others have to know it before they find that it no longer waits.
        tell({ known });
        void rewrite([entry], renumbered).then(() => tell({}));
      }
    }
    outbox.setReach((failures = 0));
    return null;
  }

  const refresh = () =>
    (asking ??= askState(sittingId).then((told) => {
      asking = null;
      if (told === null || typeof told === "string") return told;
      outbox.learn(told.answers);
      // More time was given, perhaps: nobody has to do anything for what waited for it.
      if (told.isOpen) outbox.forgive();
      if (outbox.next()) tryInTurn();
      return told;
    }));

  await reread("own");
  const channel = new BroadcastChannel(name);
  const tell = (told: Told) => signal.aborted || channel.postMessage(told);
  function comeBack(): void {
    outbox.forgive();
    void refresh();
  }
  // What was asked before the page was put aside, or while it was being put, says nothing of whoever brings it back.
  addEventListener("pageshow", () => (asking = null), { signal });
  const { tryNow, tryInTurn } = keepTrying({ name, attempt, comeBack, signal });
  channel.onmessage = async ({ data: { known = [], isNew } }: MessageEvent<Told>) => {
    outbox.learn(known);
    if (isNew) tell({ known: outbox.stored() });
    await reread();
    if (outbox.next()) tryInTurn();
  };
  function warn(event: Event): void {
    const { count, isKept } = outbox.state();
    if (count && !isKept) event.preventDefault();
  }
  addEventListener("beforeunload", warn, { signal });
  tell({ isNew: true });
  // Only where one doesn't go back; the others shall not carry it.
  const draftSending = draftsOf
    ? (await import("#components/sitting/device/draft-sending.ts")).openDraftSending({
        ...{ sittingId, signal, kind: draftsOf },
        tell: outbox.setDraft,
      })
    : null;
  if (draftSending) await tellKeptDrafts(draftSending.give);
  if (isDrawnTooEarly()) void refresh();
  if (outbox.next()) void tryNow();

  return {
    known: outbox.known,
    holds: outbox.holds,
    aside: outbox.aside,
    leaveAside: outbox.leaveAside,
    state: outbox.state,
    subscribe: outbox.subscribe,
    put: async (position, value) => {
      const since = { origin: performance.timeOrigin, at: performance.now() };
      const stamp = { sittingId, id: makeId(), clientAt: new Date().toISOString(), since };
      const { entry, instead, mended } = outbox.give(position, value, stamp);
      forget(mended);
      const added = keep<IDBValidKey>("answers", "readwrite", (answers) => {
        if (instead?.seq) answers.delete(instead.seq);
        return answers.add(entry);
      }).then((key) => {
        const seq = typeof key === "number" ? key : null;
        const isWanted = outbox.note(entry.id, seq);
        writing.delete(entry.id);
        if (!isWanted) void rewrite([{ ...entry, seq }]);
        if (instead && !seq) void rewrite([instead]);
      });
      writing.set(entry.id, added);
      await added;
      tell({});
      tryInTurn();
    },
    draft: async (position) =>
      drafts.has(position)
        ? (drafts.get(position) ?? null)
        : keep<Draft>("drafts", "readonly", (all) => all.get([sittingId, position])),
    setDraft: (position, draft) => {
      drafts.set(position, draft);
      const isNew = draft && !isSameAnswer(draft.answer, outbox.known(position).answer);
      draftSending?.give(position, isNew ? draft.answer : null);
      const key = [sittingId, position];
      void keep("drafts", "readwrite", (all) => {
        if (draft) all.put(draft, key);
        else all.delete(key);
      });
    },
    settle: async () => {
      await Promise.all(writing.values());
      await Promise.all([tryNow(), draftSending?.flush()]);
      return outbox.state();
    },
    refresh,
    discard: async () => {
      await rewrite(outbox.discard());
      tell({});
    },
    close: () => {
      leaving.abort();
      channel.close();
    },
  };
};
