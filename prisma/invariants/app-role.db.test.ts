import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertNext, seedStatements, uuid } from "#lib/testing/records.ts";

const app = new pg.Client({ connectionString: process.env.DATABASE_URL });

beforeAll(async () => {
  await app.connect();
  for (const statement of seedStatements()) await app.query(statement);
});
afterAll(() => app.end());
beforeEach(() => app.query("BEGIN"));
afterEach(() => app.query("ROLLBACK"));

const insufficientPrivilege = { code: "42501" };

describe("the application's role", () => {
  test("is neither owner of the tables nor allowed to become somebody", async () => {
    const { rows } =
      await app.query(`SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships,
        (SELECT count(*)::int FROM pg_class WHERE relowner = pg_roles.oid) AS owned
      FROM pg_roles WHERE rolname = current_user`);
    const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false };
    expect(rows).toEqual([{ ...none, rolbypassrls: false, memberships: 0, owned: 0 }]);
  });

  const history = [
    "audit_events",
    "study_manifests",
    "answer_revisions",
    "review_decisions",
    "review_checks",
  ];
  test.each([
    "UPDATE audit_events SET action = ''",
    "UPDATE study_manifests SET content = ''",
    "UPDATE answer_revisions SET value = '{}'",
    ...history.flatMap((table) => [`DELETE FROM ${table}`, `TRUNCATE ${table}`]),
    "TRUNCATE users CASCADE",
    "TRUNCATE answers",
    "ALTER TABLE audit_events DISABLE TRIGGER ALL",
    "DROP TRIGGER audit_events_kept ON audit_events",
    "ALTER TABLE audit_events OWNER TO CURRENT_USER",
    "DROP TABLE audit_events",
    "INSERT INTO audit_events SELECT * FROM audit_events ON CONFLICT (id) DO UPDATE SET action = ''",
    "MERGE INTO audit_events e USING users u ON e.actor_id = u.id WHEN MATCHED THEN DELETE",
    "WITH gone AS (DELETE FROM audit_events RETURNING id) SELECT count(*) FROM gone",
    "ALTER TABLE answers DISABLE TRIGGER answers_not_erased",
    "DROP TRIGGER studies_transition ON studies",
    "CREATE OR REPLACE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "SET LOCAL session_replication_role = replica",
    "ALTER TABLE users DROP CONSTRAINT users_handle_form",
    "DROP TABLE throttles",
    "CREATE TABLE public.mine (id int)",
    "CREATE SCHEMA mine",
    "CREATE TABLE pgboss.mine (id int)",
    "CREATE OR REPLACE FUNCTION erase_sitting(wanted uuid) RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "ALTER TABLE sittings DISABLE TRIGGER sittings_places",
    "ALTER TABLE studies DISABLE TRIGGER studies_frozen",
    "ALTER TABLE sittings DISABLE TRIGGER sittings_mark_kept",
    "ALTER TABLE study_cells DROP CONSTRAINT study_cells_within_capacity",
    "CREATE ROLE mine",
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('1', '', 'mine')",
    "UPDATE _prisma_migrations SET checksum = ''",
    "DELETE FROM _prisma_migrations",
  ])("may not %s", async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject(insufficientPrivilege);
  });

  test("may write and read everything else, and add to history", async () => {
    await app.query(insertNext("audit_events"));
    await app.query(insertNext("answer_revisions"));
    await app.query("UPDATE answers SET decision = '2'");
    await app.query("DELETE FROM sign_ins");
    const { rows } = await app.query("SELECT count(*)::int AS migrations FROM _prisma_migrations");
    expect(rows).toEqual([{ migrations: expect.any(Number) }]);
  });

  test("erases a sitting with its history where the participant asked for it, and only then", async () => {
    const erase = { text: "DELETE FROM sittings WHERE id = $1", values: [uuid(1)] };
    await app.query("SAVEPOINT before");
    await expect(app.query(erase)).rejects.toThrow("only at the request of the participant");
    await app.query("ROLLBACK TO before");
    await app.query("SELECT set_config('benchside.erase_sitting', $1, true)", [uuid(1)]);
    await app.query(erase);
    const { rows } = await app.query("SELECT count(*)::int AS left FROM answer_revisions");
    expect(rows).toEqual([{ left: 0 }]);
  });

  test("takes the history of a withdrawn sitting away through one function, and can't by itself", async () => {
    await app.query(`UPDATE sittings SET state = 'withdrawn', withdrawn_at = now() WHERE id = '${uuid(1)}'`);
    await app.query("SAVEPOINT before");
    await app.query("SELECT set_config('benchside.erase_sitting', $1, true)", [uuid(1)]);
    const byHand = { text: "DELETE FROM answer_revisions WHERE sitting_id = $1", values: [uuid(1)] };
    await expect(app.query(byHand)).rejects.toMatchObject(insufficientPrivilege);
    await app.query("ROLLBACK TO before");
    const { rows } = await app.query("SELECT erase_sitting($1) AS erased", [uuid(1)]);
    expect(rows).toEqual([{ erased: 3 }]);
  });
});
