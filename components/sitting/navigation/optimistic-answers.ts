import type { Times } from "#components/sitting/case/case-clock.ts";
import type { KnownAnswer, UnconfirmedAnswer } from "#components/sitting/device/answer-store-types.ts";
import type { View } from "#components/sitting/navigation/address.ts";
import type { WatchedStore } from "#components/sitting/case/watch-forms.ts";
import { afterPaint } from "#components/sitting/navigation/deferred-work.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

/** What stands before the store: whatever is given there counts at once, and is handed over after the paint. */
export type OptimisticAnswers = Pick<WatchedStore, "noteForm" | "noteChange" | "draft" | "subscribe"> & {
  known: (position: number) => KnownAnswer;
  put: (position: number, answer: AnswerValue) => void;
  /** Whether the store has all that was put. */
  isHandedOver: () => boolean;
  setDraft: (position: number, draft: UnconfirmedAnswer | null) => void;
  /** How long a case was in front of somebody, as far as no answer tells it. */
  times: Map<number, Times>;
  /** Counts what was heard of. */
  version: () => number;
  /** Whether something was changed elsewhere: what lies ready of such a case may show what counted before. */
  isOvertaken: (at: View) => boolean;
  /** One went to another case, or to the overview. */
  move: () => void;
  /** Null until then. */
  msSinceMove: () => number | null;
  close: () => void;
};

export function openOptimisticAnswers(
  store: WatchedStore,
  learnNews: () => Promise<void>,
): OptimisticAnswers {
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
    known(position) {
      const counts = store.known(position);
      const newest = unsaid.findLast((one) => one.position === position);
      return newest ? { ...counts, answer: newest.answer } : counts;
    },
    put(position, answer) {
      unsaid.push({ position, answer, seen: store.known(position).revision });
      afterPaint(handOver);
    },
    isHandedOver: () => unsaid.length === 0,
    setDraft(position, draft) {
      drafts.set(position, draft);
      afterPaint(handOver);
    },
    times: new Map(),
    version: () => version,
    isOvertaken: (at) => overtaken.has(at),
    move() {
      movedAt = performance.now();
      afterPaint(() => void learnNews());
    },
    msSinceMove: () => (movedAt === null ? null : performance.now() - movedAt),
    close,
  };
}
