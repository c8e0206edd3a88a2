import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { isInstalled, markInstalled } from "#scripts/entry/installed.mjs";
import { temporaryFolder } from "#scripts/testing/folders.ts";

const locked = {
  "": { name: "a-project" },
  "node_modules/one": { version: "1.0.0" },
  "node_modules/elsewhere": { version: "1.0.0", optional: true },
};

function project(): string {
  const root = temporaryFolder();
  mkdirSync(path.join(root, "node_modules"));
  for (const name of ["package.json", ".npmrc"]) writeFileSync(path.join(root, name), "");
  writeFileSync(path.join(root, "package-lock.json"), JSON.stringify({ packages: locked }));
  return root;
}

function record(root: string, packages: object): void {
  writeFileSync(path.join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
}

test("nothing was installed", () => {
  expect(isInstalled(project())).toBe(false);
});

test("our own mark counts until the lockfile changes", () => {
  const root = project();
  markInstalled(root);
  expect(isInstalled(root)).toBe(true);
  const changed = { ...locked, "node_modules/two": { version: "1.0.0" } };
  writeFileSync(path.join(root, "package-lock.json"), JSON.stringify({ packages: changed }));
  expect(isInstalled(root)).toBe(false);
});

test("an installation made by hand counts when it agrees with the lockfile", () => {
  const root = project();
  record(root, { "node_modules/one": { version: "1.0.0" } });
  expect(isInstalled(root)).toBe(true);
});

test.each([
  ["another version", { "node_modules/one": { version: "1.0.1" } }],
  ["a missing package", {}],
])("%s does not agree", (_what, packages) => {
  const root = project();
  record(root, packages);
  expect(isInstalled(root)).toBe(false);
});
