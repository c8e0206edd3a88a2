// @ts-check
import { existsSync } from "node:fs";
import path from "node:path";

/**
 * @param {string} version
 * @param {number} major
 * @param {number} minor
 */
export function isAtLeast(version, major, minor) {
  const [a = 0, b = 0] = version.split(".").map(Number);
  return a > major || (a === major && b >= minor);
}

/**
 * The Node that the lockfile pins, or this one where there is no build of it for the machine.
 * @param {string} root
 * @returns {string | null}
 */
export function findNode(root) {
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  const pinned = path.join(root, "node_modules", name, "bin", windows ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  return isAtLeast(process.versions.node, 22, 18) ? process.execPath : null;
}

// An import makes much short-lived text, and with the usual room for it the garbage of 250 MB stays in memory.
// Collecting more often halves the peak and takes no longer.
const leanFlags = ["--max-semi-space-size=4", "--heap-growing-percent=30"];

/**
 * What Node is given before a script: these work on the product's own modules, which are marked as the server's, and
 * some of them import.
 * @param {string} command
 */
export function flagsOf(command) {
  const asServer = ["benchside", "worker", "setup", "bench"].includes(command);
  const isLean = ["benchside", "worker"].includes(command);
  return [asServer ? ["--conditions=react-server"] : [], isLean ? leanFlags : []].flat();
}
