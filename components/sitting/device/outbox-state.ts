import type { AnswerStore, SendState } from "#components/sitting/device/answer-store-types.ts";
import {
  concernsAll,
  describe,
  findKnown,
  isBlank,
  isRewording,
  isSameAnswer,
  learn,
  mayPass,
  renumber,
  type Entry,
  type Placed,
} from "#components/sitting/device/outbox-rules.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { Acknowledged, AnswerRefusal } from "#lib/sittings/answers/wire.ts";

type Heard = Parameters<AnswerStore["subscribe"]>[0];
type Stamp = Pick<Entry, "sittingId" | "id" | "clientAt" | "since">;

/** That one answer is refused, and nothing will change that. */
const isForGood = (problem: AnswerRefusal | undefined) => problem === "invalid";

/** What this page knows of one sitting's answers: those stored, those on their way, and how that goes. */
export function openOutboxState(server: readonly Placed[]) {
  const listeners = new Set<Heard>();
  /** Done with, whatever a read of the device that began earlier still brings. */
  const gone = new Set<string>();
  const refused = new Map<string, AnswerRefusal>();
  let stored = learn(new Map(), server);
  let queue: readonly Entry[] = [];
  let hasStore = true;
  let failures = 0;
  let isSignedOut = false;
  /** What isn't worded anew any more: it may be stored already. */
  let underWay: string | null = null;
  const aside = new Map<number, AnswerValue | null>();
  let draft: SendState["draft"] = "none";
  const look = () => describe({ stored, queue, aside, draft, refused, failures, isSignedOut, hasStore });
  let state = look();

  const known = (position: number) => findKnown(position, stored, queue);
  const isWaiting = ({ id }: Entry) => !refused.has(id);

  /** Every change passes here: what it made of the answers that somebody sees is told to the page. */
  function change(make: () => void, why: Parameters<Heard>[1] = "newer"): void {
    const [were, waited] = [stored, queue];
    make();
    const before = (at: number) => findKnown(at, were, waited).answer;
    const isOther = (at: number) => !isSameAnswer(before(at), known(at).answer);
    const elsewhere = why === "own" ? [] : [...stored.keys()].filter(isOther);
    if (why === "newer") for (const at of elsewhere) putAside(at, before(at));
    const now = look();
    const isNews = JSON.stringify(now) !== JSON.stringify(state);
    if (isNews) state = now;
    if (isNews || why === "own" || elsewhere.length) for (const heard of listeners) heard(elsewhere, why);
  }

  /** What one gave here last stays at hand, however often it is changed elsewhere. */
  function putAside(position: number, answer: AnswerValue | null): void {
    const mine = aside.get(position) ?? (answer && !isBlank(answer) ? answer : null);
    if (mine && isSameAnswer(mine, known(position).answer)) aside.delete(position);
    else aside.set(position, mine);
  }

  function drop(entries: readonly Entry[]): void {
    for (const { id } of entries) {
      gone.add(id);
      refused.delete(id);
    }
    queue = queue.filter(({ id }) => !gone.has(id));
  }

  return {
    known,
    state: () => state,
    stored: () => [...stored].map(([position, one]) => ({ ...one, position })),
    next: () => queue.find(isWaiting),
    aside: (position: number) => aside.get(position),
    leaveAside: (position: number) => change(() => void aside.delete(position)),
    setDraft: (now: SendState["draft"]) => change(() => (draft = now)),
    setUnderWay: (id: string | null) => void (underWay = id),
    holds: (position: number) => queue.some((entry) => entry.position === position),
    /** Another page of the sitting was opened: what was refused is tried again. */
    reopen: (all: readonly Placed[]) =>
      change(() => {
        stored = learn(stored, all);
        refused.clear();
        [failures, isSignedOut] = [0, false];
      }),
    subscribe: (heard: Heard) => {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },

    /** An answer given here. `instead`: the one that it words anew, before anybody took it. */
    give: (position: number, value: AnswerValue, stamp: Stamp) => {
      const { revision } = known(position);
      const last = queue.findLast((entry) => entry.position === position && isWaiting(entry));
      const isOnTop = last !== undefined && last.revision >= revision;
      const instead = isOnTop && last.id !== underWay && isRewording(last.value, value) ? last : null;
      const follows = instead ? instead.follows : isOnTop ? last.id : stored.get(position)?.revision;
      const entry: Entry = {
        ...stamp,
        ...(follows && { follows }),
        ...{ position, revision: instead ? revision : revision + 1, value },
      };
      // What wasn't taken and never would be is mended by it.
      const mended = queue.filter((one) => one.position === position && isForGood(refused.get(one.id)));
      change(() => {
        drop(instead ? [instead, ...mended] : mended);
        aside.delete(position);
        queue = [...queue, entry];
      }, "own");
      return { entry, instead, mended };
    },
    /**
     * Written, or not. Only this shows that the device keeps answers again: a full one can still be read and tidied.
     * False where the answer was worded anew in the meantime.
     */
    note: (id: string, seq: number | null) => {
      change(() => {
        hasStore = seq !== null;
        queue = queue.map((one) => (one.id === id ? { ...one, seq } : one));
      });
      return !gone.has(id);
    },
    /** What the device holds, from every tab; what it doesn't hold is in this page's memory alone. */
    reread: (read: readonly Entry[], why: Parameters<Heard>[1] = "newer") =>
      change(() => {
        const found = read.filter(({ id }) => !gone.has(id));
        const isHereAlone = ({ id, seq }: Entry) => seq == null && !found.some((one) => one.id === id);
        queue = [...found, ...queue.filter(isHereAlone)];
      }, why),
    missStore: () => change(() => (hasStore = false)),
    learn: (all: readonly Placed[]) => change(() => (stored = learn(stored, all))),
    setReach: (failed: number, isOut = false) => change(() => ([failures, isSignedOut] = [failed, isOut])),

    /** Returns what counts now, and what is numbered anew by it. */
    acknowledge: (entry: Entry, { revision, current, newer }: Acknowledged) => {
      const { position, value: answer } = entry;
      const known = [newer ? { position, answer: newer, revision: current } : { position, answer, revision }];
      const isMoved = !newer && revision > entry.revision;
      change(() => {
        stored = learn(stored, known);
        drop([entry]);
        if (isMoved) queue = renumber(queue, position, revision);
      });
      return { known, renumbered: isMoved ? queue.filter((one) => one.position === position) : [] };
    },
    /** Returns what is given up by it: nobody misses what was mended since, on an earlier page or elsewhere. */
    refuse: (entry: Entry, problem: AnswerRefusal): readonly Entry[] => {
      const isMended = isForGood(problem) && known(entry.position).revision > entry.revision;
      change(() => {
        if (isMended) return drop([entry]);
        for (const { id } of concernsAll(problem) ? queue.filter(isWaiting) : [entry])
          refused.set(id, problem);
      });
      return isMended ? [entry] : [];
    },
    /** What may pass after all is tried again. */
    forgive: () =>
      change(() => {
        for (const [id, problem] of refused) if (mayPass(problem)) refused.delete(id);
      }),
    discard: () => {
      const thrown = queue.filter((entry) => !isWaiting(entry));
      change(() => drop(thrown), "discarded");
      return thrown;
    },
  };
}
