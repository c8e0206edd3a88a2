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
// These wait a fifth of their time, for a database, a thread or a process: meanwhile another may go on. They come after
// the unit tests, since what runs together has to have as many workers.
const waiting = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } };
const durations = "lib/testing/processor-time.ts";
const exclude = ["node_modules/**", ".next*/**"];
const computing = {
  ...limits,
  experimental: native,
  setupFiles: durations,
  execArgv,
  // They compute, and change nothing that another file could see: a process for each took longer than they do.
  isolate: false,
  // They never wait: one more than there are cores took a sixth longer.
  maxWorkers: availableParallelism(),
};

export default defineConfig({
  test: {
    projects: [
      {
        ssr,
        test: {
          ...computing,
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...exclude, "e2e/**", "**/*.{db,long,process}.test.ts"],
        },
      },
      {
        ssr,
        test: { ...computing, name: "long", include: ["**/*.long.test.ts"], exclude },
      },
      {
        ssr,
        test: {
          name: "database",
          ...limits,
          ...waiting,
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
          ...waiting,
          experimental: native,
          include: ["**/*.process.test.ts"],
          exclude,
          setupFiles: durations,
          env: { BENCHSIDE_TEST_ALONE: "1" },
          execArgv,
          // What they start has processes and threads of its own.
          isolate: false,
        },
      },
      {
        ssr,
        test: {
          name: "http",
          ...limits,
          ...waiting,
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
