"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { poll, type Stale } from "#components/studies/poll.ts";
import { isMoving, isOver, type LiveRun } from "#lib/endpoint-runs/live-run.ts";
import { endpointRunAddress } from "#lib/paths.ts";

const movingMs = 1000;
/** While it stands still somebody else may have it go on. */
const stillMs = 5000;

/** The newest of a run until it is over; then the page is drawn anew, with what became of it. That of a trial whenever a call came back. */
export function useLiveRun(initial: LiveRun): { run: LiveRun; asks: boolean; stale: Stale } {
  const router = useRouter();
  const [shown, setShown] = useState({ of: initial, run: initial });
  const [stale, setStale] = useState<Stale>(null);
  // The page itself was drawn anew, after an action: that is newer than what was asked for.
  if (shown.of !== initial) setShown({ of: initial, run: initial });
  const { run } = shown;
  const asks = !isOver(run);
  const everyMs = isMoving(run) ? movingMs : stillMs;

  useEffect(() => {
    if (!asks) return;
    const take = (text: string) => {
      const newest = JSON.parse(text) as LiveRun;
      setShown((before) => (before.of === initial ? { ...before, run: newest } : before));
      const hasNews = newest.purpose === "trial" && countEnded(newest) !== countEnded(initial);
      if (isOver(newest) || hasNews) router.refresh();
    };
    return poll(endpointRunAddress(initial.id), "", { take, tell: setStale }, everyMs);
  }, [initial, asks, everyMs, router]);

  return { run, asks, stale: asks ? stale : null };
}

const countEnded = ({ sums: { tries, underWay } }: LiveRun) => tries - underWay;
