import { Command, CommanderError } from "commander";
import { EnvironmentError } from "#lib/environment.ts";
import { escapeHidden } from "#lib/files/printable.ts";
import product from "#package.json" with { type: "json" };

const shown = new Set(["commander.helpDisplayed", "commander.version"]);

/** One command as it is typed; process.exitCode says how it ended. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    const groups = await Promise.all([
      import("#scripts/cli/user.ts"),
      import("#scripts/cli/benchmark.ts"),
      import("#scripts/cli/results.ts"),
      import("#scripts/cli/db.ts"),
      import("#scripts/cli/backup.ts"),
      import("#scripts/cli/study/study.ts"),
      import("#scripts/cli/demo.ts"),
      import("#scripts/cli/simulate.ts"),
      import("#scripts/cli/review/review.ts"),
      import("#scripts/fake-models/command.ts"),
      import("#scripts/cli/card/verify.ts"),
    ]);
    const { nameCommand } = await import("#lib/auth/operator.ts");
    const program = new Command("benchside")
      .description("Benchside from the command line. Exit codes: 0 done, 1 refused, 2 wrong usage.")
      .version(product.version)
      .exitOverride()
      .configureOutput({ outputError: (text, write) => write(escapeHidden(text, "\n\t")) })
      .hook("preAction", (_, command) => nameCommand(wordsOf(command)));
    program
      .command("api")
      .description("the API that programs read")
      .command("openapi")
      .description("print the OpenAPI description, which every instance serves at /api/v1/openapi.json")
      .action(printOpenApi);
    for (const { addCommands } of groups) addCommands(program);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    process.exitCode = await exitCodeOf(error, args.includes("--json"));
  }
}

async function printOpenApi(): Promise<void> {
  const { renderOpenApi } = await import("#lib/study-api/openapi.ts");
  const { printFile } = await import("#scripts/cli/outcome.ts");
  printFile(renderOpenApi());
}

/** "study open": the command without what it was given. */
function wordsOf(command: Command): string {
  const above = command.parent?.parent ? `${wordsOf(command.parent)} ` : "";
  return above + command.name();
}

async function exitCodeOf(error: unknown, json: boolean): Promise<number> {
  if (error instanceof CommanderError) return shown.has(error.code) ? 0 : 2;
  const { Refusal, reportRefusal } = await import("#scripts/cli/outcome.ts");
  if (error instanceof EnvironmentError) reportRefusal(json, new Refusal(...error.lines));
  else if (error instanceof Refusal) reportRefusal(json, error);
  else {
    const message = error instanceof Error ? error.message : String(error);
    reportRefusal(json, new Refusal(...message.split("\n").filter((line) => line.trim() !== "")));
  }
  return 1;
}
