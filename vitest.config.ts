import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { defineConfig } from "vitest/config";
import { hangMs } from "#lib/testing/limits.ts";

// The condition lets "server-only" modules be imported outside of Next, as in a server component:
// once for what Vite resolves, once for what Node does.
const ssr = { resolve: { conditions: ["react-server", "node"] } };
const condition = "--conditions=react-server";
// Node takes the types off by itself, as it does in scripts: Vite, reading every module, took 22 of 298 s of processor time.
const native = { viteModuleRunner: false };
const bundlerNames = `--import=${new URL("lib/testing/bundler-names.mjs", import.meta.url)}`;
// A third of the database tests' time went into collecting: every file that is read takes buffers of megabytes, for
// which V8 went through the whole heap to find hardly anything. Now it waits until there is four times what stays.
const roomy = ["--heap-growing-percent=400", "--external-memory-accounted-in-global-limit"];
// Threads have these from their process, processes from their arguments.
for (const flag of roomy) setFlagsFromString(flag);
const execArgv = [condition, bundlerNames, ...roomy];
const limits = {
  testTimeout: hangMs,
  hookTimeout: hangMs,
  teardownTimeout: hangMs,
  expect: { poll: { timeout: hangMs } },
};
const durations = "lib/testing/processor-time.ts";
const exclude = ["node_modules/**", ".next*/**"];

export default defineConfig({
  test: {
    // One more than there are cores: a fifth of the time a test waits, for its database or for another thread.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ssr,
        test: {
          name: "unit",
          ...limits,
          experimental: native,
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...exclude, "e2e/**", "**/*.{db,process}.test.ts"],
          setupFiles: durations,
          execArgv,
          // They compute, and change nothing that another file could see: a process for each took longer than they do.
          isolate: false,
        },
      },
      {
        ssr,
        test: {
          name: "database",
          ...limits,
          experimental: native,
          include: ["**/*.db.test.ts"],
          exclude,
          execArgv: [condition, bundlerNames],
          globalSetup: "lib/testing/server.ts",
          setupFiles: [durations, "lib/testing/own-database.ts"],
          // A process for each took a third longer; the environment is a thread's own copy. What is imported is
          // read and compiled once a thread, which is a quarter of the work: files share it, never a database.
          pool: "threads",
          isolate: false,
        },
      },
      {
        ssr,
        test: {
          name: "process",
          ...limits,
          experimental: native,
          include: ["**/*.process.test.ts"],
          exclude,
          setupFiles: durations,
          env: { BENCHSIDE_TEST_ALONE: "1" },
          execArgv,
        },
      },
      {
        ssr,
        test: {
          name: "http",
          ...limits,
          experimental: native,
          include: ["e2e/**/*.http.test.ts"],
          execArgv: [condition, bundlerNames],
          globalSetup: "e2e/support/products.ts",
          setupFiles: [durations, "e2e/support/own-product.ts"],
          // Each thread has a product for itself: while a test runs, everything in it is that test's doing.
          pool: "threads",
          isolate: false,
        },
      },
    ],
  },
});
