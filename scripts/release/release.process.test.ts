import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { thorough } from "#lib/testing/thorough.ts";
import { projectRoot } from "#scripts/project.ts";
import { readCommit, writeBill, writeDocs, writeSources, writeSums } from "#scripts/release/artifacts.ts";

const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), "benchside-release-")));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

type Component = { name: string; version: string; hashes?: unknown[] };
type Bill = { bomFormat: string; specVersion: string; components: Component[] };
type Manifest = Record<"dependencies" | "optionalDependencies" | "devDependencies", Record<string, string>>;
type Lockfile = { packages: Record<string, { version: string }> };

thorough(
  "of one commit, sources, bill of materials and documentation are the same bytes each time",
  async ({ skip }) => {
    skip(!existsSync(path.join(projectRoot, ".git")), "this folder isn't a clone");
    const commit = await readCommit(projectRoot);
    const [first, second] = await Promise.all(
      folders.map(async (folder) => {
        const sources = await writeSources(commit, folder);
        const files = [sources, await writeBill(commit, folder), await writeDocs(sources, commit)];
        return { files, sums: readFileSync(writeSums(files, folder), "utf8") };
      }),
    );
    expect(first?.sums).toMatch(
      /^([0-9a-f]{64} {2}benchside-\d+\.\d+\.\d+[.-](tar\.gz|cdx\.json|docs\.zip)\n){3}$/,
    );
    expect(second?.sums).toBe(first?.sums);

    // Every package of the lockfile, once, with a hash.
    const bill = JSON.parse(readFileSync(first?.files[1] ?? "", "utf8")) as Bill;
    expect([bill.bomFormat, bill.specVersion]).toEqual(["CycloneDX", "1.5"]);
    const named = new Map(bill.components.map((one) => [`${one.name}@${one.version}`, one.hashes]));
    const read = (name: string) => JSON.parse(readFileSync(path.join(projectRoot, name), "utf8")) as unknown;
    const { packages } = read("package-lock.json") as Lockfile;
    const locked = Object.entries(packages).flatMap(([place, { version }]) =>
      place === "" ? [] : [`${place.split("node_modules/").at(-1)}@${version}`],
    );
    expect([...new Set(locked)].filter((one) => !named.has(one))).toEqual([]);
    const { dependencies, optionalDependencies, devDependencies } = read("package.json") as Manifest;
    const direct = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(direct.filter(([name, version]) => !named.get(`${name}@${version}`)?.length)).toEqual([]);
  },
);
