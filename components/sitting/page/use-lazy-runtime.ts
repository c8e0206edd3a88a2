import { useEffect, useRef, useState } from "react";
import type { AnswerStore, Known } from "#components/sitting/device/answer-store-types.ts";
import type { asking } from "#components/sitting/navigation/asking.ts";
import type { CaseSupply } from "#components/sitting/navigation/case-supply.ts";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import type { lazyRuntime } from "#components/sitting/page/lazy-runtime.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

export type LazyRuntime = typeof lazyRuntime & {
  /** Null where nobody is asked how sure they are. */
  asking: typeof asking | null;
  supply: CaseSupply;
  answers: OptimisticAnswers;
  store: AnswerStore;
};
type Setting = {
  sittingId: string;
  cases: readonly ({ position: number } & Known)[];
  shown: ShownCase | null;
  questions: Asked;
  /** The time is over: nothing is taken any more. */
  isOver: boolean;
};
type Outcome = { rest: LazyRuntime | null; isMissing: boolean };

/** Fetched once the page is at work. Where it can't be, a case is still a form that can be sent. */
export function useLazyRuntime(setting: Setting): Outcome {
  const [rest, setRest] = useState<LazyRuntime | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const first = useRef(setting);

  useEffect(() => {
    const { sittingId, cases, shown, questions, isOver } = first.current;
    const { mayGoBack, confidence, kind } = questions;
    let isLeft = false;
    const closing: (() => void)[] = [];
    async function load(): Promise<void> {
      const [{ lazyRuntime }, { asking }] = await Promise.all([
        import("#components/sitting/page/lazy-runtime.ts"),
        confidence.ask === "off" ? { asking: null } : import("#components/sitting/navigation/asking.ts"),
      ]);
      if (isLeft) return;
      const supply = lazyRuntime.openSupply(sittingId, cases, shown, { mayGoBack });
      closing.push(supply.start());
      // Before it is open nothing could be kept, so that nothing is taken either.
      const store = await lazyRuntime.openAnswerStore(sittingId, cases, mayGoBack || isOver ? null : kind);
      closing.push(store.close);
      if (isLeft) return store.close();
      const answers = lazyRuntime.openOptimisticAnswers(store);
      closing.push(answers.close, lazyRuntime.runDeferred);
      window.addEventListener("pagehide", lazyRuntime.runDeferred);
      closing.push(() => window.removeEventListener("pagehide", lazyRuntime.runDeferred));
      setRest({ ...lazyRuntime, asking, supply, answers, store });
    }
    load().catch(() => setIsMissing(true));
    return () => {
      isLeft = true;
      for (const close of closing.toReversed()) close();
    };
  }, []);

  return { rest, isMissing };
}
