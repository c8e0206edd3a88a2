import path from "node:path";
import { shardArguments, type TestRun } from "#scripts/checks/arguments.ts";
import { findProgram } from "#scripts/checks/program.ts";
import { readResults } from "#scripts/checks/results.ts";
import type { Session } from "#scripts/checks/session.ts";
import { countResults, type Count } from "#scripts/checks/tally.ts";
import type { Level } from "#scripts/checks/test-files.ts";

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
