// The entry of every npm script. It runs on the machine's own Node, before anything is installed.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { generatePrismaClient, install } from "#scripts/entry/install.mjs";
import { findNode, flagsOf, isAtLeast } from "#scripts/entry/node-binary.mjs";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { onParentGone } from "#scripts/process/stop-signals.mjs";
import { say } from "#scripts/process/steps.mjs";

const root = path.resolve(import.meta.dirname ?? ".", "..");
const [command = "", ...args] = process.argv.slice(2);

// It stays until its child is done, so that whoever waits for it waits for a clean end.
const stopping = new AbortController();
const stop = () => stopping.abort();
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, stop);
// npm doesn't pass on a signal that it alone gets.
if (process.env.npm_lifecycle_event) onParentGone(stop);

function refuse(reason) {
  console.error(reason);
  process.exit(1);
}

async function prepare() {
  const lock = path.join(root, ".cache/prepare.lock");
  return exclusively(
    lock,
    async () => {
      await install(root, stopping.signal);
      const node = findNode(root);
      if (!node)
        refuse(`Benchside needs Node 22.18 or later on this platform; this is ${process.versions.node}.`);
      await generatePrismaClient(root, node);
      return node;
    },
    { seconds: 900, onWait: () => say("install", "another start is preparing the folder, waiting for it") },
  );
}

function runScript(node, script) {
  const isProduct = ["setup", "serve", "worker"].includes(command);
  const child = spawn(node, [...flagsOf(command), script, ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...(isProduct && { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
      BENCHSIDE_LAUNCHER: String(process.pid),
    },
  });
  const end = () => child.kill("SIGTERM");
  stopping.signal.addEventListener("abort", end);
  if (stopping.signal.aborted) end();
  child.once("exit", (code, name) => process.exit(code ?? 128 + constants.signals[name ?? "SIGTERM"]));
  child.once("error", (error) => refuse(error.message));
}

if (!isAtLeast(process.versions.node, 20, 19)) {
  refuse(`Benchside needs Node 20.19 or later; this is ${process.versions.node}.`);
}
const script = path.join(root, "scripts", `${command}.ts`);
if (!/^[a-z-]+$/.test(command) || !existsSync(script))
  refuse(`usage: node scripts/start.mjs <command> [arguments]`);
try {
  runScript(await prepare(), script);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  refuse(error.message);
}
