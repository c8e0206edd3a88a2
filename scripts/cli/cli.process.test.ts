import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env as settings } from "#lib/env.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { renderOpenApi } from "#lib/study-api/openapi.ts";
import product from "#package.json" with { type: "json" };
import { runHere, type CommandResult } from "#scripts/cli/testing/run-here.ts";
import { projectRoot } from "#scripts/project.ts";
import { findPostmaster, clusterPaths } from "#scripts/postgres/files.ts";
import { usePostgres, type Cluster } from "#scripts/postgres/cluster.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "benchside-cli-"));
chmodSync(dataDir, 0o755);
const clusterDir = path.join(dataDir, "postgres");
const compiled = path.join(dataDir, "compiled");
const backup = path.join(dataDir, "everything.backup.tar");
settings.dataDir = dataDir;

/** In a process of its own, as from a terminal. */
function benchside(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const script = path.join(projectRoot, "scripts/benchside.ts");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--conditions=react-server", script, ...args], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "test",
        DATA_DIR: dataDir,
        NODE_COMPILE_CACHE: compiled,
        ...env,
      },
    });
    const ended: CommandResult = { code: null, out: "", err: "" };
    child.stdout.on("data", (chunk) => (ended.out += chunk));
    child.stderr.on("data", (chunk) => (ended.err += chunk));
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...ended, code }));
  });
}

it("ends quietly where nobody reads on", async () => {
  const script = path.join(projectRoot, "scripts/benchside.ts");
  const child = spawn(process.execPath, ["--conditions=react-server", script, "api", "openapi"], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled },
  });
  let err = "";
  child.stderr.on("data", (chunk) => (err += chunk));
  child.stdout.destroy();
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, err]).toEqual([0, ""]);
});

describe("without a running server", () => {
  it("starts the database for itself and leaves nothing running", async () => {
    const refused = await runHere(["user", "list"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("db migrate");

    const migrated = await benchside(["db", "migrate", "--json"]);
    expect(migrated.code).toBe(0);
    expect(JSON.parse(migrated.out).applied.length).toBeGreaterThanOrEqual(2);
    expect(findPostmaster(clusterPaths(clusterDir).data)).toBeFalsy();
  });

  thorough("backs everything up, and restores it over what is there", async () => {
    expect((await runHere(["db", "migrate"])).code).toBe(0);
    // What one command after the other left.
    expect(await benchside(["backup", "create", backup])).toMatchObject({ code: 0, err: "" });
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const restored = await runHere(["backup", "restore", backup, "--yes", "--json"]);
    const { before } = JSON.parse(restored.out);
    expect(path.basename(before)).toMatch(/^before-restore-.*\.backup\.tar$/);
  });
});

describe("beside a running server", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await usePostgres({ dir: clusterDir });
    expect((await runHere(["db", "migrate"])).code).toBe(0);
  });
  afterAll(async () => {
    await cluster.release();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("makes a person with a link, and a new link by name or by sign-in name", async () => {
    const made = await runHere(["user", "create", "--role", "researcher", "--name", "Mara Quill", "--json"]);
    expect(made.code).toBe(0);
    const person = JSON.parse(made.out);
    expect(person).toMatchObject({ name: "Mara Quill", role: "researcher", handle: "mara-quill" });
    expect(person.link).toMatch(/^http:\/\/localhost:3000\/enter\/[\w-]{43}$/);

    for (const name of ["mara quill", "MARA-QUILL"]) {
      const again = await runHere(["user", "link", name]);
      expect(again.code).toBe(0);
      expect(again.out).toMatch(/\nhttp:\/\/localhost:3000\/enter\/[\w-]{43}\n$/);
      expect(again.out).not.toContain(person.link);
    }
  });

  it("prints links with the public address where one is set", async () => {
    const args = ["user", "create", "--role", "participant", "--name", "P", "--json"];
    const { baseUrl } = settings;
    settings.baseUrl = "https://study.example.org";
    const made = await runHere(args).finally(() => (settings.baseUrl = baseUrl));
    expect(JSON.parse(made.out).link).toMatch(/^https:\/\/study\.example\.org\/enter\//);
  });

  it("backs up beside it, tries the backup out in a database of its own, and refuses to restore", async () => {
    const folder = path.join(dataDir, "backups");
    const created = JSON.parse((await runHere(["backup", "create", "--keep", "1", "--json"])).out);
    const left = `${created.file}.unfinished-1`;
    writeFileSync(left, "killed");
    const dayBefore = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(left, dayBefore, dayBefore);
    const newest = JSON.parse((await runHere(["backup", "create", "--keep", "1", "--json"])).out);
    expect(newest.removed).toEqual([created.file, left].map((file) => path.basename(file)));
    expect(readdirSync(folder)).toEqual([path.basename(newest.file)]);
    expect((await runHere(["backup", "create", newest.file])).err).toContain("nothing is overwritten");

    const verified = await runHere(["backup", "verify", newest.file]);
    expect(verified).toMatchObject({ code: 0, err: "" });
    expect(verified.out).toMatch(/read back from the database byte for byte\n(.*\n)+nothing differs\n$/);
    const refused = await runHere(["backup", "restore", newest.file, "--yes"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("the embedded server is in use");
  });

  it("asks which one when two people bear a name", async () => {
    for (let n = 0; n < 2; n++)
      await runHere(["user", "create", "--role", "researcher", "--name", "Twin Person"]);
    const refused = await runHere(["user", "link", "Twin Person"]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("twin-person, twin-person-2");
    expect((await runHere(["user", "link", "twin-person-2"])).code).toBe(0);
    expect((await runHere(["user", "link", "Nobody"])).code).toBe(1);
  });

  it("lists people without their secrets", async () => {
    await runHere(["user", "create", "--role", "admin", "--name", "Lister"]);
    const listed = await runHere(["user", "list", "--json"]);
    const people = JSON.parse(listed.out) as Record<string, unknown>[];
    expect(people.map((person) => person.handle)).toContain("lister");
    expect(listed.out).not.toMatch(/secret|argon2/i);
  });

  it("seeds the demo", async () => {
    const first = JSON.parse((await runHere(["demo", "seed", "--json"])).out);
    const links = [{ role: "researcher" }, { role: "participant" }];
    expect(first).toMatchObject({ created: 1, links, study: { isNew: true } });
  });

  it("gives the address for dumps, which is the owner's", async () => {
    const { address } = JSON.parse((await runHere(["db", "address", "--json"])).out);
    expect(address).toBe(cluster.ownerUrl());
  });

  it("tells the state of the migrations", async () => {
    const status = await runHere(["db", "status", "--json"]);
    expect(JSON.parse(status.out)).toMatchObject({ pending: [], failed: null });
  });
});

describe("usage", () => {
  it.each([
    [[], 2],
    [["nonsense"], 2],
    [["user", "create", "--name", "X"], 2],
    [["user", "create", "--role", "king", "--name", "X"], 2],
    [["user", "list", "--nonsense"], 2],
    [["--help"], 0],
    [["user", "--help"], 0],
    [["user", "create", "--help"], 0],
    [["db", "--help"], 0],
    [["demo", "seed", "--help"], 0],
  ])("%j ends with %i", async (args, code) => {
    expect((await runHere(args)).code).toBe(code);
  });

  it("prints the API's description, as every instance serves it", async () => {
    expect(await runHere(["api", "openapi"])).toMatchObject({ code: 0, out: renderOpenApi(), err: "" });
  });

  it("names its version", async () => {
    expect(await runHere(["--version"])).toEqual({ code: 0, out: `${product.version}\n`, err: "" });
  });

  it("ends a process as it ends a command", async () => {
    const nothing = await benchside([]);
    expect(nothing.code).toBe(2);
    expect(nothing).toEqual(await runHere([]));
  });

  it("names a wrong environment variable, what it got and what is allowed", async () => {
    const refused = await benchside(["user", "list", "--json"], { PORT: "eighty" });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out).reasons).toEqual([
      'PORT: got "eighty"; allowed: a whole number from 1 to 65535',
    ]);
  });
});
