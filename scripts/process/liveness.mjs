// @ts-check
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A process as it can be recognised later: ids are given out again, so the start time belongs to it.
 * @typedef {{ readonly pid: number, readonly started: string }} ProcessMark
 */

/**
 * What Linux tells of a process; null where it tells nothing, or there is no such process. Times are in its ticks.
 * @param {number} pid
 */
export function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    /** @type {(...places: number[]) => number} */
    const sum = (...places) => places.reduce((total, at) => total + Number(fields[at]), 0);
    return {
      state: fields[0] ?? "",
      parent: Number(fields[1]),
      started: fields[19] ?? "0",
      computed: sum(11, 12),
      // By those that it has waited for.
      reaped: sum(13, 14),
    };
  } catch {
    return null;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  // A container's first process often doesn't collect orphans: such a zombie still answers signal 0.
  return process.platform !== "linux" || !["Z", "X"].includes(readStat(pid)?.state ?? "X");
}

/**
 * Null where the system doesn't say.
 * @param {number} pid
 */
export const parentOf = (pid) => readStat(pid)?.parent ?? null;

/** @type {(pid: number) => ProcessMark} */
export const markOf = (pid) => ({ pid, started: readStat(pid)?.started ?? "0" });

/** @param {ProcessMark} mark */
export function stillRuns(mark) {
  return isAlive(mark.pid) && (mark.started === "0" || markOf(mark.pid).started === mark.started);
}

/**
 * Sends a signal; false when there is nobody left to receive it.
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks again and again until the answer is neither false nor null; null when time runs out.
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {{ seconds: number, everyMs?: number }} options
 * @returns {Promise<Exclude<T, false | null | undefined> | null>}
 */
export async function until(ask, { seconds, everyMs = 25 }) {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) return /** @type {any} */ (answer);
    if (performance.now() > deadline) return null;
    await delay(everyMs);
  }
}
