const waiting: (() => void)[] = [];
const presses = ["keydown", "pointerdown", "click"] as const;
let isPlanned = false;

/** Runs what waits: once what was pressed is painted, or at once where the page is about to go. */
export function runDeferred(): void {
  for (const press of presses) removeEventListener(press, runDeferred, true);
  try {
    // What comes of it needn't wait for another frame.
    for (let run = waiting.shift(); run; run = waiting.shift()) run();
  } finally {
    isPlanned = false;
  }
}

/**
 * In order, never before the next frame is on the screen, and in any case before whatever is pressed next. A page that
 * isn't seen paints none. The second frame leaves the processor to those who put the first one on the screen.
 */
export function afterPaint(run: () => void): void {
  waiting.push(run);
  if (isPlanned) return;
  isPlanned = true;
  for (const press of presses) addEventListener(press, runDeferred, true);
  const soon = () => setTimeout(() => isPlanned && runDeferred());
  if (!document.hidden) requestAnimationFrame(() => requestAnimationFrame(soon));
  else soon();
}

/** When nothing else is to be done. Not every browser can tell. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
}
