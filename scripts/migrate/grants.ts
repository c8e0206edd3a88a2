import pg, { type ClientBase } from "pg";

/** What happened stays as it was written: the application may add to these and read them, nothing else. */
export const appendOnlyTables = [
  "audit_events",
  "answer_revisions",
  "study_manifests",
  "study_details",
  "case_analyses",
] as const;

/** What imports and openings fill, and look at afterwards. The right to do so is there since PostgreSQL 17. */
const filledTables = [
  "cases",
  "case_versions",
  "case_search_texts",
  "case_golds",
  "predictions",
  "study_cases",
  "study_cell_cases",
] as const;

/** Lets the application's role work with the data, but neither change tables nor rewrite history. */
export async function grantApplication(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{
    known: boolean;
    owner: boolean;
    append: string[];
    schemas: string[];
    maintain: string[];
  }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS known,
       $1 = current_user AS owner,
       ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($2)) AS append,
       ARRAY(SELECT nspname::text FROM pg_namespace WHERE nspname IN ('public', 'pgboss')) AS schemas,
       ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($3)
         AND current_setting('server_version_num')::int >= 170000) AS maintain`,
    [role, appendOnlyTables, filledTables],
  );
  const [found] = rows;
  if (found?.owner) return;
  if (!found?.known) throw new Error(`the database has no role "${role}", which DATABASE_URL names`);

  const to = pg.escapeIdentifier(role);
  const statements = found.schemas.flatMap((schema) => [
    `GRANT USAGE ON SCHEMA ${schema} TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${to}`,
  ]);
  for (const table of found.append) {
    statements.push(`REVOKE UPDATE, DELETE, TRUNCATE ON public.${pg.escapeIdentifier(table)} FROM ${to}`);
  }
  for (const table of found.maintain) {
    statements.push(`GRANT MAINTAIN ON public.${pg.escapeIdentifier(table)} TO ${to}`);
  }
  statements.push(`REVOKE INSERT, UPDATE, DELETE ON public._prisma_migrations FROM ${to}`);
  // In one transaction: another process of the application may be at work and must never see the wider rights.
  await client.query(`BEGIN; ${statements.join("; ")}; COMMIT`);
}
