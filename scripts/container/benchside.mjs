// @ts-check
// What the image runs: `serve`, `worker` or `setup` is a part of the product, anything else a command. Nothing is
// installed or generated here, so the part takes this process's place, and gets the signals itself.
import { readFileSync } from "node:fs";
import path from "node:path";
import { flagsOf } from "#scripts/entry/node-binary.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const given = process.argv.slice(2);
const [first = ""] = given;
const isPart = ["serve", "worker", "setup"].includes(first);
const command = isPart ? first : "benchside";
const script = path.join(root, "scripts", `${command}.ts`);
const args = [...flagsOf(command), script, ...given.slice(isPart ? 1 : 0)];
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
if (command === "serve") {
  // Next's own way to serve without the compiler that reads next.config.ts: it takes the settings the build wrote down.
  const written = readFileSync(path.join(root, ".next/required-server-files.json"), "utf8");
  env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(JSON.parse(written).config);
}
process.chdir(root);
process.execve?.(process.execPath, [process.execPath, ...args], env);
