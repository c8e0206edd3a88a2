import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { projectRoot } from "#scripts/project.ts";
import { runHere, type CommandResult } from "#scripts/cli/testing/run-here.ts";

export type RunningCommand = { child: ChildProcess; ended: Promise<CommandResult> };

/** Commands as they are typed, on this file's own database. */
export function useCommands() {
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-commands-"));
  const script = path.join(projectRoot, "scripts/benchside.ts");
  const children: ChildProcess[] = [];
  const ownerUrl = () => process.env.DATABASE_OWNER_URL ?? "";
  const owner = new pg.Client({ connectionString: ownerUrl() });

  beforeAll(async () => {
    // Where the command was typed, as npm tells it.
    process.env.INIT_CWD = dir;
    await owner.connect();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await owner.end();
    rmSync(dir, { recursive: true, force: true });
  });

  /** In a process of its own, which can be interrupted, killed, and run beside another. */
  function begin(...args: string[]): RunningCommand {
    const { PATH, DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = process.env;
    const child = spawn(process.execPath, ["--conditions=react-server", script, ...args], {
      env: {
        PATH,
        DATABASE_URL,
        DATABASE_OWNER_URL,
        DATA_DIR,
        NODE_ENV: "test",
        INIT_CWD: dir,
        NODE_COMPILE_CACHE: inject("compiled"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
      ([out, err, [code]]): CommandResult => ({ code: code as number | null, out, err }),
    );
    return { child, ended };
  }

  async function read<T extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (await owner.query<T>(sql, values)).rows;
  }
  const states = "SELECT j.state FROM jobs j JOIN benchmarks b ON b.id = j.benchmark_id WHERE b.name = $1";
  // Every test file's database has its tables under the same numbers.
  const held =
    "SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE NOT granted AND relation = $1::regclass " +
    "AND datname = current_database()";

  return {
    begin,
    run: (...args: string[]) => runHere(args),
    read,
    ownerUrl,
    write: (name: string, content: string | Buffer) => writeFileSync(path.join(dir, name), content),
    /** What the jobs of a benchmark come to, oldest first. */
    expectJobs: (name: string, ...expected: string[]) =>
      expect
        .poll(async () =>
          (await read(`${states} ORDER BY j.created_at, j.id`, name)).map(({ state }) => state),
        )
        .toEqual(expected),
    /** No import gets past its first row in this table until it is released. */
    async holdBack(table: string): Promise<() => Promise<void>> {
      const holder = new pg.Client({ connectionString: ownerUrl() });
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
      return () => holder.end();
    },
    /** Until an import stands before the table that is held. */
    expectHeld: (table: string) => expect.poll(() => read(held, table)).toHaveLength(1),
  };
}
