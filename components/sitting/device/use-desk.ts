"use client";

import { useEffect, useRef, useState } from "react";
import { openDesk } from "#components/sitting/device/desk.ts";
import type { Desk, OpenDesk } from "#components/sitting/device/desk-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";

type Server = Parameters<OpenDesk>[1];

/** Null until it is opened. Doesn't draw again when something changes: `useSendState` does. */
export function useOpenDesk(sittingId: string, server: Server, sendsDrafts = false): Desk | null {
  const [desk, setDesk] = useState<Desk | null>(null);
  const drawn = useRef(server);
  useEffect(() => {
    let isLeft = false;
    const opening = openDesk(sittingId, drawn.current, sendsDrafts);
    void opening.then((opened) => !isLeft && setDesk(opened));
    return () => {
      isLeft = true;
      void opening.then(({ close }) => close());
    };
  }, [sittingId, sendsDrafts]);
  return desk;
}

/** The same, drawn again after every change of its state. */
export function useDesk(sittingId: string, server: Server, sendsDrafts: boolean): Desk | null {
  const desk = useOpenDesk(sittingId, server, sendsDrafts);
  useSendState(desk);
  return desk;
}
