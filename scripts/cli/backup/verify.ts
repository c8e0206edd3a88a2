import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { env } from "#lib/env.ts";
import { withArchive } from "#scripts/backup/archive.ts";
import { countRows } from "#scripts/backup/manifest.ts";
import { withScratch } from "#scripts/backup/scratch.ts";
import { verifyIn } from "#scripts/backup/verify.ts";
import { record } from "#scripts/cli/backup/create.ts";
import { fromHere } from "#scripts/cli/track-files.ts";
import { withDatabase } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { postgresMajor } from "#scripts/postgres/binaries.ts";
import { majorOf } from "#scripts/postgres/major.ts";

export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** On a machine that has nothing but the file there is no record to write in. */
const hasDatabase = (): boolean =>
  env.databaseUrl !== null || majorOf(path.resolve(env.dataDir, "postgres")) === postgresMajor;

export async function verifyHere(given: string, { json }: { json?: boolean }): Promise<void> {
  const file = fromHere(given);
  await withArchive(file, async (archive) => {
    await archive.check();
    const { manifest } = archive;
    const { madeAt, software, postgres, tables, files, migrations } = manifest;
    const [{ size: bytes }, sha256] = [await stat(file), await hashFile(file)];
    const whole = `the file: ${bytes.toLocaleString("en")} bytes, ${tables.length} tables and ${files.length} files in it as they were written`;
    const { place, ...verdict } = await withScratch(env, async (ownerUrl, where) => ({
      place: where,
      ...(await verifyIn(archive, ownerUrl)),
    }));
    const compared = [whole, ...verdict.compared];
    const isGood = verdict.differs.length === 0;
    if (isGood && hasDatabase())
      await withDatabase(({ appUrl }) => {
        env.databaseUrl = appUrl;
        return record({ action: "backup.verified", file, bytes, sha256, manifest });
      });
    report(
      json,
      {
        file,
        sha256,
        madeAt,
        software,
        postgres,
        rows: countRows(manifest),
        place,
        compared,
        differs: verdict.differs,
      },
      [
        `made ${madeAt} by Benchside ${software.version} on PostgreSQL ${postgres}, at migration ${migrations.at(-1)?.name}`,
        `restored on ${place}, which was removed again`,
        ...compared,
        ...(isGood ? ["nothing differs"] : []),
      ],
    );
    if (isGood) return;
    if (json) process.exitCode = 1;
    else throw new Refusal(...verdict.differs);
  });
}
