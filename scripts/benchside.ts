import { CommanderError, program } from "commander";
import { EnvironmentError } from "#lib/environment.ts";

const shown = new Set(["commander.helpDisplayed", "commander.version"]);

try {
  const [
    { addUserCommands },
    { addBenchmarkCommands },
    { addResultCommands },
    { addMetricsCommand },
    { addDatabaseCommands },
    { addDemoCommands },
  ] = await Promise.all([
    import("#scripts/cli/user.ts"),
    import("#scripts/cli/benchmark.ts"),
    import("#scripts/cli/results.ts"),
    import("#scripts/cli/metrics.ts"),
    import("#scripts/cli/db.ts"),
    import("#scripts/cli/demo.ts"),
  ]);
  program
    .name("benchside")
    .description("Benchside from the command line. Exit codes: 0 done, 1 refused, 2 wrong usage.")
    .exitOverride();
  addUserCommands(program);
  addBenchmarkCommands(program);
  addResultCommands(program);
  addMetricsCommand(program);
  addDatabaseCommands(program);
  addDemoCommands(program);
  await program.parseAsync();
} catch (error) {
  process.exitCode = await exitCodeOf(error);
}

async function exitCodeOf(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return shown.has(error.code) ? 0 : 2;
  const { Refusal, reportRefusal } = await import("#scripts/cli/outcome.ts");
  const json = process.argv.includes("--json");
  if (error instanceof EnvironmentError) reportRefusal(json, new Refusal(...error.lines));
  else if (error instanceof Refusal) reportRefusal(json, error);
  else reportRefusal(json, new Refusal(error instanceof Error ? error.message : String(error)));
  return 1;
}
