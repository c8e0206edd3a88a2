import path from "node:path";
import type { Reporter, TestCase, TestError, TestResult as Ended } from "@playwright/test/reporter";
import { appendResult } from "#scripts/checks/results.ts";
import { projectRoot } from "#scripts/project.ts";

const level = "browser";

/** Writes each result down as it comes. */
export default class ResultReporter implements Reporter {
  readonly #file: string;

  constructor({ outputFile }: { outputFile: string }) {
    this.#file = outputFile;
  }

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, { duration, annotations }: Ended): void {
    const processor = annotations.find(({ type }) => type === "processor")?.description;
    const outcome = test.outcome();
    appendResult(this.#file, {
      level,
      file: path.relative(projectRoot, test.location.file),
      // Before it come the root, the project and the file.
      title: test.titlePath().slice(3).join(" "),
      outcome: outcome === "expected" ? "passed" : outcome === "skipped" ? "skipped" : "failed",
      seconds: duration / 1000,
      processor: processor === undefined ? null : Number(processor),
    });
  }

  onError({ message, location }: TestError): void {
    const file = location
      ? path.relative(projectRoot, location.file)
      : (message ?? "an error outside of tests");
    appendResult(this.#file, { level, file, title: "", outcome: "failed", seconds: 0, processor: null });
  }
}
