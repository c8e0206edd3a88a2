import { flushSync } from "react-dom";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import type { View } from "#components/sitting/navigation/address.ts";
import type { Turning } from "#components/sitting/navigation/use-view.ts";

/** From where one came last. */
export type Origin = { from: View | null };

/** Where it stands which page is open: the browser's address and history. A rehearsal has none of its own. */
export type Place = {
  note: (view: View, how: "push" | "replace") => void;
  name: (title: string) => void;
  /** `reopen`: what it names was gone back to; null where that is no page of the cases. Returns what ends it. */
  follow: (reopen: (view: View | null) => void) => () => void;
};

/**
 * Turns from page to page of the sitting. The next one is on the screen at once, and in the browser's history; React hears
 * of it once it is painted, where the page lies ready.
 */
export function openTurning({ isOneWay, settle, now, at }: Turning, way: Origin, place: Place) {
  let shown = at;
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
    place.note(next, how);
  }
  function reopen(asked: View | null): void {
    const admitted = asked === null ? null : now().admit(asked);
    if (admitted === null) return;
    if (admitted === asked) open(asked);
    else goTo(admitted, "replace");
  }
  return {
    goTo,
    close: place.follow(reopen),
    /** React has drawn it. */
    arrived(view: View): void {
      if (shown === view) return;
      shown = view;
      place.name(now().titleOf(view));
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
