import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { env } from "#lib/env.ts";
import { readThrough } from "#lib/db.ts";

export type Addresses = { ownerUrl: string; appUrl: string };

export async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<T>(sql).finally(() => client.end())).rows;
}

/** An empty database for one test, with the roles that the tests' server has. */
export async function emptyDatabase(): Promise<Addresses> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  const owner = decodeURIComponent(new URL(inject("ownerUrl")).username);
  await ask(inject("adminUrl"), `CREATE DATABASE ${name} OWNER "${owner}"`);
  onTestFinished(async () => void (await ask(inject("adminUrl"), `DROP DATABASE ${name} WITH (FORCE)`)));
  const on = (url: string) => Object.assign(new URL(url), { pathname: name }).href;
  return { ownerUrl: on(inject("ownerUrl")), appUrl: on(inject("appUrl")) };
}

type Memory = { benchside?: Map<string, { studies: Map<string, unknown> }> };

/** What the product says where this is its database, and nothing of the other one's is in memory. */
export async function withProductOn<T>({ appUrl }: Addresses, run: () => Promise<T>): Promise<T> {
  const before = env.databaseUrl;
  const forget = () => (globalThis as Memory).benchside?.get("rows")?.studies.clear();
  env.databaseUrl = appUrl;
  forget();
  try {
    return await readThrough(new pg.Pool({ connectionString: appUrl }), run);
  } finally {
    forget();
    env.databaseUrl = before;
  }
}
