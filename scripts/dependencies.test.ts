import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/project.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
type Lists = "dependencies" | "devDependencies" | "optionalDependencies" | "overrides";
type Manifest = Record<Lists, Record<string, string>>;
type LockedPackage = {
  version: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  inBundle?: boolean;
};

const manifest = JSON.parse(read("package.json")) as Manifest;
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, LockedPackage> };
const { dependencies, optionalDependencies, devDependencies, overrides } = manifest;
const direct = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });

/** A row of the page may name several packages of one version. */
const lines = read("docs/dependencies.md").split("\n");
const listed = lines
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => {
    const [, names = "", version, licence] = line.split("|").map((cell) => cell.trim());
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ name, version, licence }));
  });

test("every dependency is pinned, and stands on its page with the version and the licence it has", () => {
  const expected = direct.map(([name, version]) => ({
    name,
    version,
    licence: packages[`node_modules/${name}`]?.license,
  }));
  const inOrder = (rows: typeof expected) => rows.sort((a, b) => a.name.localeCompare(b.name));
  expect(inOrder(listed as typeof expected)).toEqual(inOrder(expected));
  expect(expected.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("what is held back stands on the page, and is what the lockfile has", () => {
  const [told = ""] = lines.filter((line) => line.startsWith("* `overrides`"));
  const names = [...told.matchAll(/`([^`]+)`/g)].slice(1).map(([, name]) => name);
  expect(names).toEqual(Object.keys(overrides));
  for (const [name, version] of Object.entries(overrides))
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
});

test("the lockfile has a hash of every package and names no host", () => {
  const installed = Object.entries(packages).filter(([place]) => place !== "");
  expect(installed.length).toBeGreaterThan(direct.length);
  // What a package carries inside is covered by the hash of that package.
  const bare = installed.filter(
    ([, { integrity = "", inBundle }]) => !inBundle && !integrity.startsWith("sha512-"),
  );
  expect(bare).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved)).toEqual([]);
});
