import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import locked from "#package-lock.json" with { type: "json" };
import product from "#package.json" with { type: "json" };
import { projectRoot } from "#scripts/project.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

const { version } = product;

test("every file that names the version names the same one, and its day", () => {
  expect([locked.version, locked.packages[""].version]).toEqual([version, version]);
  const citation = read("CITATION.cff");
  expect(/^version: (.+)$/m.exec(citation)?.[1]).toBe(version);
  const [, newest, day] = /^## \[(\d\S*)\] - (\S+)$/m.exec(read("CHANGELOG.md")) ?? [];
  expect([newest, day]).toEqual([version, /^date-released: (.+)$/m.exec(citation)?.[1]]);
});
