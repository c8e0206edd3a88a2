import { deriveSeed, orderDigests } from "#lib/seeds/seeded-order.ts";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import type { SampledStratum } from "#lib/studies/strata/schema.ts";

export type Group = {
  stratum: SampledStratum;
  track: string;
  /** How many of them one cell gets. */
  quota: number;
  /** How many of these all cells have in common. */
  linked: number;
  cases: readonly EligibleCase[];
  /** Where whole groups are drawn: how many cases of each. */
  each?: number;
};

/** A case's turn: in each round every case has one. */
export type Turn = { round: number; digest: Buffer; item: EligibleCase };

/** At most so many of one cell's cases from one source: the work, or the question that several of them ask. */
export type SourceLimit = { by: "source" | "question"; most: number };

/** The cases of one group and one source, the next turn last. Those whose source is unknown are one bucket. */
export type Bucket = {
  source: string | null;
  cases: readonly EligibleCase[];
  turns: Turn[];
  round: number;
  /** What it stands for among the buckets of its pool: its next turn, or a later one while a cell is drawn. */
  stands: Turn | null;
};

export type Pool = { group: Group; roundSeed: (round: number) => bigint; buckets: Bucket[] };

/** What has been drawn for one cell so far. */
export type Draw = {
  items: Set<EligibleCase>;
  perSource: Map<string, number>;
  perPool: Map<Pool, { bucket: Bucket; turn: Turn }[]>;
};

export const isEarlier = (a: Turn, b: Turn): boolean =>
  a.round === b.round ? Buffer.compare(a.digest, b.digest) < 0 : a.round < b.round;

// No text that is stored holds a NUL, so two different cases never have the same name.
export const nameOf = ({ track, key }: { track: string; key: string }): string => `${track}\0${key}`;

export function makePool(group: Group, seed: number, limit: SourceLimit | null): Pool {
  const roundSeed = (round: number) => deriveSeed(seed, group.stratum, group.track, round);
  const bySource = Map.groupBy(group.cases, (item) => (limit ? item[limit.by] : null));
  const pool: Pool = {
    group,
    roundSeed,
    buckets: [...bySource].map(([source, cases]) => ({ source, cases, turns: [], round: 0, stands: null })),
  };
  for (const bucket of pool.buckets) addRound(pool, bucket);
  sortBuckets(pool);
  return pool;
}

function addRound({ roundSeed }: Pool, bucket: Bucket): void {
  const round = bucket.round++;
  const turns = orderDigests(bucket.cases, roundSeed(round), nameOf).map((ordered) => ({
    ...ordered,
    round,
  }));
  bucket.turns = [...turns.reverse(), ...bucket.turns];
}

// A bucket always holds a turn: the last one taken brings the next round.
export const headOf = (bucket: Bucket): Turn => bucket.turns.at(-1) as Turn;

export function removeTurn(pool: Pool, bucket: Bucket, turn: Turn): void {
  bucket.turns.splice(bucket.turns.lastIndexOf(turn), 1);
  if (bucket.turns.length === 0) addRound(pool, bucket);
}

export const standsBefore = ({ stands }: Bucket, turn: Turn): boolean =>
  stands !== null && isEarlier(stands, turn);

export function sortBuckets({ buckets }: Pool): void {
  for (const bucket of buckets) bucket.stands = headOf(bucket);
  buckets.sort((a, b) => (standsBefore(a, headOf(b)) ? -1 : 1));
}

/** Lets the bucket at `from` stand for this turn, behind all that stand for earlier ones. */
export function moveBack({ buckets }: Pool, from: number, turn: Turn): void {
  const [bucket] = buckets.splice(from, 1) as [Bucket];
  bucket.stands = turn;
  let [low, high] = [from, buckets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (standsBefore(buckets[middle] as Bucket, turn)) low = middle + 1;
    else high = middle;
  }
  buckets.splice(low, 0, bucket);
}

/** The bucket's next turn of a case that is not in the draw yet. */
export function findTurn(pool: Pool, bucket: Bucket, draw: Draw): Turn | null {
  let turn = bucket.turns.findLast(({ item }) => !draw.items.has(item));
  if (!turn && bucket.cases.some((item) => !draw.items.has(item))) {
    addRound(pool, bucket);
    turn = bucket.turns.findLast(({ item }) => !draw.items.has(item));
  }
  return turn ?? null;
}
