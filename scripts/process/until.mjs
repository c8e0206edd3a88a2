// @ts-check
import { setTimeout as delay } from "node:timers/promises";

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
