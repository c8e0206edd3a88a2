import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { defineConfig } from "vitest/config";

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
// A second, which is what is waited otherwise, says on a busy machine nothing about what is waited for.
const patience = { poll: { timeout: 10_000 } };
const exclude = ["node_modules/**", ".next*/**", "e2e/**"];

export default defineConfig({
  test: {
    // Most of these tests wait for a database or a process: one more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ssr,
        test: {
          name: "unit",
          experimental: native,
          expect: patience,
          include: ["**/*.test.ts"],
          exclude: [...exclude, "**/*.db.test.ts", "**/*.process.test.ts"],
          execArgv,
          // They compute, and change nothing that another file could see: a process for each took longer than they do.
          isolate: false,
          // Some of them simulate thousands of studies.
          testTimeout: 60_000,
        },
      },
      {
        ssr,
        test: {
          name: "database",
          experimental: native,
          expect: patience,
          include: ["**/*.db.test.ts"],
          exclude,
          execArgv: [condition, bundlerNames],
          globalSetup: "lib/testing/server.ts",
          setupFiles: "lib/testing/own-database.ts",
          // A process for each took a third longer; the environment is a thread's own copy. What is imported is
          // read and compiled once a thread, which is a quarter of the work: files share it, never a database.
          pool: "threads",
          isolate: false,
          // How long something takes on a busy machine says nothing about it.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ssr,
        test: {
          name: "process",
          experimental: native,
          expect: patience,
          include: ["**/*.process.test.ts"],
          exclude,
          execArgv,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
