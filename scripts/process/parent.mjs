// @ts-check

/**
 * Calls back once when the process that started this one is gone, however it went.
 * The kernel tells nobody, but it hands orphans to another parent.
 * @param {() => void} callback
 * @param {number} [parent]
 */
export function onParentGone(callback, parent = process.ppid) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}
