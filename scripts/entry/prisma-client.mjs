// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "#scripts/entry/run.mjs";
import { inSeconds, say } from "#scripts/process/steps.mjs";

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
