"use client";

import { lazy, Suspense } from "react";
import type { Interruption } from "#components/shell/interruption.tsx";

/** Fetched only where something broke or is refused; where it can't be, the whole document's own page stands in for it. */
const Interrupted = lazy(() =>
  import("#components/shell/interruption.tsx").then((module) => ({ default: module.Interrupted })),
);

export default function InterruptedPage(one: Interruption) {
  return (
    <Suspense>
      <Interrupted {...one} />
    </Suspense>
  );
}
