import pg, { type ClientBase } from "pg";

/** What happened stays as it was written: the application may add to these and read them, nothing else. */
export const appendOnlyTables = [
  "audit_events",
  "answer_revisions",
  "study_manifests",
  "study_details",
  "case_analyses",
  "received_lineages",
  "benchmark_pools",
  "pool_drops",
  "review_manifests",
  "review_batch_outcomes",
  "review_decisions",
  "review_blind_decisions",
  "review_checks",
  "review_dispute_steps",
  "review_audits",
  "review_filters",
  "review_filter_decisions",
  "benchmark_lineages",
  "benchmark_lineage_drops",
] as const;

/** What imports and openings fill, and look at afterwards. The right to do so is there since PostgreSQL 17. */
const filledTables = [
  "cases",
  "case_versions",
  "case_search_texts",
  "case_golds",
  "predictions",
  "pool_drops",
  "study_cases",
  "study_cell_cases",
  "review_items",
  "review_filter_decisions",
] as const;

/** The role that has to be granted its rights: none where the application is the owner itself. */
export function appRoleOf(url: string, ownerUrl: string): string | undefined {
  const { username } = new URL(url);
  return username === new URL(ownerUrl).username ? undefined : decodeURIComponent(username);
}

type RoleGrants = {
  known: boolean;
  owner: boolean;
  append: string[];
  schemas: string[];
  tables: string[];
  sequences: string[];
  routines: string[];
  maintain: string[];
};

// An extension may live in the same database, with views and functions of a superuser's that nobody can pass on.
const ours = (catalogue: string, owner: string) => `pg_has_role(${owner}, 'USAGE') AND NOT EXISTS (
  SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = one.oid AND deptype = 'e')`;
const relations = (kinds: string) => `ARRAY(
  SELECT one.oid::regclass::text FROM pg_class one JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'pgboss') AND relkind IN (${kinds}) AND ${ours("pg_class", "relowner")})`;

const look = `
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS known,
    $1 = current_user AS owner,
    ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($2)) AS append,
    ARRAY(SELECT nspname::text FROM pg_namespace WHERE nspname IN ('public', 'pgboss')) AS schemas,
    ${relations("'r', 'p', 'v', 'm'")} AS tables,
    ${relations("'S'")} AS sequences,
    ARRAY(SELECT one.oid::regprocedure::text FROM pg_proc one JOIN pg_namespace n ON n.oid = pronamespace
      WHERE nspname IN ('public', 'pgboss') AND prokind IN ('f', 'w') AND ${ours("pg_proc", "proowner")}) AS routines,
    ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename = ANY($3)
      AND current_setting('server_version_num')::int >= 170000) AS maintain`;

/** Lets the application's role work with the data, but neither change tables nor rewrite history. */
export async function grantApplication(client: ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<RoleGrants>(look, [role, appendOnlyTables, filledTables]);
  const [found] = rows;
  if (found?.owner) return;
  if (!found?.known) throw new Error(`the database has no role "${role}", which DATABASE_URL names`);

  const to = pg.escapeIdentifier(role);
  const grant = (rights: string, on: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`GRANT ${rights} ON ${on} ${names.join(", ")} TO ${to}`];
  const statements = [
    ...grant("USAGE", "SCHEMA", found.schemas),
    ...grant("SELECT, INSERT, UPDATE, DELETE", "TABLE", found.tables),
    ...grant("USAGE", "SEQUENCE", found.sequences),
    ...grant("EXECUTE", "FUNCTION", found.routines),
  ];
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
