import { forgetLeft, keepLeft } from "#components/sitting/device/left-answer.ts";
import type { AnswerStore, SendState } from "#components/sitting/device/answer-store-types.ts";
import { isBlank } from "#components/sitting/device/outbox-rules.ts";
import { send } from "#components/sitting/device/sending.ts";
import { isSameGiven } from "#lib/sittings/answers/answer-content.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

/** What the fields of a case show. */
type FormState = {
  answer: AnswerValue;
  /** Can't be stored as it stands. */
  isUnfit: boolean;
  /** No longer in front of anybody. */
  isLeft: boolean;
};
type Listener = Parameters<AnswerStore["subscribe"]>[0];
export type WatchedStore = AnswerStore & {
  /** What isn't stored of it isn't called saved; null: nothing is held against it. */
  noteForm: (position: number, form: FormState | null) => void;
};

/** The same store for the page of the cases: it holds what their fields show against what is stored. */
export function watchForms(store: AnswerStore, signal: AbortSignal): WatchedStore {
  const forms = new Map<number, FormState>();
  const listeners = new Set<Listener>();
  const isLeaving = watchGoing(signal);
  let state = store.state();

  function isShown(position: number, { answer }: FormState): boolean {
    const counting = store.known(position).answer;
    return counting ? isSameGiven(answer, counting) : isBlank(answer);
  }
  function describe(): SendState {
    const sent = store.state();
    const unsaved = [...forms].filter(([at, form]) => !isShown(at, form));
    if (sent.kind !== "saved" || unsaved.length === 0) return sent;
    return { ...sent, kind: unsaved.some(([, { isUnfit }]) => isUnfit) ? "unfit" : "saving" };
  }
  function notify(...news: Parameters<Listener>): void {
    const now = describe();
    if (JSON.stringify(now) !== JSON.stringify(state)) state = now;
    for (const heard of listeners) heard(...news);
  }
  const stop = store.subscribe((elsewhere, why) => {
    // What was left counts no more once it is stored, or something else is.
    for (const [at, form] of forms)
      if (form.isLeft && (isShown(at, form) || (why !== "own" && elsewhere.includes(at)))) forms.delete(at);
    notify(elsewhere, why);
  });

  return {
    ...store,
    state: () => state,
    subscribe(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    noteForm(position, form) {
      if (form) forms.set(position, form);
      else forms.delete(position);
      if (describe().kind !== state.kind) notify([], "own");
    },
    async put(position, answer, seen) {
      const put = store.put(position, answer, seen);
      const entry = store.newest();
      if (!isLeaving() || !entry) return put;
      keepLeft(entry);
      store.noteSent(entry);
      // Nobody may be there for what comes back: it is sent again by whoever comes next, and stored once.
      void send(entry);
      await put;
      if (store.state().isKept) forgetLeft(entry.sittingId);
    },
    close() {
      stop();
      store.close();
    },
  };
}

/** Whether the page goes, perhaps for good. Opened before a case is, it knows so before the case puts what was begun. */
function watchGoing(signal: AbortSignal): () => boolean {
  let isLeaving = false;
  for (const name of ["pagehide", "pageshow"])
    addEventListener(name, () => (isLeaving = name === "pagehide"), { signal });
  return () => isLeaving || document.hidden;
}
