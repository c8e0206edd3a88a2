import pg from "pg";

/** One statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Row>(sql, [...values]).finally(() => client.end());
  return rows;
}
