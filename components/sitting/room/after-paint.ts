const waiting: (() => void)[] = [];
let isPlanned = false;

/** Runs what waits: once what was pressed is painted, or at once where the page is about to go. */
export function runWaiting(): void {
  isPlanned = false;
  for (const run of waiting.splice(0)) run();
}

/** In order, and never before the next frame is on the screen; a page that isn't seen paints none. */
export function afterPaint(run: () => void): void {
  waiting.push(run);
  if (isPlanned) return;
  isPlanned = true;
  const soon = () => setTimeout(() => isPlanned && runWaiting());
  if (document.visibilityState === "visible") requestAnimationFrame(soon);
  else soon();
}
