"use client";

import { useEffect, useRef, useState } from "react";
import { openAnswerStore } from "#components/sitting/device/answer-store.ts";
import type { AnswerStore, OpenAnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";

type Server = Parameters<OpenAnswerStore>[1];

/** Null until it is opened; drawn again after every change of its state. */
export function useAnswerStore(
  sittingId: string,
  server: Server,
  tellsDrafts = false,
  open = openAnswerStore,
): AnswerStore | null {
  const [store, setStore] = useState<AnswerStore | null>(null);
  const drawn = useRef(server);
  useEffect(() => {
    let isLeft = false;
    const opening = open(sittingId, drawn.current, tellsDrafts);
    void opening.then((opened) => !isLeft && setStore(opened));
    return () => {
      isLeft = true;
      void opening.then(({ close }) => close());
    };
  }, [sittingId, tellsDrafts, open]);
  useSendState(store);
  return store;
}
