const usualMs = 2000;
const longestMs = 60_000;

type PollFailure = "lost" | "signedOut" | "gone";
/** Since when a page is not up to date any more, and why; null while it is. */
export type Stale = { why: PollFailure; asOf: Date } | null;
type Answer = { kind: "new"; text: string; tag: string | null } | { kind: "same" | PollFailure };

type Watcher = { take(text: string): void; tell(stale: Stale): void };

/**
 * Asks an address for the newest, every two seconds where nothing else is said, while somebody can see the page; more
 * seldom while nobody answers. What hasn't changed is not taken again. Returns how to stop.
 */
export function poll(address: string, known: string, { take, tell }: Watcher, everyMs = usualMs): () => void {
  const leaving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [asOf, wait, isAsking] = [new Date(), everyMs, false];
  let last = { text: known, tag: null as string | null };

  async function ask(): Promise<void> {
    isAsking = true;
    const answer = await askFor(address, last.tag, leaving.signal);
    isAsking = false;
    if (leaving.signal.aborted) return;
    if (answer.kind === "new") {
      const isNew = answer.text !== last.text;
      last = { text: answer.text, tag: answer.tag };
      if (isNew) take(answer.text);
    }
    if (answer.kind === "new" || answer.kind === "same") {
      [asOf, wait] = [new Date(), everyMs];
      tell(null);
    } else {
      wait = Math.min(wait * 2, longestMs);
      tell({ why: answer.kind, asOf });
    }
    // Who was signed out or put out is asked again when they come back to the page.
    if (answer.kind !== "signedOut" && answer.kind !== "gone") plan(wait);
  }

  function plan(ms: number): void {
    clearTimeout(timer);
    if (!document.hidden && !isAsking) timer = setTimeout(ask, ms);
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
