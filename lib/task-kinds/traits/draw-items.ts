import { orderBySeed } from "#lib/seeds/seeded-order.ts";

/**
 * Which of so many items are read, the first being 1, in their own order. It hangs on the name alone, which the sides of
 * one person share: the same for everybody who judges, and the same questions on either side.
 */
export function drawItems(name: string, count: number, wanted: number | null): number[] {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  if (wanted === null || wanted >= count) return all;
  return orderBySeed(all, 0, (place) => `item\n${name}\n${place}`)
    .slice(0, wanted)
    .sort((a, b) => a - b);
}
