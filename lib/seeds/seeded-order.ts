import "server-only";
import { hash } from "node:crypto";

type Seed = number | bigint;

const digestOf = (seed: Seed, key: string): Buffer => hash("sha256", `${seed}\n${key}`, "buffer");
const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * A shuffle that needs no generator: everything stands where the digest of the seed and its key puts it. So the
 * order is the same on any machine, however the items came.
 */
export const orderBySeed = <T>(items: readonly T[], seed: Seed, keyOf: (item: T) => string): T[] =>
  orderDigests(items, seed, keyOf).map(({ item }) => item);

/** The same, with what put each where it stands. */
export function orderDigests<T>(
  items: readonly T[],
  seed: Seed,
  keyOf: (item: T) => string,
): { item: T; digest: Buffer }[] {
  return items
    .map((item) => {
      const key = keyOf(item);
      return { item, key, digest: digestOf(seed, key) };
    })
    .sort((a, b) => Buffer.compare(a.digest, b.digest) || compareKeys(a.key, b.key))
    .map(({ item, digest }) => ({ item, digest }));
}

/** Another seed for another purpose: positive, and within what the database's bigint holds. */
export function deriveSeed(seed: Seed, ...words: readonly (string | number)[]): bigint {
  const drawn = BigInt.asUintN(63, digestOf(seed, words.join("\n")).readBigUInt64BE());
  return drawn === 0n ? 1n : drawn;
}
