import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { seedStatements, type Statement } from "#lib/testing/records.ts";

type Refusal = { code: string; constraint: string | undefined; message: string };

/**
 * Statements tried on a database with a few rows in every table, as its owner, so that what refuses them is
 * the schema and not a missing right. Every test's changes are rolled back.
 */
export function prepareTrial() {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  beforeAll(async () => {
    await client.connect();
    for (const statement of seedStatements()) await client.query(statement);
  });
  afterAll(() => client.end());
  beforeEach(() => client.query("BEGIN"));
  afterEach(() => client.query("ROLLBACK"));

  /** Undone in either case. */
  async function attempt(statement: Statement): Promise<Refusal | null> {
    await client.query("SAVEPOINT before");
    try {
      await client.query(statement);
      return null;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      return { code: error.code ?? "", constraint: error.constraint, message: error.message };
    } finally {
      await client.query("ROLLBACK TO before");
    }
  }

  return {
    client,
    async given(...statements: Statement[]) {
      for (const statement of statements) await client.query(statement);
    },
    async expectPermitted(...statements: Statement[]) {
      for (const statement of statements) expect(await attempt(statement), statement.text).toBeNull();
    },
    async expectRefused(statement: Statement, refusal: Partial<Refusal>) {
      expect(await attempt(statement), statement.text).toMatchObject(refusal);
    },
  };
}
