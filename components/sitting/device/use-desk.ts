"use client";

import { useEffect, useRef, useState } from "react";
import { openDesk } from "#components/sitting/device/desk.ts";
import type { Desk, OpenDesk } from "#components/sitting/device/desk-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";

type Server = Parameters<OpenDesk>[1];
type DraftsOf = Parameters<OpenDesk>[2];

/** Null until it is opened. Doesn't draw again when something changes: `useSendState` does. */
export function useOpenDesk(sittingId: string, server: Server, draftsOf: DraftsOf = null): Desk | null {
  const [desk, setDesk] = useState<Desk | null>(null);
  const drawn = useRef(server);
  useEffect(() => {
    let isLeft = false;
    const opening = openDesk(sittingId, drawn.current, draftsOf);
    void opening.then((opened) => !isLeft && setDesk(opened));
    return () => {
      isLeft = true;
      void opening.then(({ close }) => close());
    };
  }, [sittingId, draftsOf]);
  return desk;
}

/** The same, drawn again after every change of its state. */
export function useDesk(sittingId: string, server: Server, draftsOf: DraftsOf): Desk | null {
  const desk = useOpenDesk(sittingId, server, draftsOf);
  useSendState(desk);
  return desk;
}
