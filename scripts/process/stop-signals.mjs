// @ts-check
import { readFileSync } from "node:fs";
import { parentOf } from "#scripts/process/liveness.mjs";

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

/** How often a process that goes on says so to the one that started it. */
export const beatMs = 1000;

/** From the event loop, so that a process that hangs, or is stopped, falls silent. */
export function startBeating() {
  if (!process.send) return;
  const beat = () => process.connected && process.send?.("beat", undefined, undefined, () => undefined);
  setInterval(beat, beatMs).unref();
  beat();
}

/** @param {number} pid */
function isShellForOneCommand(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[1] === "-c";
  } catch {
    return false;
  }
}

/** By which a process that starts this one says who it is: it may be gone before this one looks for the first time. */
export const supervisorKey = "BENCHSIDE_SUPERVISOR";
const supervisor = Number(process.env[supervisorKey]);
// It is nobody else's: whatever this process starts has this one as its parent.
delete process.env[supervisorKey];

/**
 * Calls back once when the process that started this one is gone, however it went: the kernel tells nobody,
 * but it hands orphans to another parent. npm starts scripts through a shell that outlives it; so where a
 * shell stands in between, the one above it counts too.
 * @param {() => void} callback
 */
export function onParentGone(callback) {
  const parent = supervisor || process.ppid;
  const above = isShellForOneCommand(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === null || parentOf(parent) === above)) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}
