import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect } from "vitest";
import { migrate } from "#scripts/migrate/migrate.ts";
import { usePostgres, type Cluster } from "#scripts/postgres/cluster.ts";
import { projectRoot } from "#scripts/project.ts";

export type Ended = { code: number | null; out: string; err: string };
export type Begun = { child: ChildProcess; ended: Promise<Ended> };

/** Commands as they are typed, in processes of their own, beside a running database with every migration. */
export function useCommands() {
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-commands-"));
  // The same code is read for every command; after the first it needn't be compiled again.
  const compiled = path.join(dir, "compiled");
  const script = path.join(projectRoot, "scripts/benchside.ts");
  const children: ChildProcess[] = [];
  let cluster: Cluster;
  let owner: pg.Client;

  beforeAll(async () => {
    chmodSync(dir, 0o755);
    cluster = await usePostgres({ dir: path.join(dir, "postgres"), flags: ["fsync=off"] });
    await migrate(cluster.ownerUrl(), { appRole: new URL(cluster.appUrl()).username });
    owner = new pg.Client({ connectionString: cluster.ownerUrl() });
    await owner.connect();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await owner.end();
    await cluster.release();
    rmSync(dir, { recursive: true, force: true });
  });

  function begin(...args: string[]): Begun {
    const child = spawn(process.execPath, ["--conditions=react-server", script, ...args], {
      // Where the command was typed, as npm tells it.
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "test",
        DATA_DIR: dir,
        INIT_CWD: dir,
        NODE_COMPILE_CACHE: compiled,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
      ([out, err, [code]]): Ended => ({ code: code as number | null, out, err }),
    );
    return { child, ended };
  }

  async function read<T extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (await owner.query<T>(sql, values)).rows;
  }
  const states = "SELECT j.state FROM jobs j JOIN benchmarks b ON b.id = j.benchmark_id WHERE b.name = $1";

  return {
    dir,
    begin,
    run: (...args: string[]) => begin(...args).ended,
    read,
    ownerUrl: () => cluster.ownerUrl(),
    write: (name: string, content: string | Buffer) => writeFileSync(path.join(dir, name), content),
    /** What the jobs of a benchmark come to, oldest first. */
    expectJobs: (name: string, ...expected: string[]) =>
      expect
        .poll(
          async () => (await read(`${states} ORDER BY j.created_at, j.id`, name)).map(({ state }) => state),
          {
            timeout: 20_000,
          },
        )
        .toEqual(expected),
    /** No import gets past its first row in this table until it is released. */
    async holdBack(table: string): Promise<() => Promise<void>> {
      const holder = new pg.Client({ connectionString: cluster.ownerUrl() });
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
      return () => holder.end();
    },
    /** Until an import stands before the table that is held. */
    expectHeld: (table: string) =>
      expect
        .poll(() => read("SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass", table), {
          timeout: 20_000,
        })
        .toHaveLength(1),
  };
}
