/**
 * The bar grows by what it tells in trouble, as when the server isn't reached. The case beneath stays where it is all the
 * same: a finger may be about to touch it, and mustn't touch the option beside.
 */
export function keepStillBeneath(bar: HTMLElement, signal: AbortSignal): void {
  // Away from the top of a page, these browsers do it by themselves.
  const isBrowsersOwn = () => scrollY >= 1 && CSS.supports("overflow-anchor: auto");
  const { style } = document.body;
  let height = bar.offsetHeight;
  const observer = new ResizeObserver(() => {
    const grown = bar.offsetHeight - height;
    height += grown;
    if (grown < 0) style.minHeight = "";
    if (grown === 0 || isBrowsersOwn()) return;
    const wanted = scrollY + grown;
    // A short page has nothing to scroll by.
    if (wanted > document.documentElement.scrollHeight - innerHeight)
      style.minHeight = `calc(100dvh + ${wanted}px)`;
    scrollTo({ top: wanted, behavior: "instant" });
  });
  observer.observe(bar);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    style.minHeight = "";
  });
}
