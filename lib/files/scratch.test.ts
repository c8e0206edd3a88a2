import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { removeStaleScratch, scratchFolder, withScratch } from "#lib/files/scratch.ts";

const { dataDir } = env;
beforeEach(() => void (env.dataDir = mkdtempSync(path.join(tmpdir(), "scratch-"))));
afterEach(() => {
  rmSync(env.dataDir, { recursive: true });
  env.dataDir = dataDir;
});

test("a piece of work has a folder for the product's own account, which goes with it, however it ends", async () => {
  const umask = process.umask(0);
  const modes = await withScratch(async (folder) => {
    writeFileSync(path.join(folder, "file"), "x");
    return [scratchFolder(), folder].map((place) => (statSync(place).mode & 0o777).toString(8));
  });
  process.umask(umask);
  expect(modes).toEqual(["700", "700"]);
  const failed = withScratch(async (folder) => {
    writeFileSync(path.join(folder, "file"), "x");
    throw new Error("it failed");
  });
  await expect(failed).rejects.toThrow("it failed");
  expect(readdirSync(scratchFolder())).toEqual([]);
});

test("what a killed process has left for a day goes, and what is in use stays", async () => {
  expect(await removeStaleScratch()).toBe(0);
  await withScratch(async (inUse) => {
    await withScratch(async (left) => {
      const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
      utimesSync(left, yesterday, yesterday);
      expect(await removeStaleScratch()).toBe(1);
      expect([left, inUse].map((folder) => existsSync(folder))).toEqual([false, true]);
    });
  });
});
