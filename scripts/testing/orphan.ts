import { onParentGone } from "#scripts/process/stop-signals.mjs";

// Another process for the tests of process/: lives until its parent is gone.
setInterval(() => {}, 1000);
onParentGone(() => process.exit(0));
console.log(process.pid);
