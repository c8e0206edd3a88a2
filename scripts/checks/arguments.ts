import { parseArgs } from "node:util";

/** One of several machines that share a run. */
export type Shard = { at: number; of: number };

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

export const usage = `usage: npm test -- [--shard=2/4] [--durations] [--title "…"] [lib/metrics e2e/staff …]`;

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
