import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { hangMs } from "#lib/testing/limits.ts";

if (!process.env.NODE_OPTIONS?.includes("--conditions=react-server")) {
  throw new Error("set NODE_OPTIONS=--conditions=react-server: the tests use modules meant for the server");
}

const { BENCHSIDE_TEST_RESULTS: results, CHROMIUM_PATH: chromium = "/usr/bin/chromium" } = process.env;

// A browser that is driven has nothing to say to anybody but the product, and nothing to draw on a screen.
const quiet = ["gpu", "background-networking", "component-update", "sync", "quic", "default-apps"].map(
  (feature) => `--disable-${feature}`,
);
// Pages of tests live for seconds: V8 spends more on making their scripts faster, and on clearing up while there is room,
// than either saves. Together a fifth of what pages take.
const shortLived = ["--no-maglev", "--no-turbofan", "--min-semi-space-size=16", "--initial-heap-size=128"];
const args = [
  ...quiet,
  `--js-flags=${shortLived.join(",")}`,
  "--no-first-run",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

export default defineConfig({
  testDir: "e2e",
  testIgnore: "**/*.http.test.ts",
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/support/run-folder.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: availableParallelism(),
  retries: 0,
  timeout: hangMs,
  expect: { timeout: hangMs },
  reporter: [
    ["list"],
    ...(results ? [["./scripts/checks/playwright-reporter.ts", { outputFile: results }] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    locale: "en-GB",
    // A browser's process costs more than all that most tests do in it: the next test has the same, with nothing in it
    // of the one before (see the fixture of the context). Who needs another device asks for one of its own.
    reuseContext: true,
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: chromium, args },
    // Recording every step costs a tenth of the time; `--trace on` records what one wants to look at.
    trace: "off",
  },
});
