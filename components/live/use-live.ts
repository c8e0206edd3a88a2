"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LiveView } from "#components/live/view.ts";

const everyMs = 2000;
const longestMs = 60_000;

export type Trouble = "lost" | "signedOut" | "gone";
/** Since when the page is not up to date any more, and why; null while it is. */
export type Stale = { why: Trouble; asOf: Date } | null;
type Answer = { kind: "new"; text: string; tag: string | null } | { kind: "same" | Trouble };

/**
 * Asks for the newest every two seconds while somebody can see it, more seldom while nobody answers. What hasn't
 * changed is not drawn again; a change of the study's state has the whole page drawn anew.
 */
export function useLive(address: string, initial: LiveView): { view: LiveView; stale: Stale } {
  const router = useRouter();
  const [shown, setShown] = useState({ of: initial, view: initial });
  const [stale, setStale] = useState<Stale>(null);
  // The page itself was drawn anew, after a deed or for another filter: that is newer than what was asked for.
  if (shown.of !== initial) setShown({ of: initial, view: initial });

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [asOf, wait, isAsking] = [new Date(), everyMs, false];
    let known = { text: JSON.stringify(initial), tag: null as string | null };

    async function ask(): Promise<void> {
      isAsking = true;
      const answer = await askFor(address, known.tag, leaving.signal);
      isAsking = false;
      if (leaving.signal.aborted) return;
      if (answer.kind === "new") take(answer.text, answer.tag);
      if (answer.kind === "new" || answer.kind === "same") {
        [asOf, wait] = [new Date(), everyMs];
        setStale(null);
      } else {
        wait = Math.min(wait * 2, longestMs);
        setStale({ why: answer.kind, asOf });
      }
      // Who was signed out or put out is asked again when they come back to the page.
      if (answer.kind !== "signedOut" && answer.kind !== "gone") plan(wait);
    }

    function take(text: string, tag: string | null): void {
      const isNew = text !== known.text;
      known = { text, tag };
      if (!isNew) return;
      const view = JSON.parse(text) as LiveView;
      setShown((before) => ({ ...before, view }));
      if (view.state !== initial.state) router.refresh();
    }

    function plan(ms: number): void {
      clearTimeout(timer);
      if (document.visibilityState === "visible" && !isAsking) timer = setTimeout(ask, ms);
    }
    const askAtOnce = () => plan(0);

    plan(everyMs);
    document.addEventListener("visibilitychange", askAtOnce);
    window.addEventListener("online", askAtOnce);
    return () => {
      leaving.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", askAtOnce);
      window.removeEventListener("online", askAtOnce);
    };
  }, [address, initial, router]);

  return { view: shown.view, stale };
}

async function askFor(address: string, tag: string | null, signal: AbortSignal): Promise<Answer> {
  try {
    const headers: Record<string, string> = tag ? { "if-none-match": tag } : {};
    const response = await fetch(address, { signal, cache: "no-store", headers });
    if (response.status === 304) return { kind: "same" };
    if (response.status === 401 || response.status === 403) return { kind: "signedOut" };
    if (response.status === 404) return { kind: "gone" };
    if (!response.ok) return { kind: "lost" };
    return { kind: "new", text: await response.text(), tag: response.headers.get("etag") };
  } catch {
    return { kind: "lost" };
  }
}
