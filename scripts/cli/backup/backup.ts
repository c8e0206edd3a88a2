import { InvalidArgumentError, type Command } from "commander";
import { createHere } from "#scripts/cli/backup/create.ts";
import { restoreHere } from "#scripts/cli/backup/restore.ts";
import { verifyHere } from "#scripts/cli/backup/verify.ts";
import { yesOption } from "#scripts/cli/confirm.ts";

function wholeNumber(given: string): number {
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new InvalidArgumentError("a whole number from 1 to 9999");
  return Number(given);
}

export function addBackupCommands(program: Command): void {
  const command = program.command("backup").description("back everything up into one file, and restore it");
  command
    .command("create")
    .description("back up the database while people answer")
    .argument("[place]", "a folder, or the file to write (default: DATA_DIR/backups)")
    .option("--with-secrets", "include secrets.json, which seals sign-ins and authenticator apps")
    .option("--keep <n>", "then remove all but the newest n backups in the folder", wholeNumber)
    .option("--json", "print one JSON object")
    .action(createHere);
  command
    .command("verify")
    .description("restore a backup into a scratch database, compare the two, and drop the database again")
    .argument("<file>", "the backup")
    .option("--json", "print one JSON object")
    .action(verifyHere);
  command
    .command("restore")
    .description("restore a backup into an empty database or, after asking, in place of what is there")
    .argument("<file>", "the backup")
    .option("--no-backup-first", "don’t back up first what is replaced")
    .option(...yesOption)
    .option("--json", "print one JSON object")
    .action(restoreHere);
}
