"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Freshness } from "#components/live/freshness.tsx";
import { poll, type Stale } from "#components/studies/poll.ts";

/** Has the page drawn anew whenever anything changes that its figures are made of. */
export function Refresher({ address, stamp }: { address: string; stamp: string }) {
  const router = useRouter();
  const [stale, setStale] = useState<Stale>(null);
  useEffect(
    () => poll(address, stamp, { take: () => router.refresh(), tell: setStale }),
    [address, stamp, router],
  );
  return <Freshness stale={stale} />;
}
