"use client";

import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import type { ScatterInput } from "#lib/figures/drawn/scatter.ts";

const ScatterPlot = lazy(() =>
  import("#components/charts/scatter-chart.tsx").then((it) => ({ default: it.ScatterPlot })),
);

const never = () => () => {};

type Props = Pick<ScatterInput, "points" | "words"> & {
  /** The still drawing: all there is until the script has come, and without one. */
  children: ReactNode;
};

/** Cases under the pointer: what the nearest is called, and the way to it. */
export function ScatterExplorer({ points, words, children }: Props) {
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isAwake) return children;
  return (
    <Suspense fallback={children}>
      <ScatterPlot points={points} words={words} />
    </Suspense>
  );
}
