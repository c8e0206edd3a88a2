// @ts-check
const SAME_WISH_MS = 1500;
const names = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * The first signal asks to stop, a later one to stop at once. What arrives right after the first is the
 * same wish: Ctrl-C reaches the whole group, and those above pass it on as well.
 * @param {() => void} stop
 * @param {() => void} force
 * @returns {() => void} what a signal calls, for other reasons to stop
 */
export function onStopSignal(stop, force) {
  /** @type {number | null} */
  let asked = null;
  const receive = () => {
    if (asked === null) {
      asked = performance.now();
      stop();
    } else if (performance.now() - asked > SAME_WISH_MS) force();
  };
  for (const name of names) process.on(name, receive);
  return receive;
}

/**
 * What was to be stopped is done: a signal ends the process again, as any other.
 * @param {() => void} receive
 */
export function forgetStopSignal(receive) {
  for (const name of names) process.off(name, receive);
}
