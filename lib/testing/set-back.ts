import pg from "pg";

const ofAnswers = ["answer_drafts", "answers", "answer_revisions"];
const ofSitting = ["state", "submitted_at", "withdrawn_at", "completion_code", "last_comment", "active_ms"];

/**
 * What a copy made now would have of one sitting. Called, it sets the database back to that: what was stored since is
 * gone, as after a restore or a failover. As the tables' owner: nobody else may.
 */
export async function copySitting(ownerUrl: string, sittingId: string): Promise<() => Promise<void>> {
  const rowsOf = async (client: pg.Client, table: string, key: string): Promise<string> => {
    const { rows } = await client.query<{ copy: string }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS copy FROM ${table} t WHERE ${key} = $1`,
      [sittingId],
    );
    return rows[0]?.copy ?? "[]";
  };
  const copies: [table: string, copy: string][] = [];
  await asOwner(ownerUrl, async (client) => {
    copies.push(["sittings", await rowsOf(client, "sittings", "id")]);
    for (const table of ofAnswers) copies.push([table, await rowsOf(client, table, "sitting_id")]);
  });
  return () =>
    asOwner(ownerUrl, async (client) => {
      const [sitting, ...answers] = copies;
      await client.query("BEGIN");
      // What keeps rows from being deleted, and a sitting from going back, lets nobody else do it.
      await client.query("SELECT set_config('benchside.erase_sitting', $1, true)", [sittingId]);
      await client.query("ALTER TABLE sittings DISABLE TRIGGER sittings_transition");
      for (const [table, copy] of answers) {
        await client.query(`DELETE FROM ${table} WHERE sitting_id = $1`, [sittingId]);
        await client.query(
          `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(null::${table}, $1)`,
          [copy],
        );
      }
      const columns = ofSitting.map((column) => `${column} = t.${column}`).join();
      await client.query(
        `UPDATE sittings s SET ${columns} FROM jsonb_populate_recordset(null::sittings, $1) t WHERE s.id = t.id`,
        [sitting?.[1]],
      );
      await client.query("ALTER TABLE sittings ENABLE TRIGGER sittings_transition");
      await client.query("COMMIT");
    });
}

/** As after a restore of a backup from before somebody came: neither they nor their sitting are there. */
export const loseSitting = (ownerUrl: string, sittingId: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const tables = [...ofAnswers, "served_cases"];
    await client.query("BEGIN");
    for (const table of tables) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await client.query(`DELETE FROM ${table} WHERE sitting_id = $1`, [sittingId]);
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
    const { rows } = await client.query<{ user_id: string; invitation_id: string }>(
      "DELETE FROM sittings WHERE id = $1 RETURNING user_id, invitation_id",
      [sittingId],
    );
    for (const { user_id: user, invitation_id: invitation } of rows) {
      await client.query("DELETE FROM users WHERE id = $1", [user]);
      await client.query("UPDATE invitations SET uses = uses - 1 WHERE id = $1", [invitation]);
    }
    await client.query("COMMIT");
  });

/** As after a failover that lost the start of a sitting, which was begun anew then: its first two cases have changed places. */
export const swapFirstCases = (ownerUrl: string, sittingId: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await client.query("ALTER TABLE served_cases DISABLE TRIGGER USER");
    const { rows } = await client.query<{ row: { position: number } }>(
      "SELECT to_jsonb(v) AS row FROM served_cases v WHERE sitting_id = $1 AND position IN (1, 2)",
      [sittingId],
    );
    const swapped = rows.map(({ row }) => ({ ...row, position: 3 - row.position }));
    await client.query("DELETE FROM served_cases WHERE sitting_id = $1 AND position IN (1, 2)", [sittingId]);
    await client.query(
      "INSERT INTO served_cases SELECT * FROM jsonb_populate_recordset(null::served_cases, $1)",
      [JSON.stringify(swapped)],
    );
    await client.query("ALTER TABLE served_cases ENABLE TRIGGER USER");
    await client.query("COMMIT");
  });

async function asOwner(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
