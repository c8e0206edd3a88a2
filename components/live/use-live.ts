"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LiveView } from "#components/live/view.ts";
import { poll, type Stale } from "#components/studies/poll.ts";

/** The newest of a study that runs; a change of the study's state has the whole page drawn anew. */
export function useLive(address: string, initial: LiveView): { view: LiveView; stale: Stale } {
  const router = useRouter();
  const [shown, setShown] = useState({ of: initial, view: initial });
  const [stale, setStale] = useState<Stale>(null);
  // The page itself was drawn anew, after a deed or for another filter: that is newer than what was asked for.
  if (shown.of !== initial) setShown({ of: initial, view: initial });

  useEffect(
    () =>
      poll(address, JSON.stringify(initial), {
        take(text) {
          const view = JSON.parse(text) as LiveView;
          setShown((before) => ({ ...before, view }));
          if (view.state !== initial.state) router.refresh();
        },
        tell: setStale,
      }),
    [address, initial, router],
  );

  return { view: shown.view, stale };
}
