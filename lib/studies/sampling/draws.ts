import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import {
  findTurn,
  headOf,
  isEarlier,
  moveBack,
  removeTurn,
  sortBuckets,
  standsBefore,
  type Bucket,
  type Pool,
  type Draw,
  type Turn,
} from "#lib/studies/sampling/pools.ts";

/** What one cell gets, and what no other choice could have filled. */
export type DrawnCell = { draw: Draw; missing: ReadonlyMap<Pool, number> };

/**
 * Draws one cell: from every pool as many cases as its quota, those whose turn it is, at most so many of one
 * source. Where the pools take each other's sources away, what was drawn is exchanged until it fits.
 */
export function drawCell(pools: readonly Pool[], most: number | null): DrawnCell {
  const draw: Draw = { items: new Set(), perSource: new Map(), perPool: new Map() };
  for (const pool of pools) drawFrom(pool, draw, most);
  const missing = new Map<Pool, number>();
  const lacks = (pool: Pool) => pool.group.quota - (draw.perPool.get(pool)?.length ?? 0);
  const short = pools.filter((pool) => lacks(pool) > 0);
  for (const pool of short) {
    while (lacks(pool) > 0 && exchange(pool, pools, draw, most)) continue;
    if (lacks(pool) > 0) missing.set(pool, lacks(pool));
  }
  if (short.length > 0) pools.forEach(sortBuckets);
  return { draw, missing };
}

const hasRoom = ({ source }: Bucket, draw: Draw, most: number | null): boolean =>
  most === null || source === null || (draw.perSource.get(source) ?? 0) < most;

function drawFrom(pool: Pool, draw: Draw, most: number | null): void {
  let isSorted = true;
  for (let i = 0, left = pool.group.quota; left > 0 && i < pool.buckets.length;) {
    const bucket = pool.buckets[i] as Bucket;
    const turn = hasRoom(bucket, draw, most) ? findTurn(pool, bucket, draw) : null;
    const next = pool.buckets[i + 1];
    if (!turn) i++;
    else if (next && standsBefore(next, turn)) {
      // Its first case is in the draw already, and the one after it must wait for other sources.
      moveBack(pool, i, turn);
      isSorted = false;
    } else {
      take(pool, bucket, turn, draw);
      moveBack(pool, i, headOf(bucket));
      left--;
    }
  }
  if (!isSorted) sortBuckets(pool);
}

function take(pool: Pool, bucket: Bucket, turn: Turn, draw: Draw): void {
  removeTurn(pool, bucket, turn);
  draw.items.add(turn.item);
  if (bucket.source !== null) draw.perSource.set(bucket.source, (draw.perSource.get(bucket.source) ?? 0) + 1);
  const taken = draw.perPool.get(pool);
  if (taken) taken.push({ bucket, turn });
  else draw.perPool.set(pool, [{ bucket, turn }]);
}

function giveBack(pool: Pool, bucket: Bucket, draw: Draw): void {
  const taken = draw.perPool.get(pool) ?? [];
  const place = taken.findLastIndex((one) => one.bucket === bucket);
  const [given] = taken.splice(place, 1);
  if (!given) return;
  bucket.turns.push(given.turn);
  draw.items.delete(given.turn.item);
  if (bucket.source !== null) draw.perSource.set(bucket.source, (draw.perSource.get(bucket.source) ?? 1) - 1);
}

/** A step on the way: `by` takes from `from`, whose source is full, once `pool` has given up a case of it. */
type Step = { by: Pool; from: Bucket; gives: Bucket };

/** An augmenting path, as in any flow of pools into sources: finds one more case for the pool if there is any. */
function exchange(short: Pool, pools: readonly Pool[], draw: Draw, most: number | null): boolean {
  const steps = new Map<Pool, Step>();
  const reached = [short];
  for (const pool of reached)
    for (const bucket of pool.buckets) {
      const turn = findTurn(pool, bucket, draw);
      if (!turn) continue;
      if (hasRoom(bucket, draw, most)) {
        follow(short, pool, bucket, steps, draw);
        return true;
      }
      for (const other of pools) {
        if (reached.includes(other)) continue;
        const gives = draw.perPool.get(other)?.find((each) => each.bucket.source === bucket.source)?.bucket;
        if (!gives) continue;
        steps.set(other, { by: pool, from: bucket, gives });
        reached.push(other);
      }
    }
  return false;
}

function follow(short: Pool, last: Pool, free: Bucket, steps: ReadonlyMap<Pool, Step>, draw: Draw): void {
  let [pool, bucket] = [last, free];
  for (;;) {
    const step = steps.get(pool);
    // Giving back first would offer the same case again.
    take(pool, bucket, findTurn(pool, bucket, draw) as Turn, draw);
    if (pool === short || !step) break;
    giveBack(pool, step.gives, draw);
    [pool, bucket] = [step.by, step.from];
  }
}

/** What was drawn, in the order of its turns. */
export const itemsOf = (pool: Pool, { perPool }: Draw): EligibleCase[] =>
  (perPool.get(pool) ?? [])
    .map(({ turn }) => turn)
    .sort((a, b) => (isEarlier(a, b) ? -1 : 1))
    .map(({ item }) => item);
