import pg from "pg";

/** A word that stays the same exactly as long as no row of any table changes. */
export async function fingerprint(ownerUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const sums = tables.rows.map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS sum FROM ${name} t`,
    );
    const { rows } = await client.query<{ name: string; sum: string }>(sums.join(" UNION ALL "));
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  } finally {
    await client.end();
  }
}
