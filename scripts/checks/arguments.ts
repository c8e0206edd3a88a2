import { parseArgs } from "node:util";
import { globSync } from "node:fs";
import { projectRoot } from "#scripts/project.ts";

/** One of several machines that share a run. */
type Shard = { at: number; of: number };

/** What is asked of `npm test` and `npm run test:all`. */
export type TestRun = {
  /** With the tests that search the product, and not only those that guard it. */
  isThorough: boolean;
  shard: Shard;
  hasDurations: boolean;
  /** Files or folders; without any, everything. */
  names: readonly string[];
  /** The whole title of one test. */
  title: string | null;
};

const usage = `usage: npm test -- [--shard=2/4] [--durations] [--title "…"] [lib/metrics e2e/staff …]`;

export function readArguments(args: readonly string[]): TestRun {
  const { values, positionals } = parse(args);
  return {
    isThorough: values.all ?? false,
    shard: readShard(values.shard),
    hasDurations: values.durations ?? false,
    names: positionals,
    title: values.title ?? null,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        all: { type: "boolean" },
        shard: { type: "string" },
        durations: { type: "boolean" },
        title: { type: "string", short: "t" },
      },
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

function readShard(text = "1/1"): Shard {
  const [, at, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const shard = { at: Number(at), of: Number(of) };
  if (!(shard.at >= 1 && shard.at <= shard.of))
    throw new Error(`--shard=${text}: the second of four machines is --shard=2/4\n${usage}`);
  return shard;
}

/** As Vitest and Playwright both take it: each gives every shard its part, and together they are the whole. */
export const shardArguments = ({ at, of }: Shard): string[] => (of === 1 ? [] : [`--shard=${at}/${of}`]);

/** From the cheapest to the dearest; each test stands at the lowest that can hold its claim. */
export const levels = ["unit", "long", "database", "process", "http", "browser"] as const;
export type Level = (typeof levels)[number];

const endings: readonly (readonly [RegExp, Level])[] = [
  [/\.long\.test\.ts$/, "long"],
  [/\.db\.test\.ts$/, "database"],
  [/\.process\.test\.ts$/, "process"],
  [/\.http\.test\.ts$/, "http"],
  [/^e2e\//, "browser"],
];

const levelOf = (file: string): Level => endings.find(([ending]) => ending.test(file))?.[1] ?? "unit";

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
