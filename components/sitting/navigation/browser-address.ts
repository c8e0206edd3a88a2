import { addressOf, type View } from "#components/sitting/navigation/address.ts";
import { afterPaint } from "#components/sitting/navigation/deferred-work.ts";
import type { Place } from "#components/sitting/navigation/turning.ts";

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
