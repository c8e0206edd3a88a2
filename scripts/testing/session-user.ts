import path from "node:path";
import { readArguments } from "#scripts/checks/arguments.ts";
import { runProgram, runTests } from "#scripts/checks/runners.ts";
import { openSession } from "#scripts/checks/session.ts";

// Another process for the tests of checks/: a run of two parts, to its end or until it is stopped.
const session = openSession("npm test");
const program = path.join(import.meta.dirname, "test-runner.ts");
const args = process.argv.slice(2);
await session.tally.add("part", () => runTests(session, "part", readArguments([]), { program, args }));
const later = { program, args: ["fails"], command: "npm run later" };
await session.tally.add("later", () => runProgram(session, "later", later));
await session.close();
process.exitCode = session.tally.close({ isThorough: false, isStopped: session.signal.aborted });
