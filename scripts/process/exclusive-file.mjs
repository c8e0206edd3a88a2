// @ts-check
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { markOf, stillRuns, until } from "#scripts/process/liveness.mjs";

/** @param {unknown} error */
const code = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {string} file */
function take(file) {
  // Linked into place, so that nobody ever reads a lock that doesn't yet say whose it is.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(markOf(process.pid)));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (code(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} file */
function holderIsGone(file) {
  try {
    return !stillRuns(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    return code(error) !== "ENOENT";
  }
}

/** @param {string} file */
function clearIfAbandoned(file) {
  if (!holderIsGone(file)) return;
  // Of two that find the same dead holder only one may remove: the other would remove the first one's new lock.
  const guard = `${file}.clearing`;
  try {
    mkdirSync(guard);
  } catch (error) {
    if (code(error) !== "EEXIST") throw error;
    const since = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > 10_000) rmSync(guard, { recursive: true, force: true });
    return;
  }
  try {
    if (holderIsGone(file)) rmSync(file, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

/**
 * Runs `work` while no other process does so under the same file; a dead holder's lock is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {{ seconds?: number, onWait?: () => void }} [options]
 * @returns {Promise<T>}
 */
export async function exclusively(file, work, { seconds = 600, onWait } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let waited = false;
  const attempt = () => {
    if (take(file)) return true;
    if (!waited) onWait?.();
    waited = true;
    clearIfAbandoned(file);
    return false;
  };
  const taken = await until(attempt, { seconds, everyMs: 40 });
  if (!taken) throw new Error(`waited ${seconds} s for ${file}, which another process holds`);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
