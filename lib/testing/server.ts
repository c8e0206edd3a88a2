import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "#scripts/migrate/migrate.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** May create databases; the template holds every migration. */
    adminUrl: string;
    ownerUrl: string;
    appUrl: string;
    template: string;
    /** Where processes keep what they compiled: it is the same for every test that starts one. */
    compiled: string;
  }
}

const durabilityOff = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
const cheaper = ["wal_level=minimal", "max_wal_senders=0", "max_wal_size=256MB", "io_method=sync"];

/** One server for the whole run, embedded or the one TEST_DATABASE_URL names; every test file gets its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? useGiven(project, given) : useEmbedded(project);
}

async function useEmbedded(project: TestProject) {
  const dir = mkdtempSync(path.join(process.env.BENCHSIDE_TEST_MEMORY ?? tmpdir(), "benchside-test-"));
  chmodSync(dir, 0o755);
  const cluster = await usePostgres({
    dir,
    database: "template_for_tests",
    flags: [...durabilityOff, ...cheaper],
  });
  await letIn(cluster.superuserUrl("postgres"));
  await migrate(cluster.ownerUrl(), { appRole: new URL(cluster.appUrl()).username });
  project.provide("adminUrl", cluster.superuserUrl("postgres"));
  project.provide("ownerUrl", cluster.ownerUrl());
  project.provide("appUrl", cluster.appUrl());
  project.provide("template", "template_for_tests");
  project.provide("compiled", path.join(dir, "compiled"));
  return async () => {
    await cluster.release();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** Without passwords from now on: to check them took a third of the time of some thousand connections. */
async function letIn(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<{ hba_file: string }>("SHOW hba_file");
  writeFileSync(rows[0]?.hba_file ?? "", "host all all 127.0.0.1/32 trust\n");
  await client.query("SELECT pg_reload_conf()");
  await client.end();
}

async function useGiven(project: TestProject, adminUrl: string) {
  const template = `benchside_template_${process.pid}`;
  const appRole = `benchside_app_${process.pid}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${template}`);
  await client.query(`CREATE ROLE ${appRole} LOGIN PASSWORD 'only-for-this-run'`);
  const ownerUrl = new URL(adminUrl);
  ownerUrl.pathname = `/${template}`;
  const appUrl = new URL(ownerUrl);
  appUrl.username = appRole;
  appUrl.password = "only-for-this-run";
  await migrate(ownerUrl.href, { appRole });
  project.provide("adminUrl", adminUrl);
  project.provide("ownerUrl", ownerUrl.href);
  project.provide("appUrl", appUrl.href);
  project.provide("template", template);
  const compiled = mkdtempSync(path.join(tmpdir(), "benchside-compiled-"));
  project.provide("compiled", compiled);
  return async () => {
    rmSync(compiled, { recursive: true, force: true });
    await client.query(`DROP DATABASE ${template} WITH (FORCE)`);
    await client.query(`DROP ROLE ${appRole}`);
    await client.end();
  };
}
