// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @param {string} root */
const markerOf = (root) => path.join(root, "node_modules/.benchside-lock");

/** @param {string} root */
function wanted(root) {
  const hash = createHash("sha256");
  for (const name of ["package-lock.json", "package.json", ".npmrc"])
    hash.update(readFileSync(path.join(root, name)));
  return hash.digest("hex");
}

/**
 * npm writes its own record as the last thing, so one that agrees with the lockfile means a whole installation.
 * @param {string} root
 */
function npmRecordAgrees(root) {
  const record = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const { "": _project, ...locked } = JSON.parse(
    readFileSync(path.join(root, "package-lock.json"), "utf8"),
  ).packages;
  return Object.entries(locked).every(([place, { version, optional }]) =>
    installed[place] ? installed[place].version === version : optional,
  );
}

/** @param {string} root */
export function isInstalled(root) {
  const marker = markerOf(root);
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted(root)) return true;
  if (!npmRecordAgrees(root)) return false;
  markInstalled(root);
  return true;
}

/** @param {string} root */
export function markInstalled(root) {
  writeFileSync(markerOf(root), wanted(root));
}
