import type pg from "pg";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import { operator } from "#lib/auth/operator.ts";
import type { BackupManifest } from "#scripts/backup/manifest.ts";
import { aside, letGo } from "#scripts/migrate/set-aside.ts";

export type Ended = { signIns: number; links: number; tokens: number; withdrawn: number; erased: number };

/** Whoever withdrew after the backup was made stays withdrawn, and erased; as far as what stood there before tells. */
async function keepWithdrawn(client: pg.Client): Promise<Pick<Ended, "withdrawn" | "erased">> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT count(*) AS columns FROM information_schema.columns WHERE table_schema = '${aside}'
       AND table_name = 'sittings' AND column_name IN ('withdrawn_at', 'erased_at')`,
  );
  if (rows[0]?.columns !== "2") return { withdrawn: 0, erased: 0 };
  const withdrawn = await client.query(
    `UPDATE sittings s SET state = 'withdrawn', withdrawn_at = before.withdrawn_at FROM ${aside}.sittings before
     WHERE before.id = s.id AND before.withdrawn_at IS NOT NULL AND s.withdrawn_at IS NULL`,
  );
  await client.query(
    "DELETE FROM answer_drafts WHERE sitting_id IN (SELECT id FROM sittings WHERE state = 'withdrawn')",
  );
  const erased = await client.query(
    `SELECT erase_sitting(s.id) FROM sittings s JOIN ${aside}.sittings before ON before.id = s.id
     WHERE before.erased_at IS NOT NULL AND s.erased_at IS NULL`,
  );
  return { withdrawn: withdrawn.rowCount ?? 0, erased: erased.rowCount ?? 0 };
}

/**
 * The last transaction of a restore. What was revoked after the backup would be good again: so sign-ins, links and tokens
 * of staff end. Passwords and second factors are as they were, which the command says. Participants stay signed in: their
 * devices hold answers that this database lacks, and nobody else can give them back.
 */
export async function settleRestored(
  client: pg.Client,
  { file, sha256, manifest }: { file: string; sha256: string; manifest: BackupManifest },
): Promise<Ended> {
  await client.query("BEGIN");
  const count = async (sql: string) => (await client.query(sql)).rowCount ?? 0;
  const ofStaff = "user_id IN (SELECT id FROM users WHERE role <> 'participant')";
  const ended = {
    signIns: await count(`UPDATE sign_ins SET ended_at = now() WHERE ended_at IS NULL AND ${ofStaff}`),
    links: await count(
      `UPDATE sign_in_links SET revoked_at = now() WHERE used_at IS NULL AND revoked_at IS NULL AND ${ofStaff}`,
    ),
    tokens: await count("UPDATE api_tokens SET revoked_at = now() WHERE revoked_at IS NULL"),
    ...(await keepWithdrawn(client)),
  };
  await client.query("DELETE FROM half_sign_ins");
  await client.query("DELETE FROM passkey_challenges");
  const { madeAt, software, postgres } = manifest;
  const details = { sha256, madeAt, version: software.version, postgres, ...ended };
  await recordBulkEvent(client, operator(), "backup.restored", { type: "backup", id: file }, details);
  await letGo(client);
  await client.query("COMMIT");
  return ended;
}
