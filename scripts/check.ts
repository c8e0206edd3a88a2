import { readArguments } from "#scripts/checks/arguments.ts";
import { runVitest, checkStatically } from "#scripts/checks/runners.ts";
import { openSession } from "#scripts/checks/session.ts";

const session = openSession("npm run check");
const run = readArguments([]);
await Promise.all([
  checkStatically(session),
  session.tally.add("unit", () => runVitest(session, "unit", { levels: ["unit"], run })),
]);
await session.close();
process.exitCode = session.tally.close({ isStopped: session.signal.aborted });
