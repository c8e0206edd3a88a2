import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import { addressOf, readAddress, type View } from "#components/sitting/navigation/address.ts";

type Options = {
  sittingId: string;
  first: View;
  /** Cases that were left behind don't stay in the browser's history. */
  isOneWay: boolean;
  titleOf: (view: View) => string;
  /** Where an address of the browser's history may lead. */
  admit: (view: View) => View | null;
  onMove: () => void;
  /** Shows it with what lies ready; false where that isn't possible. */
  turnTo: (from: View, to: View) => boolean;
};

/**
 * Which page of the sitting is open. It is on the screen at once; React hears of it once it is painted, where the page lies
 * ready, and the browser's history in any case.
 */
export function useView({ sittingId, first, isOneWay, titleOf, admit, onMove, turnTo }: Options) {
  const [view, setView] = useState(first);
  const [hasMoved, setHasMoved] = useState(false);
  const shown = useRef(first);
  const latest = useRef({ titleOf, admit, onMove, turnTo });
  useLayoutEffect(() => {
    latest.current = { titleOf, admit, onMove, turnTo };
  });

  const open = useCallback((next: View) => {
    // One page after the other.
    runDeferred();
    latest.current.onMove();
    // A caret left in a case out of sight is looked for in every layout that follows, and the key that comes next would
    // choose there: a browser takes it to whatever has the focus.
    getSelection()?.removeAllRanges();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const settle = () => {
      setView(next);
      setHasMoved(true);
    };
    // Whatever is pressed next finds all of it done.
    if (latest.current.turnTo(shown.current, next)) afterPaint(() => flushSync(settle));
    else settle();
  }, []);

  const goTo = useCallback(
    (next: View, how: "push" | "replace" = isOneWay ? "replace" : "push") => {
      open(next);
      afterPaint(() => {
        const address = addressOf(sittingId, next);
        // How one came here is no longer true of it.
        if (window.location.search) history.replaceState(null, "", window.location.pathname);
        if (how === "push" && window.location.pathname !== address) history.pushState(null, "", address);
        else history.replaceState(null, "", address);
      });
    },
    [isOneWay, open, sittingId],
  );

  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.title = `${latest.current.titleOf(view)} · Benchside`;
    window.scrollTo({ top: 0 });
    // It would have all of the page laid out before the paint, twice.
    afterPaint(() => {
      // Whoever is in the new case already stays there.
      if (document.activeElement?.closest("form[data-position]:not([aria-hidden=true])")) return;
      document.querySelector<HTMLElement>("[data-place]")?.focus({ preventScroll: true });
    });
  }, [view]);

  const reopen = useCallback(
    (asked: View | null) => {
      const admitted = asked === null ? null : latest.current.admit(asked);
      if (admitted === null) return;
      if (admitted === asked) open(asked);
      else goTo(admitted, "replace");
    },
    [goTo, open],
  );
  useBrowserHistory(sittingId, reopen);

  return { view, hasMoved, goTo };
}

/** Follows the browser's back and forward. A case that is opened again begins at its top; a reload goes on where one was. */
function useBrowserHistory(sittingId: string, reopen: (asked: View | null) => void): void {
  useEffect(() => {
    const popped = () => reopen(readAddress(sittingId, window.location.pathname));
    const byHand = () => (history.scrollRestoration = "manual");
    const byBrowser = () => (history.scrollRestoration = "auto");
    const leaving = new AbortController();
    const { signal } = leaving;
    byHand();
    window.addEventListener("popstate", popped, { signal });
    window.addEventListener("pagehide", byBrowser, { signal });
    window.addEventListener("pageshow", byHand, { signal });
    return () => {
      byBrowser();
      leaving.abort();
    };
  }, [reopen, sittingId]);
}
