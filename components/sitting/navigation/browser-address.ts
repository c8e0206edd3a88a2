import { afterPaint } from "#components/sitting/navigation/deferred-work.ts";

/** Each entry of the browser's history holds the address it was given, beside what the router keeps there. */
type Entry = { sittingAddress?: string } | null;

const entry = () => history.state as Entry;
const mark = (address: string) => ({ ...entry(), sittingAddress: address });

/**
 * The browser hears of it at once, so that its back button, however soon it is pressed, leads to where one was. The
 * router, which would draw anew for it, hears of it once the page is painted: what it finds in its own state it passes on.
 */
export function noteAddress(address: string, how: "push" | "replace"): void {
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
