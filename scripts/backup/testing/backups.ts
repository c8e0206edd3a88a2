import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { withArchive } from "#scripts/backup/archive.ts";
import { createBackup, type BackupResult } from "#scripts/backup/create.ts";
import { restoreBackup, type DatabaseContents, type RestoreResult } from "#scripts/backup/restore.ts";
import { emptyDatabase, type Addresses } from "#scripts/backup/testing/databases.ts";
import { verifyIn, type Verdict } from "#scripts/backup/verify.ts";

type Choices = { confirm?: (present: DatabaseContents) => Promise<void>; at?: string };

/** Backups of the file's own database, in a folder that goes when the file's tests have ended. */
export function useBackups() {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-backup-"));
  const dataDir = path.join(folder, "data");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const here = (): Addresses => ({
    ownerUrl: process.env.DATABASE_OWNER_URL ?? "",
    appUrl: process.env.DATABASE_URL ?? "",
  });
  const appRole = () => new URL(here().appUrl).username;

  return {
    folder,
    dataDir,
    here,
    appRole,
    create(name: string, { of = here(), withSecrets = false } = {}): Promise<BackupResult> {
      const { signal } = new AbortController();
      const file = path.join(folder, name);
      return createBackup({ ownerUrl: of.ownerUrl, file, dataDir, withSecrets, signal });
    },
    restore(
      { file, sha256 }: BackupResult,
      { ownerUrl }: Addresses,
      choices: Choices = {},
    ): Promise<RestoreResult> {
      const { confirm = async () => {}, at = path.join(folder, randomUUID()) } = choices;
      return withArchive(file, async (archive) => {
        await archive.check();
        const role = { ownerUrl, appRole: appRole() };
        return restoreBackup(archive, { ...role, dataDir: at, file: path.basename(file), sha256, confirm });
      });
    },
    async verify({ file }: BackupResult): Promise<Verdict & { ownerUrl: string }> {
      const { ownerUrl } = await emptyDatabase();
      return { ownerUrl, ...(await withArchive(file, (archive) => verifyIn(archive, ownerUrl))) };
    },
  };
}
