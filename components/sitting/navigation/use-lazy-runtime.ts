import { useEffect, useRef, useState } from "react";
import type { Desk, Known } from "#components/sitting/device/desk-types.ts";
import type { asking } from "#components/sitting/navigation/asking.ts";
import type { CaseSupply } from "#components/sitting/navigation/case-supply.ts";
import type { Front } from "#components/sitting/navigation/optimistic-answers.ts";
import type { restOfRoom } from "#components/sitting/navigation/lazy-runtime.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

export type RestOfRoom = typeof restOfRoom & {
  /** Null where nobody is asked how sure they are. */
  asking: typeof asking | null;
  supply: CaseSupply;
  front: Front;
  desk: Desk;
};
type Setting = {
  sittingId: string;
  cases: readonly ({ position: number } & Known)[];
  shown: ShownCase | null;
  questions: Asked;
  /** The time is over: nothing is taken any more. */
  isOver: boolean;
};
type Outcome = { rest: RestOfRoom | null; isMissing: boolean };

/** Fetched once the page is at work. Where it can't be, a case is still a form that can be sent. */
export function useRestOfRoom(setting: Setting): Outcome {
  const [rest, setRest] = useState<RestOfRoom | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const first = useRef(setting);

  useEffect(() => {
    const { sittingId, cases, shown, questions, isOver } = first.current;
    const { mayGoBack, confidence, kind } = questions;
    let isLeft = false;
    const closing: (() => void)[] = [];
    async function load(): Promise<void> {
      const [{ restOfRoom }, { asking }] = await Promise.all([
        import("#components/sitting/navigation/lazy-runtime.ts"),
        confidence.ask === "off" ? { asking: null } : import("#components/sitting/navigation/asking.ts"),
      ]);
      if (isLeft) return;
      const supply = restOfRoom.openSupply(sittingId, cases, shown, { mayGoBack });
      closing.push(supply.start());
      // Before it is open nothing could be kept, so that nothing is taken either.
      const desk = await restOfRoom.openDesk(sittingId, cases, mayGoBack || isOver ? null : kind);
      closing.push(desk.close);
      if (isLeft) return desk.close();
      const front = restOfRoom.openFront(desk);
      closing.push(front.close, restOfRoom.runWaiting);
      window.addEventListener("pagehide", restOfRoom.runWaiting);
      closing.push(() => window.removeEventListener("pagehide", restOfRoom.runWaiting));
      setRest({ ...restOfRoom, asking, supply, front, desk });
    }
    load().catch(() => setIsMissing(true));
    return () => {
      isLeft = true;
      for (const close of closing.toReversed()) close();
    };
  }, []);

  return { rest, isMissing };
}
