// @ts-check
import { readFileSync } from "node:fs";
import { parentOf } from "#scripts/process/liveness.mjs";

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
