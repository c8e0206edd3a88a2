// @ts-check
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "#scripts/entry/run.mjs";
import { isInstalled, markInstalled } from "#scripts/entry/installed.mjs";
import { during, inSeconds, say } from "#scripts/process/steps.mjs";
import { createHash } from "node:crypto";

/**
 * How to call npm. Not by a Node inside node_modules, which the installation is about to remove.
 * @param {string} root
 */
function npm(root) {
  const inside = path.join(root, "node_modules") + path.sep;
  const script = process.env.npm_execpath;
  const node = [process.env.npm_node_execpath, process.execPath].find(
    (file) => file && !file.startsWith(inside) && existsSync(file),
  );
  if (node && script && existsSync(script) && /npm-cli\.c?js$/.test(script))
    return { command: node, first: [script] };
  return { command: process.platform === "win32" ? "npm.cmd" : "npm", first: [] };
}

/**
 * @param {string} root
 * @param {AbortSignal} signal left alone, an installation would meet the next one in the same folder
 */
export async function install(root, signal) {
  if (isInstalled(root)) return;
  const since = performance.now();
  const { command, first } = npm(root);
  const outside = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(path.join(root, "node_modules")));
  const args = [
    ...first,
    "ci",
    "--include=dev",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
    "--no-progress",
  ];
  await during("install", "what package-lock.json says, about a minute …", () =>
    run(command, args, { cwd: root, env: { ...process.env, PATH: outside.join(path.delimiter) }, signal }),
  );
  markInstalled(root);
  say("install", `done ${inSeconds(since)}`);
}

/**
 * Generates the database client when the schema or Prisma has changed since.
 * @param {string} root
 * @param {string} node
 */
export async function generatePrismaClient(root, node) {
  const schema = path.join(root, "prisma/schema.prisma");
  if (!existsSync(schema)) return;
  const stamp = path.join(root, "lib/generated/prisma.stamp");
  const hash = createHash("sha256");
  for (const file of [schema, path.join(root, "node_modules/prisma/package.json")])
    hash.update(readFileSync(file));
  const wanted = hash.digest("hex");
  const isThere = existsSync(path.join(root, "lib/generated/prisma/client.ts"));
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;

  const since = performance.now();
  // Generating needs no schema engine, but the command insists on an executable; without one it would download it.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: node };
  Object.assign(env, { CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" });
  await run(node, [path.join(root, "node_modules/prisma/build/index.js"), "generate"], { cwd: root, env });
  writeFileSync(stamp, wanted);
  say("client", `generated from prisma/schema.prisma ${inSeconds(since)}`);
}
