import { format } from "node:util";
import { nameCommand } from "#lib/auth/operator.ts";
import { runCommand } from "#scripts/cli/program.ts";

export type CommandResult = { code: number | null; out: string; err: string };

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let isRunning = false;

/** A command in this process, one at a time: what it prints and how it ends are as in one of its own, which takes ten times as long. */
export async function runHere(args: readonly string[]): Promise<CommandResult> {
  if (isRunning) throw new Error("two commands at once need processes of their own");
  isRunning = true;
  const ended = { code: 0, out: "", err: "" };
  const { log, error } = console;
  const writers = [process.stdout, process.stderr].map((stream) => [stream, stream.write] as const);
  const listeners = stopSignals.map((name) => process.listeners(name));
  const codeBefore = process.exitCode;
  process.exitCode = 0;
  console.log = (...said: unknown[]) => (ended.out += `${format(...said)}\n`);
  console.error = (...said: unknown[]) => (ended.err += `${format(...said)}\n`);
  process.stdout.write = ((text: string) => (ended.out += text) !== "") as typeof process.stdout.write;
  process.stderr.write = ((text: string) => (ended.err += text) !== "") as typeof process.stderr.write;
  try {
    await runCommand(args);
    ended.code = Number(process.exitCode);
  } finally {
    isRunning = false;
    // What comes next in this process is no part of it.
    nameCommand(null);
    process.exitCode = codeBefore;
    Object.assign(console, { log, error });
    for (const [stream, write] of writers) stream.write = write;
    // Its process would have ended, and they with it.
    for (const [at, name] of stopSignals.entries())
      for (const listener of process.listeners(name))
        if (!listeners[at]?.includes(listener)) process.off(name, listener);
  }
  return ended;
}
