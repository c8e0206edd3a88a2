"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { isLive, type LiveView } from "#components/live/view.ts";
import { poll, type Stale } from "#components/studies/poll.ts";

type Newest = { view: LiveView; asks: boolean; stale: Stale };

/** The newest of a study that runs; a change of the study's state has the whole page drawn anew. */
export function useLive(address: string, initial: LiveView): Newest {
  const router = useRouter();
  const [shown, setShown] = useState({ of: initial, view: initial });
  const [stale, setStale] = useState<Stale>(null);
  // The page itself was drawn anew, after a action or for another filter: that is newer than what was asked for.
  if (shown.of !== initial) setShown({ of: initial, view: initial });

  const asks = isLive(shown.view);
  useEffect(() => {
    if (!asks) return;
    return poll(address, JSON.stringify(initial), {
      take(text) {
        const view = JSON.parse(text) as LiveView;
        // A page that has been drawn anew may hear the last of the one before: kept, it would stay until something happens.
        setShown((before) => (before.of === initial ? { ...before, view } : before));
        if (view.state !== initial.state) router.refresh();
      },
      tell: setStale,
    });
  }, [address, asks, initial, router]);

  return { view: shown.view, asks, stale: asks ? stale : null };
}
