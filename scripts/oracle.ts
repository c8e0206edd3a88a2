import { runOracle } from "#scripts/cli/oracle.ts";

process.exitCode = runOracle(process.argv.slice(2));
