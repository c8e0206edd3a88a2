import { forgetLeft, keepLeft } from "#components/sitting/device/answer-store.ts";
import type {
  AnswerStore,
  SendState,
  KnownAnswer,
  UnconfirmedAnswer,
} from "#components/sitting/device/answer-store-types.ts";
import { isBlank } from "#components/sitting/device/outbox-rules.ts";
import { send, askState } from "#components/sitting/device/sending.ts";
import { isSameGiven } from "#lib/sittings/answers/answer-content.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { Times } from "#components/sitting/case/case-measures.ts";
import type { View } from "#components/sitting/navigation/address.ts";
import { afterPaint } from "#components/sitting/navigation/deferred-work.ts";

/** What the fields of a case show. */
type FormState = {
  answer: AnswerValue;
  /** Can't be stored as it stands. */
  isUnfit: boolean;
  /** No longer in front of anybody. */
  isLeft: boolean;
};
type Listener = Parameters<AnswerStore["subscribe"]>[0];
type WatchedStore = AnswerStore & {
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

/** Asks what other devices did since it was asked last, whenever somebody turns to another page. */
export function openNews(
  sittingId: string,
  { state, learn, isUnacknowledged }: Pick<AnswerStore, "state" | "learn" | "isUnacknowledged">,
): () => Promise<void> {
  let asOf: string | undefined;
  return async () => {
    if (state().kind === "waiting") return;
    const told = await askState(sittingId, asOf);
    if (told === null || typeof told === "string") return;
    asOf = told.asOf;
    // What waits here is told what counts when it arrives there.
    learn(told.answers.filter(({ position }) => !isUnacknowledged(position)));
  };
}

/** What stands before the store: whatever is given there counts at once, and is handed over after the paint. */
export function openOptimisticAnswers(store: WatchedStore, learnNews: () => Promise<void>) {
  const unsaid: { position: number; answer: AnswerValue; seen: number }[] = [];
  const drafts = new Map<number, UnconfirmedAnswer | null>();
  const overtaken = new Set<View>();
  let version = 0;
  let movedAt: number | null = null;

  // Before anybody else hears of it.
  const close = store.subscribe((elsewhere) => {
    version += 1;
    for (const position of elsewhere) overtaken.add(position);
  });

  function handOver(): void {
    for (const { position, answer, seen } of unsaid.splice(0)) void store.put(position, answer, seen);
    for (const [position, draft] of drafts) store.setDraft(position, draft);
    drafts.clear();
  }

  return {
    ...store,
    known(position: number): KnownAnswer {
      const counts = store.known(position);
      const newest = unsaid.findLast((one) => one.position === position);
      return newest ? { ...counts, answer: newest.answer } : counts;
    },
    put(position: number, answer: AnswerValue): void {
      unsaid.push({ position, answer, seen: store.known(position).revision });
      afterPaint(handOver);
    },
    /** Whether the store has all that was put. */
    isHandedOver: () => unsaid.length === 0,
    setDraft(position: number, draft: UnconfirmedAnswer | null): void {
      drafts.set(position, draft);
      afterPaint(handOver);
    },
    /** How long a case was in front of somebody, as far as no answer tells it. */
    times: new Map<number, Times>(),
    /** Counts what was heard of. */
    version: () => version,
    /** Whether something was changed elsewhere: what lies ready of such a case may show what counted before. */
    isOvertaken: (at: View) => overtaken.has(at),
    /** One went to another case, or to the overview. */
    move(): void {
      movedAt = performance.now();
      afterPaint(() => void learnNews());
    },
    /** Null until then. */
    msSinceMove: () => (movedAt === null ? null : performance.now() - movedAt),
    close,
  };
}
export type OptimisticAnswers = ReturnType<typeof openOptimisticAnswers>;
