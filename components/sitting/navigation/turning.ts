import { type View, addressOf } from "#components/sitting/navigation/address.ts";
import { flushSync } from "react-dom";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import type { Turning } from "#components/sitting/page/use-sitting-page.ts";

/**
 * Turns from one case to another that lies ready, in the elements themselves, as React will once it hears of it: its
 * work for both of them would stand between the press and the paint.
 * What it buys, 95th percentile until the frame is done, limit 50 ms: 37.7 ms; with React alone 54.8, with Activity 110.6.
 */
export function turnTo(from: View, to: View, title: string): boolean {
  const caseAt = (view: View) => document.querySelector(`form[data-position="${view}"]`);
  const [left, opened] = [caseAt(from), caseAt(to)];
  const heading = document.querySelector("[data-place]")?.firstChild;
  if (!left || !opened || !heading) return false;
  left.setAttribute("aria-hidden", "true");
  opened.setAttribute("aria-hidden", "false");
  heading.nodeValue = title;
  scrollTo({ top: 0 });
  return true;
}

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

/** Each entry of the browser's history holds the address it was given, beside what the router keeps there. */
type Entry = { sittingAddress?: string } | null;

const entry = () => history.state as Entry;
const mark = (address: string) => ({ ...entry(), sittingAddress: address });

/** The page of a sitting's cases that is open stands in the browser's address, its title and its history. */
export const openBrowserAddress = (sittingId: string): Place => ({
  note: (view, how) => noteAddress(addressOf(sittingId, view), how),
  name: (title) => void (document.title = `${title} · Benchside`),
  follow: (reopen) => followHistory(() => reopen(readAddress(sittingId, window.location.pathname))),
});

/**
 * The browser hears of it at once, so that its back button, however soon it is pressed, leads to where one was. The
 * router, which would draw anew for it, hears of it once the page is painted: what it finds in its own state it passes on.
 */
function noteAddress(address: string, how: "push" | "replace"): void {
  const { pathname, search } = window.location;
  // How one came here is no longer true of it.
  if (search || !entry()?.sittingAddress) history.replaceState(mark(pathname), "", pathname);
  if (how === "push" && pathname !== address) history.pushState(mark(address), "", address);
  else history.replaceState(mark(address), "", address);
  afterPaint(() => {
    if (entry()?.sittingAddress === address) history.replaceState({ sittingAddress: address }, "", address);
  });
}

/** The router writes what it has heard, late, over the address of a page that was turned to since. */
export function keepAddress(): void {
  const address = entry()?.sittingAddress;
  if (address && window.location.pathname !== address) history.replaceState(entry(), "", address);
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
