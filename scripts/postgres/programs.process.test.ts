import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { serverAccount, postgresBinaries, bringWithinReach } from "#scripts/postgres/programs.ts";

const folders: string[] = [];
function makeFolder(mode: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-reach-"));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const account = serverAccount();

test.skipIf(!account)("programs in a folder that is closed to the account are run from a copy", async () => {
  if (!account) return;
  const original = await postgresBinaries();
  const home = path.dirname(path.dirname(original.postgres));
  const closed = path.join(makeFolder(0o700), "native");
  cpSync(home, closed, { recursive: true, verbatimSymlinks: true });
  const inside = (file: string) => path.join(closed, path.relative(home, file));
  const hidden = { ...original, initdb: inside(original.initdb), postgres: inside(original.postgres) };
  const dir = makeFolder(0o755);

  const usable = bringWithinReach(hidden, dir, account);
  expect(usable.postgres.startsWith(dir)).toBe(true);
  for (const program of [usable.postgres, usable.initdb]) {
    const said = execFileSync(program, ["--version"], { uid: account.uid, gid: account.gid, cwd: "/" });
    expect(said.toString()).toContain("PostgreSQL");
  }
  expect(bringWithinReach(hidden, dir, account)).toEqual(usable);
});

test.skipIf(!account)("programs within reach stay where they are", async () => {
  if (!account) return;
  const open = makeFolder(0o755);
  const binaries = {
    version: "18",
    initdb: path.join(open, "initdb"),
    postgres: path.join(open, "x", "postgres"),
  };
  cpSync(process.execPath, binaries.postgres);
  expect(bringWithinReach(binaries, makeFolder(0o755), account)).toBe(binaries);
});
