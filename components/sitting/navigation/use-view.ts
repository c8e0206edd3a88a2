import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { View } from "#components/sitting/navigation/address.ts";
import type { Runtime } from "#components/sitting/page/lazy-runtime.ts";

type ViewHandlers = {
  titleOf: (view: View) => string;
  /** Where an address of the browser's history may lead. */
  admit: (view: View) => View | null;
  onMove: () => void;
  /** Shows it with what lies ready; false where that isn't possible. */
  turnTo: (from: View, to: View) => boolean;
};
export type Turning = {
  at: View;
  /** Cases that were left behind don't stay in the browser's history. */
  isOneWay: boolean;
  settle: (view: View) => void;
  now: () => ViewHandlers;
};
type Options = ViewHandlers & Pick<Turning, "isOneWay"> & { first: View; runtime: Runtime | null };
export type GoTo = (next: View, how?: "push" | "replace") => void;

/** Which page of the sitting is open. Until the runtime is there it stays the one that was entered at. */
export function useView({ first, isOneWay, runtime, ...asked }: Options) {
  const [view, setView] = useState(first);
  const [hasMoved, setHasMoved] = useState(false);
  const latest = useRef<ViewHandlers>(asked);
  const turning = useRef<ReturnType<Runtime["openTurning"]>>(null);
  useLayoutEffect(() => {
    latest.current = asked;
  });

  useLayoutEffect(() => {
    if (!runtime) return;
    const settle = (next: View) => {
      setView(next);
      setHasMoved(true);
    };
    const opened = runtime.openTurning({ isOneWay, at: first, settle, now: () => latest.current });
    turning.current = opened;
    return () => opened.close();
  }, [first, isOneWay, runtime]);
  useLayoutEffect(() => turning.current?.arrived(view), [view]);

  const goTo = useCallback<GoTo>((next, how) => turning.current?.goTo(next, how), []);
  return { view, hasMoved, goTo };
}
