import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";

/** In how many orders so many options can stand. */
export const countOrders = (options: number): number =>
  options < 2 ? 1 : options * countOrders(options - 1);

/** Orders of one case's options, no two alike: the file's, then others that the seed draws. */
export function drawOrders(options: number, count: number, seed: number, key: string): Layout[] {
  if (count > countOrders(options)) throw new Error(`${options} options don't have ${count} orders`);
  const inFile = [...Array.from({ length: options }).keys()];
  const drawn = new Map([[inFile.join(), inFile]]);
  for (let draw = 1; drawn.size < count; draw++) {
    const order = orderBySeed(inFile, seed, (option) => `${key}\n${draw}\n${option}`);
    if (!drawn.has(order.join())) drawn.set(order.join(), order);
  }
  return [...drawn.values()];
}
