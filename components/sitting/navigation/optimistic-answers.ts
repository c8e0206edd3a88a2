import type { Times } from "#components/sitting/case/case-clock.ts";
import type { Desk, Draft, Known } from "#components/sitting/device/desk-types.ts";
import { afterPaint } from "#components/sitting/navigation/after-paint.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

type Heard = Parameters<Desk["subscribe"]>[0];
type Unconfirmed = Pick<Draft, "answer" | "scrollY">;

/** What stands before the desk: whatever is given there counts at once, and is handed over after the paint. */
export type Front = {
  known: (position: number) => Known;
  put: (position: number, answer: AnswerValue) => void;
  draft: Desk["draft"];
  setDraft: (position: number, draft: Unconfirmed | null) => void;
  /** How long a case was in front of somebody, as far as no answer tells it. */
  times: Map<number, Times>;
  subscribe: (heard: Heard) => () => void;
  /** Counts what was heard of. */
  version: () => number;
  /** One went to another case, or to the overview. */
  move: () => void;
  /** Null until then. */
  msSinceMove: () => number | null;
  close: () => void;
};

export function openFront(desk: Desk): Front {
  const unsaid: { position: number; answer: AnswerValue }[] = [];
  const drafts = new Map<number, Unconfirmed | null>();
  const listeners = new Set<Heard>();
  let version = 0;
  let movedAt: number | null = null;

  const tell: Heard = (elsewhere, why) => {
    version += 1;
    for (const heard of listeners) heard(elsewhere, why);
  };
  const close = desk.subscribe(tell);

  function handOver(): void {
    for (const { position, answer } of unsaid.splice(0)) void desk.put(position, answer);
    for (const [position, draft] of drafts)
      desk.setDraft(position, draft && { ...draft, revision: desk.known(position).revision });
    drafts.clear();
  }

  return {
    known(position) {
      const counts = desk.known(position);
      const newest = unsaid.findLast((one) => one.position === position);
      return newest ? { ...counts, answer: newest.answer } : counts;
    },
    put(position, answer) {
      unsaid.push({ position, answer });
      afterPaint(handOver);
    },
    draft: desk.draft,
    setDraft(position, draft) {
      drafts.set(position, draft);
      afterPaint(handOver);
    },
    times: new Map(),
    subscribe(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    version: () => version,
    move() {
      movedAt = performance.now();
    },
    msSinceMove: () => (movedAt === null ? null : performance.now() - movedAt),
    close,
  };
}
