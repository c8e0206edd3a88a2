import path from "node:path";
import { readArguments, type TestRun } from "#scripts/checks/arguments.ts";
import { findBrowser } from "#scripts/checks/browser.ts";
import { runPlaywright, runProgram, runVitest } from "#scripts/checks/runners.ts";
import { openSession, type Session } from "#scripts/checks/session.ts";
import { checkStatically } from "#scripts/checks/static.ts";
import { findTestFiles, levels, type Level } from "#scripts/checks/test-files.ts";
import { processorTimeOf } from "#scripts/checks/processor-time.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";

/** One part after the other, so that none is late because of another; what checks statically goes on beside tests that mostly wait. */
async function runAll(session: Session, run: TestRun): Promise<void> {
  const { tally, signal } = session;
  const test = (label: string, ...chosen: Level[]) =>
    tally.add(label, () => runVitest(session, label, { levels: chosen, run }));
  await Promise.all([run.shard.at === 1 && checkStatically(session), test("process", "process")]);
  const isBuilt = await tally.add("build", () => buildProduct(session));
  await test("inside", "unit", "database");
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
