import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { hangSeconds } from "#lib/testing/limits.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { isAlive, markOf, until } from "#scripts/process/liveness.mjs";
import { readJsonFile } from "#scripts/process/json-file.ts";
import { usePostgres, type Cluster } from "#scripts/postgres/cluster.ts";
import { clusterPaths } from "#scripts/postgres/files.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

// To make the data takes longer than all else: where it may be there already, the tests share it.
const dir = mkdtempSync(path.join(tmpdir(), "benchside-cluster-"));
chmodSync(dir, 0o755);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Report = { how: string; pid: number; port: number };

const script = fileURLToPath(new URL("../testing/postgres-user.ts", import.meta.url));

async function startUser(dir: string): Promise<{ child: ChildProcess; report: Report }> {
  const child = spawn(process.execPath, [script, dir], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, report: JSON.parse(line) as Report };
}

async function use(dir: string): Promise<Cluster> {
  const cluster = await usePostgres({ dir, flags: ["fsync=off"] });
  onTestFinished(() => cluster.release());
  return cluster;
}

const watcherOf = (dir: string) => readJsonFile<{ pid: number }>(clusterPaths(dir).watcher)?.pid ?? null;

async function expectNothingLeft(dir: string, ...pids: number[]): Promise<void> {
  const isOver = () => watcherOf(dir) === null && !pids.some((pid) => isAlive(pid));
  expect(await until(isOver, { seconds: hangSeconds })).toBe(true);
  expect(readdirSync(clusterPaths(dir).users)).toEqual([]);
}

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<T>(sql).finally(() => client.end());
  return rows;
}

test("three that start at once share one server, and the last to leave takes it along", async () => {
  const fresh = temporaryFolder();
  const users = await Promise.all([startUser(fresh), startUser(fresh), startUser(fresh)]);
  const pids = new Set(users.map(({ report }) => report.pid));
  expect(pids.size).toBe(1);
  expect(users.map(({ report }) => report.how).sort()).toEqual(["adopted", "adopted", "created"]);

  const [pid = 0] = pids;
  for (const { child } of users) {
    expect(isAlive(pid)).toBe(true);
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  }
  expect(isAlive(pid)).toBe(false);
  await expectNothingLeft(fresh, pid);
});

test("release waits until nothing is left, and the next start finds the same port and passwords", async () => {
  const first = await use(dir);
  const { pid } = first;
  await first.release();
  expect(isAlive(pid)).toBe(false);
  await expectNothingLeft(dir, pid);

  const second = await use(dir);
  expect(second.how).toBe("started");
  expect(second.appUrl()).toBe(first.appUrl());
});

test("a server whose users were all killed stops by itself", async () => {
  const users = await Promise.all([startUser(dir), startUser(dir)]);
  for (const { child } of users) child.kill("SIGKILL");
  await expectNothingLeft(dir, users[0].report.pid);
});

thorough("a server whose watcher was killed gets a new one from whoever comes next", async () => {
  const first = await use(dir);
  const watcher = watcherOf(dir) ?? 0;
  process.kill(watcher, "SIGKILL");
  expect(await until(() => !first.isHealthy(), { seconds: hangSeconds })).toBe(true);

  const second = await use(dir);
  expect(second.how).toBe("adopted");
  expect(second.pid).toBe(first.pid);
  expect(watcherOf(dir)).not.toBe(watcher);
  await second.release();
  expect(isAlive(first.pid)).toBe(true);
  await first.release();
  await expectNothingLeft(dir, first.pid);
});

thorough("its last user ends a server even when the watcher is dead", async () => {
  const cluster = await use(dir);
  process.kill(watcherOf(dir) ?? 0, "SIGKILL");
  await until(() => !cluster.isHealthy(), { seconds: hangSeconds });
  await cluster.release();
  expect(isAlive(cluster.pid)).toBe(false);
});

test("what was committed survives a killed server, on the same port", async () => {
  const cluster = await use(dir);
  const { pid, port } = cluster;
  await ask(
    cluster.ownerUrl(),
    "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n",
  );
  process.kill(pid, "SIGKILL");
  expect(await until(() => !cluster.isHealthy(), { seconds: hangSeconds })).toBe(true);

  await cluster.recover();
  expect(cluster.isHealthy()).toBe(true);
  expect(cluster.pid).not.toBe(pid);
  expect(cluster.port).toBe(port);
  expect(await ask(cluster.ownerUrl(), "SELECT count(*)::int AS rows FROM kept")).toEqual([{ rows: 1000 }]);
});

thorough("what a kill of everything leaves behind doesn't stop the next start", async () => {
  const { child, report } = await startUser(dir);
  const watcher = watcherOf(dir) ?? 0;
  for (const pid of [child.pid ?? 0, watcher, report.pid]) process.kill(pid, "SIGKILL");
  await until(() => !isAlive(report.pid) && !isAlive(watcher), { seconds: hangSeconds });
  writeFileSync(clusterPaths(dir).lock, JSON.stringify({ ...markOf(process.pid), started: "1" }));

  const cluster = await use(dir);
  expect(cluster.how).toBe("started");
  expect(await ask(cluster.appUrl(), "SELECT current_user AS who")).toEqual([{ who: "benchside_app" }]);
});

test.runIf(process.getuid?.() === 0)(
  "as root, a folder closed to the server's account is named",
  async () => {
    const closed = temporaryFolder();
    chmodSync(closed, 0o700);
    await expect(usePostgres({ dir: path.join(closed, "postgres") })).rejects.toThrow(
      `cannot enter ${closed}`,
    );
  },
);
