import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { projectRoot } from "#scripts/project.ts";
import { run } from "#scripts/entry/run.mjs";
import { during, say } from "#scripts/process/steps.mjs";

// The first one has no windows to keep in order, which saves a third of the time.
const installed = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const found = (file: string | undefined) => (file && existsSync(file) ? file : null);

/** An installed Chrome or Chromium; else Playwright's own, downloaded when it must be; else Debian's package. */
export async function findBrowser(signal: AbortSignal): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no file ${given}`);
  const there = given ?? installed.find((file) => existsSync(file)) ?? found(chromium.executablePath());
  const browser = there ?? (await download(signal)) ?? (await installPackage(signal));
  if (!browser) {
    throw new Error("no browser: install Chrome or Chromium, or set CHROMIUM_PATH to one");
  }
  say("browser", browser);
  return browser;
}

async function download(signal: AbortSignal): Promise<string | null> {
  const program = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
  await attempt("Playwright's Chromium is being downloaded …", process.execPath, program, signal);
  return found(chromium.executablePath());
}

async function installPackage(signal: AbortSignal): Promise<string | null> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  await attempt("Debian's package lists are being read …", "apt-get", ["update", "-qq"], signal);
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const packages = ["install", "-y", "-qq", "--no-install-recommends", name, "fonts-noto-cjk"];
    await attempt(`Debian's ${name} is being installed …`, "apt-get", packages, signal);
    const file = found(`/usr/bin/${name}`);
    if (file) return file;
  }
  return null;
}

async function attempt(what: string, command: string, args: string[], signal: AbortSignal): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await during("browser", what, () => run(command, args, { cwd: projectRoot, env, signal })).catch(
    (error: Error) => {
      signal.throwIfAborted();
      say("browser", `that did not work: ${error.message.split("\n").at(-1)}`);
    },
  );
}
