import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";

if (!process.env.NODE_OPTIONS?.includes("--conditions=react-server")) {
  throw new Error("set NODE_OPTIONS=--conditions=react-server: the tests use modules meant for the server");
}

const { BENCHSIDE_E2E_REPORT: report, CHROMIUM_PATH: chromium = "/usr/bin/chromium" } = process.env;

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
  // A project has products of its own. The access matrix fills its own with hundreds of people, studies and benchmarks,
  // which would make every list of the other tests as long. One worker is enough for it: each would start a product and
  // fill it. It comes first, so that the others needn't wait for it at the end.
  projects: [
    { name: "access-matrix", testMatch: "access-matrix/**/*.test.ts", workers: 1 },
    { name: "screens", testMatch: "**/*.test.ts", testIgnore: "access-matrix/**" },
  ],
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/support/run-folder.ts",
  fullyParallel: true,
  forbidOnly: true,
  // They wait for pages and for what is painted: one more than there are cores keeps them busy.
  workers: availableParallelism() + 1,
  retries: 0,
  // How long something takes on a busy machine says nothing about it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ...(report ? [["json", { outputFile: report }] as const] : [])],
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
