import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";

/** The program a package brings, by the name in its "bin". */
export function findProgram(packageName: string, name = packageName): string {
  const require = createRequire(path.join(projectRoot, "package.json"));
  const file = path.join(projectRoot, "node_modules", packageName, "package.json");
  const { bin } = require(file) as { bin: string | Record<string, string> };
  const relative = typeof bin === "string" ? bin : bin[name];
  if (!relative) throw new Error(`${packageName} brings no program ${name}`);
  return path.join(path.dirname(file), relative);
}

type Options = {
  signal: AbortSignal;
  env?: Record<string, string>;
  /** Its output is shown as it comes, and not only where it fails. */
  isShown?: boolean;
  onStart: (pid: number) => void;
};

/** Runs a script to its end; 1 stands for whatever ended it by force. */
export function runScript(
  script: string,
  args: readonly string[],
  { signal, env, isShown = false, onStart }: Options,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: projectRoot,
      signal,
      env: { ...process.env, ...env },
      stdio: isShown ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    if (child.pid) onStart(child.pid);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => said.push(chunk));
    // What is stopped is no error: it ends when it has cleared up.
    child.once("error", (error) => error.name !== "AbortError" && reject(error));
    child.once("close", (code) => {
      if (code !== 0 && !signal.aborted) process.stderr.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}
