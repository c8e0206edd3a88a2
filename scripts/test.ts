import path from "node:path";
import { readArguments, type TestRun, findTestFiles, levels, type Level } from "#scripts/checks/arguments.ts";
import { runPlaywright, runProgram, runVitest, checkStatically } from "#scripts/checks/runners.ts";
import { openSession, type Session } from "#scripts/checks/session.ts";
import { processorTimeOf } from "#scripts/checks/processor-time.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
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
async function findBrowser(signal: AbortSignal): Promise<string> {
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

/** One part after the other, so that none is late because of another; what checks statically goes on beside tests that mostly wait. */
async function runAll(session: Session, run: TestRun): Promise<void> {
  const { tally, signal } = session;
  const test = (label: string, ...chosen: Level[]) =>
    tally.add(label, () => runVitest(session, label, { levels: chosen, run }));
  await Promise.all([run.shard.at === 1 && checkStatically(session), test("process", "process")]);
  const isBuilt = await tally.add("build", () => buildProduct(session));
  await test("inside", "unit", "long", "database");
  if (!isBuilt) return;
  await test("http", "http");
  await tally.add("browser", async () =>
    runPlaywright(session, "browser", { browser: await findBrowser(signal), run }),
  );
}

/** Files that were named, each at its level, with all that they hold. */
async function runNamed(session: Session, asked: TestRun): Promise<void> {
  const { tally, signal } = session;
  const run = { ...asked, isThorough: true };
  const files = findTestFiles(run.names);
  const needsBuild = files.has("http") || files.has("browser");
  if (needsBuild && !(await tally.add("build", () => buildProduct(session)))) return;
  for (const level of levels) {
    const found = files.get(level);
    if (!found) continue;
    await tally.add(level, async () =>
      level === "browser"
        ? runPlaywright(session, level, { files: found, browser: await findBrowser(signal), run })
        : runVitest(session, level, { levels: [level], files: found, run }),
    );
  }
}

const buildProduct = (session: Session) =>
  runProgram(session, "build", {
    program: path.join(projectRoot, "scripts/build.ts"),
    args: [],
    env: { BENCHSIDE_BUILD_DIR: testBuildDir },
    command: "npm run build",
  });

try {
  const run = readArguments(process.argv.slice(2));
  const session = openSession(run.isThorough ? "npm run test:all" : "npm test");
  try {
    await (run.names.length > 0 ? runNamed(session, run) : runAll(session, run));
  } finally {
    await session.close();
  }
  if (run.hasDurations) session.tally.listDurations();
  process.exitCode = session.tally.close({
    isThorough: run.isThorough || run.names.length > 0,
    isStopped: session.signal.aborted,
    // It has installed what was missing.
    before: processorTimeOf(Number(process.env.BENCHSIDE_LAUNCHER)) ?? 0,
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
