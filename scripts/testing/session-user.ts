import path from "node:path";
import { readArguments } from "#scripts/checks/arguments.ts";
import { runTests } from "#scripts/checks/runners.ts";
import { openSession } from "#scripts/checks/session.ts";

// Another process for the tests of checks/: a run of one part, to its end or until it is stopped.
const session = openSession();
const program = path.join(import.meta.dirname, "test-runner.ts");
const args = process.argv.slice(2);
await session.tally.add("part", () => runTests(session, "part", readArguments([]), { program, args }));
await session.close();
process.exitCode = session.tally.close({ isThorough: false, isStopped: session.signal.aborted });
