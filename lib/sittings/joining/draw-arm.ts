import { orderBySeed } from "#lib/seeds/seeded-order.ts";

export type ArmCount = { arm: number; holders: number; isFree: boolean };

/** The arm with the fewest people of those with room; of several, chance decides by the seed of the sitting. */
export function drawArm(counted: readonly ArmCount[], seed: bigint): number | null {
  const free = counted.filter(({ isFree }) => isFree);
  const open = free.length > 0 ? free : counted;
  const fewest = Math.min(...open.map(({ holders }) => holders));
  const [drawn] = orderBySeed(
    open.filter(({ holders }) => holders === fewest),
    seed,
    ({ arm }) => `arm\n${arm}`,
  );
  return drawn?.arm ?? null;
}
