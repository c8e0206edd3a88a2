import { globSync } from "node:fs";
import { projectRoot } from "#scripts/project.ts";

/** From the cheapest to the dearest; each test stands at the lowest that can hold its claim. */
export const levels = ["unit", "database", "process", "http", "browser"] as const;
export type Level = (typeof levels)[number];

const endings: readonly (readonly [RegExp, Level])[] = [
  [/\.db\.test\.ts$/, "database"],
  [/\.process\.test\.ts$/, "process"],
  [/\.http\.test\.ts$/, "http"],
  [/^e2e\//, "browser"],
];

export const levelOf = (file: string): Level => endings.find(([ending]) => ending.test(file))?.[1] ?? "unit";

const folders = ["app", "bench", "components", "deploy", "docs", "e2e", "lib", "prisma", "scripts"];

const listTestFiles = (): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    { cwd: projectRoot },
  )
    .map((file) => file.replaceAll("\\", "/"))
    .sort();

/** The files that names stand for, by level: a file, a folder, or the beginning of either. */
export function findTestFiles(names: readonly string[], all = listTestFiles()): Map<Level, string[]> {
  const found = new Set<string>();
  for (const name of names) {
    const beginning = name.replaceAll("\\", "/").replace(/^\.\//, "");
    const matches = all.filter((file) => file.startsWith(beginning));
    if (matches.length === 0) throw new Error(`no test file begins with ${name}`);
    for (const match of matches) found.add(match);
  }
  return Map.groupBy(found, levelOf);
}
