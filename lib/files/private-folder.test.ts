import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { closeDataFolders, dataFolder, makePrivate } from "#lib/files/private-folder.ts";
import { keepProblems } from "#lib/imports/problem-file.ts";

const { dataDir } = env;
beforeEach(() => void (env.dataDir = mkdtempSync(path.join(tmpdir(), "private-"))));
afterEach(() => {
  rmSync(env.dataDir, { recursive: true });
  env.dataDir = dataDir;
});

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("a list of problems is for the product's own account", async () => {
  const umask = process.umask(0);
  const name = await keepProblems([{ file: "a.csv", line: 1, column: null, problem: "Empty.", found: "" }]);
  process.umask(umask);
  const folder = dataFolder("reports");
  expect([modeOf(folder), modeOf(path.join(folder, `${name}.csv`))]).toEqual(["700", "600"]);
});

test("a folder that is made private stays what it is", async () => {
  const folder = dataFolder("uploads");
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  await makePrivate(folder);
  expect(modeOf(folder)).toBe("700");
});

test("what was made more openly before is closed at a start, and nothing beside it", async () => {
  const [uploads, reports] = [dataFolder("uploads"), dataFolder("reports")];
  const elsewhere = path.join(env.dataDir, "elsewhere.csv");
  mkdirSync(reports);
  for (const file of [path.join(reports, "old.csv"), elsewhere]) writeFileSync(file, "");
  for (const file of [reports, path.join(reports, "old.csv"), elsewhere]) chmodSync(file, 0o755);
  symlinkSync(elsewhere, path.join(reports, "link.csv"));
  await closeDataFolders();
  expect([reports, path.join(reports, "old.csv"), elsewhere].map(modeOf)).toEqual(["700", "600", "755"]);
  expect(() => statSync(uploads)).toThrow("ENOENT");
});
