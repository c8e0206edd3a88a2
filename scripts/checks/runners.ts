import path from "node:path";
import { shardArguments, type TestRun, type Level } from "#scripts/checks/arguments.ts";
import { findProgram, type Session } from "#scripts/checks/session.ts";
import { readResults, countResults, type Count } from "#scripts/checks/results.ts";
import { testBuildDir } from "#scripts/project.ts";

type Tests = {
  run: TestRun;
  /** Where no files are named, all of these levels. */
  files?: readonly string[];
};

const escape = (title: string) => title.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

type Runner = { program: string; args: readonly string[]; env?: Record<string, string> };

/** A program that writes down each result as it comes, where its environment names a file. */
export async function runTests(
  session: Session,
  label: string,
  run: TestRun,
  runner: Runner,
): Promise<Count> {
  const output = path.join(session.folder, `${label}.jsonl`);
  const env = {
    ...runner.env,
    BENCHSIDE_TEST_RESULTS: output,
    ...(run.isThorough && { BENCHSIDE_TEST_ALL: "1" }),
    ...(run.hasDurations && { BENCHSIDE_TEST_DURATIONS: "1" }),
  };
  const args = [...runner.args, ...shardArguments(run.shard)];
  const code = await session.runScript(label, runner.program, args, { env, isShown: true });
  const results = readResults(output);
  session.tally.remember(results);
  const count = countResults(results);
  if (code === 0 || count.failures.length > 0 || session.signal.aborted) return count;
  // An error outside of all tests.
  return { ...count, failures: [{ name: label, command: session.command }] };
}

/** A program that passes or fails as a whole; one that was stopped did neither. */
export async function runProgram(
  session: Session,
  label: string,
  { program, args, env, command }: Runner & { command: string },
): Promise<Count> {
  const code = await session.runScript(label, program, args, { env });
  const hasFailed = code !== 0 && !session.signal.aborted;
  return { passed: code === 0 ? 1 : 0, failures: hasFailed ? [{ name: label, command }] : [] };
}

export function runVitest(
  session: Session,
  label: string,
  { levels, files = [], run }: Tests & { levels: readonly Level[] },
): Promise<Count> {
  return runTests(session, label, run, {
    program: findProgram("vitest"),
    args: [
      "run",
      "--passWithNoTests",
      // Reports what fails, and nothing between the lines of what goes on beside it.
      "--reporter=minimal",
      "--reporter=./scripts/checks/vitest-reporter.ts",
      ...levels.flatMap((level) => ["--project", level]),
      ...(run.title === null ? [] : ["--testNamePattern", escape(run.title)]),
      ...files,
    ],
  });
}

export function runPlaywright(
  session: Session,
  label: string,
  { browser, files = [], run }: Tests & { browser: string },
): Promise<Count> {
  return runTests(session, label, run, {
    program: findProgram("@playwright/test", "playwright"),
    args: [
      "test",
      "--pass-with-no-tests",
      ...(run.title === null ? [] : ["--grep", escape(run.title)]),
      ...files.map(escape),
    ],
    env: {
      CHROMIUM_PATH: browser,
      NODE_OPTIONS: "--conditions=react-server",
      // Node reads TypeScript by itself; to have Playwright do it takes five seconds of each of its processes.
      PW_DISABLE_TS_ESM: "1",
    },
  });
}

/** What can be told without running anything. Types come first: they take longest, on a single processor. */
export async function checkStatically(session: Session): Promise<void> {
  const check = async (label: string, name: string, args: string[], env: Record<string, string> = {}) => {
    const [packageName = "", bin] = name.split(":");
    const command = ["npx", bin ?? packageName, ...args].join(" ");
    return runProgram(session, label, { program: findProgram(packageName, bin), args, env, command });
  };
  const { tally } = session;
  await tally.add("types", async () => {
    const env = { BENCHSIDE_BUILD_DIR: testBuildDir, NEXT_TELEMETRY_DISABLED: "1" };
    const generated = await check("types", "next", ["typegen"], env);
    if (generated.passed === 0) return generated;
    // Several that check at once would each work out the types of every package; to clear up more seldom is quicker, too.
    const args = ["-p", "scripts/checks/tsconfig.json", "--checkers", "1"];
    return check("types", "typescript:tsc", args, { GOGC: "400" });
  });
  await tally.add("lint", () => check("lint", "oxlint", ["--deny-warnings"]));
  await tally.add("form", () => check("form", "oxfmt", ["--check"]));
}
