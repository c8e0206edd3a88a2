/** One of several machines that share a run. */
export type Shard = { at: number; of: number };

export const wholeRun: Shard = { at: 1, of: 1 };

/** What `npm test -- --shard=2/4` asks for; without it, everything. */
export function readShard(args: readonly string[]): Shard {
  if (args.length === 0) return wholeRun;
  const [, at, of] = /^--shard=(\d{1,3})\/(\d{1,3})$/.exec(args.join(" ")) ?? [];
  const shard = { at: Number(at), of: Number(of) };
  if (!(shard.at >= 1 && shard.at <= shard.of))
    throw new Error("usage: npm test -- --shard=2/4, the second of four machines");
  return shard;
}

/** As Vitest and Playwright both take it: each gives every shard its part, and together they are the whole. */
export const asArguments = ({ at, of }: Shard): string[] => (of === 1 ? [] : [`--shard=${at}/${of}`]);
