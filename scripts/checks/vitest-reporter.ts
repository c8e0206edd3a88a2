import path from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { appendResult, type TestResult } from "#scripts/checks/results.ts";
import type { Level } from "#scripts/checks/arguments.ts";
import { projectRoot } from "#scripts/project.ts";

const file = process.env.BENCHSIDE_TEST_RESULTS;

const groupOf = ({ parent }: TestCase["parent"] & { parent?: TestCase["parent"] }): string[] =>
  parent ? [...groupOf(parent), parent.type === "module" ? "" : parent.name] : [];

const whereIs = (module: TestModule) => ({
  level: module.project.name as Level,
  file: path.relative(projectRoot, module.moduleId),
});

function resultOf(test: TestCase): TestResult {
  const { state } = test.result();
  const title = [...groupOf(test as never), test.name].filter(Boolean).join(" ");
  const { processor } = test.meta() as { processor?: number };
  return {
    ...whereIs(test.module),
    title,
    outcome: state === "pending" ? "failed" : state,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    processor: processor ?? null,
  };
}

/** Writes each result down as it comes. */
export default class ResultReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (file) appendResult(file, resultOf(test));
  }

  /** A file that fails before its first test, or after its last. */
  onTestModuleEnd(module: TestModule): void {
    if (!file || module.errors().length === 0) return;
    appendResult(file, { ...whereIs(module), title: "", outcome: "failed", seconds: 0, processor: null });
  }
}
