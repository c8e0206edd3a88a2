import { flushSync } from "react-dom";
import { noteAddress } from "#components/sitting/navigation/browser-address.ts";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import { addressOf, type View } from "#components/sitting/navigation/address.ts";
import type { Turning } from "#components/sitting/navigation/use-view.ts";

/** From where one came last. */
export type Way = { from: View | null };

/**
 * Turns from page to page of the sitting. The next one is on the screen at once, and in the browser's history; React hears
 * of it once it is painted, where the page lies ready.
 */
export function openTurning(turning: Turning, way: Way) {
  const { sittingId, isOneWay, settle, now } = turning;
  let shown = turning.at;
  let isThere = false;

  function open(next: View): void {
    // One page after the other.
    runDeferred();
    now().onMove();
    // A caret left in a case out of sight is looked for in every layout that follows, and the key that comes next would
    // choose there: a browser takes it to whatever has the focus.
    getSelection()?.removeAllRanges();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // Whatever is pressed next finds all of it done.
    way.from = shown;
    isThere = now().turnTo(shown, next);
    if (isThere) afterPaint(() => flushSync(() => settle(next)));
    else settle(next);
  }
  function goTo(next: View, how: "push" | "replace" = isOneWay ? "replace" : "push"): void {
    open(next);
    noteAddress(addressOf(sittingId, next), how);
  }
  function reopen(): void {
    const asked = readAddress(sittingId, window.location.pathname);
    const admitted = asked === null ? null : now().admit(asked);
    if (admitted === null) return;
    if (admitted === asked) open(asked);
    else goTo(admitted, "replace");
  }
  const close = followHistory(reopen);

  return {
    goTo,
    close,
    /** React has drawn it. */
    arrived(view: View): void {
      if (shown === view) return;
      shown = view;
      document.title = `${now().titleOf(view)} · Benchside`;
      // Whoever was turned to it before may have scrolled since.
      if (!isThere) scrollTo({ top: 0 });
      // It would have all of the page laid out before the paint, twice.
      afterPaint(() => {
        // Whoever is in the new case already stays there.
        if (document.activeElement?.closest("form[data-position]:not([aria-hidden=true])")) return;
        document.querySelector<HTMLElement>("[data-place]")?.focus({ preventScroll: true });
      });
    },
  };
}

/** The browser's back and forward. A case that is opened again begins at its top; a reload goes on where one was. */
function followHistory(reopen: () => void): () => void {
  const byHand = () => (history.scrollRestoration = "manual");
  const byBrowser = () => (history.scrollRestoration = "auto");
  const leaving = new AbortController();
  const { signal } = leaving;
  byHand();
  addEventListener("popstate", reopen, { signal });
  addEventListener("pagehide", byBrowser, { signal });
  addEventListener("pageshow", byHand, { signal });
  return () => {
    byBrowser();
    leaving.abort();
  };
}

/** Which page of the cases an address names; null where it is none. */
function readAddress(sittingId: string, path: string): View | null {
  const base = `/sittings/${sittingId}/`;
  if (!path.startsWith(base)) return null;
  const rest = path.slice(base.length);
  if (rest === "overview") return rest;
  return /^[1-9]\d{0,4}$/.test(rest) ? Number(rest) : null;
}
