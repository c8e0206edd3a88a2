import { useEffect, useRef, useState } from "react";
import type { Desk, Known } from "#components/sitting/device/desk-types.ts";
import type { CaseSupply } from "#components/sitting/room/case-supply.ts";
import type { Front } from "#components/sitting/room/front.ts";
import type { restOfRoom } from "#components/sitting/room/rest-of-room.ts";
import type { ShownCase } from "#lib/sittings/shown-case.ts";

export type RestOfRoom = typeof restOfRoom & { supply: CaseSupply; front: Front; desk: Desk };
type Setting = {
  sittingId: string;
  cases: readonly ({ position: number } & Known)[];
  shown: ShownCase | null;
  mayGoBack: boolean;
};
type Outcome = { rest: RestOfRoom | null; isMissing: boolean };

/** Fetched once the page is at work. Where it can't be, a case is still a form that can be sent. */
export function useRestOfRoom(setting: Setting): Outcome {
  const [rest, setRest] = useState<RestOfRoom | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const first = useRef(setting);

  useEffect(() => {
    const { sittingId, cases, shown, mayGoBack } = first.current;
    let isLeft = false;
    const closing: (() => void)[] = [];
    async function load(): Promise<void> {
      const { restOfRoom } = await import("#components/sitting/room/rest-of-room.ts");
      if (isLeft) return;
      const supply = restOfRoom.openSupply(sittingId, cases, shown, { mayGoBack });
      closing.push(supply.start());
      // Before it is open nothing could be kept, so that nothing is taken either.
      const desk = await restOfRoom.openDesk(sittingId, cases);
      closing.push(desk.close);
      if (isLeft) return desk.close();
      const front = restOfRoom.openFront(desk);
      closing.push(front.close, restOfRoom.runWaiting);
      window.addEventListener("pagehide", restOfRoom.runWaiting);
      closing.push(() => window.removeEventListener("pagehide", restOfRoom.runWaiting));
      setRest({ ...restOfRoom, supply, front, desk });
    }
    load().catch(() => setIsMissing(true));
    return () => {
      isLeft = true;
      for (const close of closing.toReversed()) close();
    };
  }, []);

  return { rest, isMissing };
}
