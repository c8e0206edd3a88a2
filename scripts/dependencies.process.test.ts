import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import locked from "#package-lock.json" with { type: "json" };
import manifest from "#package.json" with { type: "json" };
import { thorough } from "#lib/testing/thorough.ts";
import { projectRoot } from "#scripts/project.ts";

const { dependencies, optionalDependencies, devDependencies } = manifest;
const direct = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });

type Component = { name: string; version: string; hashes?: unknown[] };
type Bill = { bomFormat: string; specVersion: string; components: Component[] };

thorough(
  "the bill of materials is made from the lockfile by one command, and names every package once",
  async () => {
    const { stdout } = await promisify(execFile)("npm", ["run", "-s", "sbom"], {
      cwd: projectRoot,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { bomFormat, specVersion, components } = JSON.parse(stdout) as Bill;
    expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.5"]);
    const named = new Map(components.map(({ name, version, hashes }) => [`${name}@${version}`, hashes]));
    const wanted = Object.entries(locked.packages).flatMap(([place, { version }]) =>
      place === "" ? [] : [`${place.split("node_modules/").at(-1)}@${version}`],
    );
    expect([...new Set(wanted)].filter((one) => !named.has(one))).toEqual([]);
    expect(direct.filter(([name, version]) => !named.get(`${name}@${version}`)?.length)).toEqual([]);
  },
);
