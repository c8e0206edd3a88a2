import { appendFileSync } from "node:fs";
import { onParentGone, startBeating } from "#scripts/process/stop-signals.mjs";

// A process for the tests of services: it does nothing but say who it is, and that it goes on.
startBeating();
appendFileSync(process.argv[2] ?? "", `${process.pid}\n`);
process.once("SIGTERM", () => process.exit(0));
onParentGone(() => process.exit(1));
setInterval(() => {}, 1_000_000);
