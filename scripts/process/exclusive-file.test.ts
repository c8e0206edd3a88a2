import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { hangSeconds } from "#lib/testing/limits.ts";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { markOf } from "#scripts/process/liveness.mjs";
import { temporaryFolder } from "#scripts/testing/folders.ts";

const lockFile = () => path.join(temporaryFolder(), "some.lock");

test("one after the other, and the file is gone afterwards", async () => {
  const file = lockFile();
  let inside = 0;
  const work = async () => {
    expect(++inside).toBe(1);
    await turn();
    inside--;
  };
  await Promise.all([1, 2, 3, 4].map(() => exclusively(file, work)));
  expect(existsSync(file)).toBe(false);
});

test("a failure opens it again", async () => {
  const file = lockFile();
  await expect(exclusively(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await exclusively(file, async () => "yes")).toBe("yes");
});

test.each([
  ["of a process that is gone", JSON.stringify({ pid: 2 ** 22 + 1, started: "0" })],
  ["of a process whose id was given out again", JSON.stringify({ ...markOf(process.pid), started: "1" })],
  ["that cannot be read", ""],
])("a lock %s is taken over, by one at a time", async (_whose, content) => {
  const file = lockFile();
  writeFileSync(file, content);
  let inside = 0;
  const work = async () => {
    expect(++inside).toBe(1);
    await turn();
    inside--;
  };
  await Promise.all([1, 2, 3].map(() => exclusively(file, work, { seconds: hangSeconds })));
});

test("waiting for a living holder ends with its file's name", async () => {
  const file = lockFile();
  writeFileSync(file, JSON.stringify(markOf(process.pid)));
  await expect(exclusively(file, async () => {}, { seconds: 0.1 })).rejects.toThrow(file);
});
