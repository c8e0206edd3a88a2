import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { thorough } from "#lib/testing/thorough.ts";
import { projectRoot } from "#scripts/project.ts";

thorough("every bench can be loaded as the command loads it, and says what it measures", () => {
  const launcher = path.join(projectRoot, "scripts/start.mjs");
  const { status, stdout } = spawnSync(process.execPath, [launcher, "bench", "--help"], { encoding: "utf8" });
  expect(status).toBe(0);
  const told = [...stdout.matchAll(/^ {2}([a-z]\S*) +\S.*$/gm)].map(([, name]) => `bench/${name}.ts`);
  expect(told.sort()).toEqual(globSync("bench/*.ts", { cwd: projectRoot }).sort());
});
