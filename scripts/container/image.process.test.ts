import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { hangMs, hangSeconds } from "#lib/testing/limits.ts";
import { thorough } from "#lib/testing/thorough.ts";
import locked from "#package-lock.json" with { type: "json" };
import { lackFor, makeImage, startImage, type Running } from "#scripts/container/testing/machine.ts";
import { findQuietPort } from "#scripts/process/ports.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-container-"));
chmodSync(folder, 0o755);
const started: Running[] = [];
afterAll(async () => {
  for (const one of started) one.kill();
  await Promise.all(started.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

function expectLean(root: string): void {
  const [kilobytes] = execFileSync("du", ["-sk", root], { encoding: "utf8" }).split("\t");
  expect(Number(kilobytes) / 1024).toBeLessThan(350);
  const patterns = [
    "**/*.test.{ts,js,mjs}",
    "app/{lib,scripts}/**/testing/**",
    "**/bin/{gcc,cc,c++,tsc,npm,npx,python3}",
  ];
  expect(globSync(patterns, { cwd: root })).toEqual([]);
  const only = Object.entries(locked.packages).flatMap(([place, entry]) =>
    "dev" in entry && place ? [place] : [],
  );
  expect(only.length).toBeGreaterThan(20);
  expect(only.filter((place) => existsSync(path.join(root, "app", place)))).toEqual([]);
}

thorough(
  "the image is lean, and serves a sitting without privileges on a root that can't be written",
  // An installation, a build, and copies of both.
  { timeout: 3 * hangMs },
  async ({ skip }) => {
    const lack = lackFor();
    skip(lack !== null, `${lack}`);
    const { root, config } = await makeImage(folder);
    expectLean(root);
    expect([config.User, config.Cmd]).toEqual(["10001:10001", ["serve"]]);
    const cluster = await usePostgres({ dir: path.join(folder, "postgres") });
    try {
      const port = await findQuietPort();
      const key = Buffer.alloc(32, "a key for tests only").toString("base64");
      const settings = {
        HOST: "127.0.0.1",
        PORT: String(port),
        DATABASE_URL: cluster.appUrl(),
        AUTH_SECRET: key,
        ENDPOINT_KEYS_KEY: key,
        CARD_SIGNING_KEY: key,
        BENCHSIDE_DEMO: "1",
      };
      const start = (args: readonly string[], more: Record<string, string> = {}) => {
        const one = startImage(root, config, args, { ...settings, ...more });
        started.push(one);
        return one;
      };
      const finish = async (one: Running) => expect(await one.ended, one.said()).toBe(0);

      await finish(start(["setup"], { DATABASE_OWNER_URL: cluster.ownerUrl() }));
      const web = start(config.Cmd);
      const worker = start(["worker"]);
      await web.untilItAnswers(`http://127.0.0.1:${port}/api/health/ready`, hangSeconds);

      const client = new pg.Client({ connectionString: cluster.ownerUrl() });
      await client.connect();
      const ask = async (sql: string) => (await client.query<{ found: string }>(sql)).rows[0]?.found ?? "";
      const slug = await ask(
        "SELECT slug AS found FROM studies WHERE opened_at IS NOT NULL AND closed_at IS NULL ORDER BY opened_at LIMIT 1",
      );
      const answers = () => ask("SELECT count(*) AS found FROM answer_revisions");
      await finish(start(["simulate", slug, "--people", "1", "--seed", "7", "--beside-people"]));
      expect(Number(await answers())).toBeGreaterThan(0);
      await client.end();

      const since = performance.now();
      for (const one of [web, worker]) one.signal("SIGTERM");
      await Promise.all([web, worker].map(finish));
      expect(performance.now() - since).toBeLessThan(10_000);
    } finally {
      await cluster.release();
    }
  },
);
