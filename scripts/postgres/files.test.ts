import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { postgresMajor } from "#scripts/postgres/programs.ts";
import { besideOtherMajor, majorOf, requireSameMajor } from "#scripts/postgres/files.ts";

function madeBy(major: string) {
  const parent = mkdtempSync(path.join(tmpdir(), "benchside-major-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const dir = path.join(parent, "postgres");
  mkdirSync(path.join(dir, "data"), { recursive: true });
  writeFileSync(path.join(dir, "data/PG_VERSION"), `${major}\n`);
  return { parent, dir };
}

test("data of another PostgreSQL are refused, with the way to take them along; those of this one aren’t", () => {
  const { dir } = madeBy("17");
  expect(() => requireSameMajor(dir)).toThrow(`${path.join(dir, "data")} was made by PostgreSQL 17.`);
  expect(() => requireSameMajor(dir)).toThrow(/backup create .*\n.*\n.*backup restore/);
  expect(() => requireSameMajor(madeBy(postgresMajor).dir)).not.toThrow();
  expect(majorOf(path.join(dir, "nowhere"))).toBeNull();
});

test("the old folder stays under the name of its version, and is back where it was if the work fails", async () => {
  const { parent, dir } = madeBy("17");
  const failing = besideOtherMajor(dir, async () => {
    mkdirSync(dir);
    throw new Error("no room");
  });
  await expect(failing).rejects.toThrow("no room");
  expect(majorOf(dir)).toBe("17");
  expect(readdirSync(parent)).toEqual(["postgres"]);

  const kept = await besideOtherMajor(dir, async (old) => old);
  expect(majorOf(kept)).toBe("17");
  expect(path.basename(kept)).toMatch(/^postgres-17-\d{4}-/);
  expect(existsSync(dir)).toBe(false);
});
