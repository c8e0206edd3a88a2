import { runCommand } from "#scripts/cli/program.ts";

await runCommand(process.argv.slice(2));
