import pg from "pg";
import { databaseUrl, roles, type ClusterState } from "#scripts/postgres/state.ts";

const quoted = (name: string) => pg.escapeIdentifier(name);

/** Makes what is missing: the two roles the product uses, and the database one of them owns. */
export async function ensureDatabase(state: ClusterState, database: string): Promise<{ version: string }> {
  const client = new pg.Client({ connectionString: databaseUrl(state, "superuser", "postgres") });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; known: string[]; exists: boolean }>(
      `SELECT current_setting('server_version') AS version,
         ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY($1)) AS known,
         EXISTS (SELECT FROM pg_database WHERE datname = $2) AS exists`,
      [[roles.owner, roles.app], database],
    );
    const [found] = rows;
    for (const role of ["owner", "app"] as const) {
      if (found?.known.includes(roles[role])) continue;
      const password = pg.escapeLiteral(state.passwords[role]);
      await client.query(`CREATE ROLE ${quoted(roles[role])} LOGIN PASSWORD ${password}`);
    }
    if (!found?.exists) {
      await client.query(`CREATE DATABASE ${quoted(database)} OWNER ${quoted(roles.owner)}`);
      await client.query(`REVOKE ALL ON DATABASE ${quoted(database)} FROM PUBLIC`);
      await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${quoted(database)} TO ${quoted(roles.app)}`);
    }
    return { version: found?.version ?? "" };
  } finally {
    await client.end();
  }
}
