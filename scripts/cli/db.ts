import type { Command } from "commander";
import { appRoleOf, migrate, migrationStatus } from "#scripts/migrate/migrate.ts";
import { describeFailed } from "#scripts/migrate/history.ts";
import { withDatabase } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";

type Json = { json?: boolean };

export function addCommands(program: Command): void {
  const command = program.command("db").description("the database and its migrations");
  command
    .command("migrate")
    .description("apply pending migrations")
    .option("--json", "print one JSON object")
    .action(applyAll);
  command
    .command("status")
    .description("list applied and pending migrations")
    .option("--json", "print one JSON object")
    .action(showStatus);
  command
    .command("address")
    .description("print the owner’s connection address, password included, for pg_dump or psql")
    .option("--json", "print one JSON object")
    .action(showAddress);
}

async function showAddress(options: Json): Promise<void> {
  await withDatabase(async ({ ownerUrl }) => report(options.json, { address: ownerUrl }, [ownerUrl]));
}

async function applyAll(options: Json): Promise<void> {
  await withDatabase(async ({ appUrl, ownerUrl }) => {
    const { applied, hasPutBack } = await migrate(ownerUrl, { appRole: appRoleOf(appUrl, ownerUrl) });
    const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ["nothing to apply"];
    if (hasPutBack) lines.unshift("a restore was cut off; what was there before is back");
    report(options.json, { applied }, lines);
  });
}

async function showStatus(options: Json): Promise<void> {
  await withDatabase(async ({ ownerUrl }) => {
    const status = await migrationStatus(ownerUrl);
    report(options.json, status, [
      ...status.applied.map((name) => `applied  ${name}`),
      ...status.pending.map((name) => `pending  ${name}`),
    ]);
    if (status.failed) throw new Refusal(describeFailed(status.failed));
  });
}
