/** One thing a participant does, and when the screen has done it. Milliseconds since the page began. */
export type Step = {
  /** Of the event that does it. */
  at: number;
  /** When the main thread was through with the frame that shows it. */
  painted: number;
  /** Which frame after the event that was, from 1. */
  frame: number;
};
export type TimedEvent = { name: string; at: number; duration: number; interaction: number };

export type Watch = {
  events: TimedEvent[];
  steps: Step[];
  /** The next click or key is a step, over when a frame shows what this function finds. */
  expect: (isThere: () => boolean) => void;
  pending: boolean;
  visible: (selector: string) => HTMLElement | undefined;
};

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Runs in the page, before anything of its own: it may use nothing from around it. */
export function watchPage(): void {
  const watch: Watch = {
    events: [],
    steps: [],
    pending: false,
    expect(isThere) {
      waiting = isThere;
      watch.pending = true;
    },
    visible: (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      ),
  };
  let waiting: (() => boolean) | null = null;

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      watch.events.push({
        name: entry.name,
        at: entry.startTime,
        duration: entry.duration,
        interaction: entry.interactionId,
      });
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);

  function begin({ timeStamp, isTrusted }: Event): void {
    const isThere = waiting;
    if (!isTrusted || !isThere) return;
    waiting = null;
    let frame = 0;
    const { port1, port2 } = new MessageChannel();
    const next = () => requestAnimationFrame(() => port2.postMessage(null));
    // What is posted within a frame arrives when the main thread is through with it: style, layout and paint included.
    port1.onmessage = () => {
      const painted = performance.now();
      frame += 1;
      if (!isThere()) return next();
      watch.steps.push({ at: timeStamp, painted, frame });
      watch.pending = false;
      port1.close();
    };
    next();
  }
  addEventListener("click", begin, true);
  addEventListener("keydown", begin, true);
  window.watch = watch;
}
