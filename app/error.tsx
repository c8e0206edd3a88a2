"use client";

import { lazy, Suspense } from "react";

/** Fetched only where something broke; where it can't be, the whole document's own page stands in for it. */
const Broken = lazy(() =>
  import("#components/shell/broken.tsx").then((module) => ({ default: module.Broken })),
);

export default function BrokenPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Suspense>
      <Broken error={error} retry={retry} />
    </Suspense>
  );
}
