import type { Times } from "#components/sitting/case-clock.ts";
import type { Desk, Draft, Known } from "#components/sitting/device/desk-types.ts";
import { afterPaint } from "#components/sitting/room/after-paint.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";

type Heard = Parameters<Desk["subscribe"]>[0];
type Unconfirmed = Pick<Draft, "answer" | "scrollY">;

/** What stands before the desk: it is there at once, answers before the desk is open, and waits for the paint. */
export type Front = {
  known: (position: number) => Known;
  put: (position: number, answer: AnswerValue) => void;
  /** What this device kept; resolves once the desk is open. */
  draft: (position: number) => Promise<Draft | null>;
  setDraft: (position: number, draft: Unconfirmed | null) => void;
  /** How long a case was in front of somebody, as far as no answer tells it. */
  times: Map<number, Times>;
  subscribe: (heard: Heard) => () => void;
  /** Counts what was heard of. */
  version: () => number;
  attach: (desk: Desk) => () => void;
  /** One went to another case, or to the overview. */
  move: () => void;
  /** Null until then. */
  msSinceMove: () => number | null;
};

export function openFront(server: readonly ({ position: number } & Known)[]): Front {
  const drawn = new Map(server.map(({ position, answer, revision }) => [position, { answer, revision }]));
  const unsaid: { position: number; answer: AnswerValue }[] = [];
  const drafts = new Map<number, Unconfirmed | null>();
  const listeners = new Set<Heard>();
  let desk: Desk | null = null;
  let attached: (desk: Desk) => void = () => undefined;
  const attaching = new Promise<Desk>((resolve) => (attached = resolve));
  let version = 0;
  let movedAt: number | null = null;

  const tell: Heard = (elsewhere, why) => {
    version += 1;
    for (const heard of listeners) heard(elsewhere, why);
  };

  function handOver(): void {
    if (!desk) return;
    for (const { position, answer } of unsaid.splice(0)) void desk.put(position, answer);
    for (const [position, draft] of drafts)
      desk.setDraft(position, draft && { ...draft, revision: desk.known(position).revision });
    drafts.clear();
  }

  const known = (position: number): Known => {
    const counts = desk?.known(position) ?? drawn.get(position) ?? { answer: null, revision: 0 };
    const newest = unsaid.findLast((one) => one.position === position);
    return newest ? { ...counts, answer: newest.answer } : counts;
  };
  return {
    known,
    put(position, answer) {
      unsaid.push({ position, answer });
      afterPaint(() => {
        handOver();
        tell([], "newer");
      });
    },
    async draft(position) {
      return (await attaching).draft(position);
    },
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
    attach(given) {
      desk = given;
      attached(given);
      handOver();
      tell([], "newer");
      const stop = given.subscribe(tell);
      return () => {
        stop();
        desk = null;
      };
    },
    move() {
      movedAt = performance.now();
    },
    msSinceMove: () => (movedAt === null ? null : performance.now() - movedAt),
  };
}
