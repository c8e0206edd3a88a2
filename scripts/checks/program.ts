import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";
import { run } from "#scripts/entry/run.mjs";
import type { Count } from "#scripts/checks/tally.ts";

type Options = { signal: AbortSignal; env?: Record<string, string> };

/** The program a package brings, by the name in its "bin". */
function findProgram(packageName: string, name = packageName): string {
  const require = createRequire(path.join(projectRoot, "package.json"));
  const file = path.join(projectRoot, "node_modules", packageName, "package.json");
  const { bin } = require(file) as { bin: string | Record<string, string> };
  const relative = typeof bin === "string" ? bin : bin[name];
  if (!relative) throw new Error(`${packageName} brings no program ${name}`);
  return path.join(path.dirname(file), relative);
}

const settings = ({ signal, env }: Options) => ({
  cwd: projectRoot,
  signal,
  env: { ...process.env, ...env },
});

/** Quiet when it succeeds; its whole output is the failure. */
export async function check(
  packageName: string,
  name: string,
  args: string[],
  options: Options,
): Promise<Count> {
  await run(process.execPath, [findProgram(packageName, name), ...args], settings(options));
  return { passed: 1, failed: 0 };
}

/** Shows its output as it comes; whether it succeeded is read from its report. */
export function show(packageName: string, name: string, args: string[], options: Options): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findProgram(packageName, name), ...args], {
      ...settings(options),
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}
