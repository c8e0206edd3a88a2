import { env } from "#lib/env.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";

// The last line is for the process that started this one; whatever is printed before is not.
const links = await prepareFirstRun({ demo: env.demo });
process.stdout.write(`\n${JSON.stringify(links)}\n`, () => process.exit(0));
