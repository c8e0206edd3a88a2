// @ts-check
import { spawn } from "node:child_process";

/**
 * Runs a program to its end, or until it is aborted; what it printed is shown only when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, signal?: AbortSignal }} options
 * @returns {Promise<string>} what it printed
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const shell = command.endsWith(".cmd");
    const child = spawn(command, args, { ...options, shell, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    child.once("error", reject);
    child.once("close", (code, name) => {
      if (code === 0) return resolve(said);
      const how = name ? `was ended by ${name}` : `failed with code ${code}`;
      reject(new Error(`${said.trim()}\n\n${[command, ...args].join(" ")} ${how}`));
    });
  });
}
