import type { AnswerStore, SendState } from "#components/sitting/device/answer-store-types.ts";
import {
  concernsWholeSitting,
  sendStateOf,
  findKnown,
  isBlank,
  isRewording,
  isSameAnswer,
  mayBeTakenLater,
  renumber,
  takeNewer,
  type Entry,
  type OutboxFacts,
  type PlacedAnswer,
} from "#components/sitting/device/outbox-rules.ts";
import { holdsAll } from "#lib/sittings/answers/answer-content.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { AnswerReceipt, AnswerRefusal } from "#lib/sittings/answers/wire.ts";

type Listener = Parameters<AnswerStore["subscribe"]>[0];
type Stamp = Pick<Entry, "sittingId" | "id" | "clientAt" | "since">;
type Outbox = ReturnType<typeof holdFacts>;
export type OutboxState = ReturnType<typeof openOutboxState>;

/** That one answer is refused, and nothing will change that. */
const isForGood = (problem: AnswerRefusal | undefined) => problem === "invalid";

/** What this page knows of one sitting's answers: those stored, those on their way, and how that goes. */
export function openOutboxState(server: readonly PlacedAnswer[]) {
  const outbox = holdFacts(server);
  return {
    ...exposeState(outbox),
    ...takeFromPage(outbox),
    ...takeFromDevice(outbox),
    ...takeFromServer(outbox),
  };
}

/** The facts, and the one way to change them. */
function holdFacts(server: readonly PlacedAnswer[]) {
  const listeners = new Set<Listener>();
  const facts: OutboxFacts = {
    stored: takeNewer(new Map(), server),
    queue: [],
    replaced: new Map(),
    overruled: new Set(),
    draft: "none",
    refused: new Map(),
    failures: 0,
    isSignedOut: false,
    hasStorage: true,
    isBehind: false,
  };
  /** Done with, whatever a read of the device that began earlier still brings. */
  const gone = new Set<string>();
  let state = sendStateOf(facts);

  const known = (position: number) => findKnown(position, facts.stored, facts.queue);
  const isWaiting = ({ id }: Entry) => !facts.refused.has(id);

  /** Every change passes here: what it made of the answers that somebody sees is told to the page. */
  function change(make: () => void, why: Parameters<Listener>[1] = "newer"): void {
    const { stored, queue } = facts;
    make();
    const before = (at: number) => findKnown(at, stored, queue).answer;
    const isOther = (at: number) => !isSameAnswer(before(at), known(at).answer);
    const elsewhere = why === "own" ? [] : [...facts.stored.keys()].filter(isOther);
    if (why === "newer") for (const at of elsewhere) keepReplaced(at, before(at));
    const now = sendStateOf(facts);
    const isNews = JSON.stringify(now) !== JSON.stringify(state);
    if (isNews) state = now;
    if (isNews || why === "own" || elsewhere.length) for (const heard of listeners) heard(elsewhere, why);
  }

  /** What one gave here last stays at hand, however often it is changed elsewhere, unless all of it counts. */
  function keepReplaced(position: number, answer: AnswerValue | null): void {
    const aside = facts.replaced.get(position);
    const given = answer && !isBlank(answer) ? answer : null;
    const mine = aside && !facts.overruled.has(aside) ? aside : given;
    const { answer: counting } = known(position);
    if (mine && isSameAnswer(mine, counting)) facts.replaced.delete(position);
    else facts.replaced.set(position, mine && counting && holdsAll(counting, mine) ? null : mine);
  }

  function drop(entries: readonly Entry[]): void {
    for (const { id } of entries) {
      gone.add(id);
      facts.refused.delete(id);
    }
    facts.queue = facts.queue.filter(({ id }) => !gone.has(id));
  }

  function subscribe(heard: Listener): () => void {
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }
  const isGone = (id: string) => gone.has(id);
  const bringBack = (entries: readonly Entry[]) => {
    for (const { id } of entries) gone.delete(id);
    facts.queue = [...entries, ...facts.queue].toSorted(
      (one, other) => (one.seq ?? Infinity) - (other.seq ?? Infinity),
    );
  };
  return { facts, known, isWaiting, isGone, change, drop, bringBack, subscribe, state: () => state };
}

const exposeState = ({ facts, known, isWaiting, state, subscribe }: Outbox) => ({
  known,
  state,
  subscribe,
  stored: () => [...facts.stored].map(([position, one]) => ({ ...one, position })),
  nextToSend: () => facts.queue.find(isWaiting),
  newest: () => facts.queue.at(-1),
  replacedAnswer: (position: number) => facts.replaced.get(position),
  isOverruled: (answer: AnswerValue) => facts.overruled.has(answer),
  isBehind: () => facts.isBehind,
  isUnacknowledged: (position: number) => facts.queue.some((entry) => entry.position === position),
});

/** What somebody does here. */
function takeFromPage({ facts, known, isWaiting, change, drop }: Outbox) {
  /** What was given on this page and never sent: anything else may be stored already, and isn't worded anew. */
  const unsent = new Set<string>();
  return {
    /**
     * An answer given here. `seen`: the revision that whoever gave it had before them, which may no longer be the newest.
     * `instead`: the one that it words anew, before anybody took it.
     */
    add: (position: number, value: AnswerValue, stamp: Stamp, seen = known(position).revision) => {
      const { revision } = known(position);
      const ofCase = facts.queue.filter((entry) => entry.position === position);
      const last = ofCase.findLast(isWaiting);
      const isOnTop = last !== undefined && last.revision >= seen;
      const instead = isOnTop && unsent.has(last.id) && isRewording(last.value, value) ? last : null;
      const stored = Math.min(seen, facts.stored.get(position)?.revision ?? 0);
      const follows = instead ? instead.follows : isOnTop ? last.id : stored;
      const entry: Entry = {
        ...stamp,
        ...(follows && { follows }),
        position,
        revision: instead ? revision : revision + 1,
        value,
      };
      // What wasn't taken and never would be is mended by it.
      const mended = ofCase.filter(({ id }) => isForGood(facts.refused.get(id)));
      change(() => {
        drop(instead ? [instead, ...mended] : mended);
        facts.replaced.delete(position);
        facts.queue = [...facts.queue, entry];
      }, "own");
      unsent.add(entry.id);
      return { entry, instead, mended };
    },
    noteSent: ({ id }: Entry) => void unsent.delete(id),
    setDraft: (draft: SendState["draft"]) => change(() => (facts.draft = draft)),
    dismissReplaced: (position: number) => change(() => void facts.replaced.delete(position)),
    discardRefused: () => {
      const thrown = facts.queue.filter((entry) => !isWaiting(entry));
      change(() => drop(thrown), "discarded");
      return thrown;
    },
    /** Another page of the sitting was opened: what was refused is tried again. */
    reopen: (all: readonly PlacedAnswer[]) =>
      change(() => {
        facts.stored = takeNewer(facts.stored, all);
        facts.refused.clear();
        [facts.failures, facts.isSignedOut] = [0, false];
      }),
  };
}

/** What the device kept, and whether it keeps anything. */
const takeFromDevice = ({ facts, isGone, change }: Outbox) => ({
  /**
   * Written, or not. Only this shows that the device keeps answers again: a full one can still be read and tidied.
   * False where the answer was worded anew in the meantime.
   */
  noteWritten: (id: string, seq: number | null) => {
    change(() => {
      facts.hasStorage = seq !== null;
      facts.queue = facts.queue.map((one) => (one.id === id ? { ...one, seq } : one));
    });
    return !isGone(id);
  },
  /** What the device holds, from every tab; what it doesn't hold is in this page's memory alone. */
  takeRead: (read: readonly Entry[], why: Parameters<Listener>[1] = "newer") =>
    change(() => {
      const found = read.filter(({ id }) => !isGone(id));
      const isHereAlone = ({ id, seq }: Entry) => seq == null && !found.some((one) => one.id === id);
      facts.queue = [...found, ...facts.queue.filter(isHereAlone)];
    }, why),
  noteNoStorage: () => change(() => (facts.hasStorage = false)),
});

/** What the server, or another tab of the device, said. */
const takeFromServer = ({ facts, known, isWaiting, change, drop, bringBack }: Outbox) => ({
  learn: (all: readonly PlacedAnswer[], why?: "own") =>
    change(() => (facts.stored = takeNewer(facts.stored, all)), facts.isBehind ? "own" : why),
  noteBehind: () => change(() => (facts.isBehind = true)),
  /** It told all that counts now. */
  learnState: (all: readonly PlacedAnswer[], why?: "own") =>
    change(
      () => {
        facts.stored = takeNewer(facts.stored, all);
        if (facts.isBehind) [facts.isBehind, facts.failures] = [false, 0];
      },
      facts.isBehind ? "own" : why,
    ),
  /** It was set back to earlier, and has lost these: of their cases it knows what it says, and no more. */
  giveBack: (lost: readonly Entry[], told: readonly PlacedAnswer[]) =>
    change(() => {
      const kept = [...facts.stored].filter(([at]) => !lost.some(({ position }) => position === at));
      facts.stored = takeNewer(new Map(kept), told);
      bringBack(lost);
    }, "own"),
  /** Returns how often in a row it wasn't. */
  noteReach: (isReached: boolean, isSignedOut = false) => {
    const failures = isReached ? 0 : facts.failures + 1;
    change(() => Object.assign(facts, { failures, isSignedOut }));
    return failures;
  },
  /** Returns what counts now, and what is numbered anew by it. */
  acknowledge: (entry: Entry, { revision, current, newer, overruled }: AnswerReceipt) => {
    const { position, value: answer } = entry;
    const known = [newer ? { position, answer: newer, revision: current } : { position, answer, revision }];
    const isMoved = current > entry.revision;
    change(() => {
      facts.stored = takeNewer(facts.stored, known);
      drop([entry]);
      if (isMoved) facts.queue = renumber(facts.queue, position, current);
    });
    const later = facts.queue.filter((one) => one.position === position);
    if (overruled && later.length === 0) {
      facts.overruled.add(overruled);
      change(() => facts.replaced.set(position, overruled), "own");
    }
    return { known, renumbered: isMoved ? later : [] };
  },
  /** Returns what is given up by it: nobody misses what was mended since, on an earlier page or elsewhere. */
  refuse: (entry: Entry, problem: AnswerRefusal): readonly Entry[] => {
    const isMended = isForGood(problem) && known(entry.position).revision > entry.revision;
    change(() => {
      if (isMended) return drop([entry]);
      const concerned = concernsWholeSitting(problem) ? facts.queue.filter(isWaiting) : [entry];
      for (const { id } of concerned) facts.refused.set(id, problem);
    });
    return isMended ? [entry] : [];
  },
  /** What may be taken after all is tried again. */
  retryRefused: () =>
    change(() => {
      for (const [id, problem] of facts.refused) if (mayBeTakenLater(problem)) facts.refused.delete(id);
    }),
});
