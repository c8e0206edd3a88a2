import { hash as digest } from "node:crypto";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import {
  makePool,
  nameOf,
  type Group,
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
import { digestWithArms } from "#lib/studies/arms/deal.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import {
  quotaOf,
  sampledStrata,
  stratumOf,
  type SampledStratum,
  listAskedTracks,
} from "#lib/studies/strata/schema.ts";
import { strata, type Design, type Stratum, type Sample } from "#lib/studies/schema.ts";
import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";

export type PlannedCase = Pick<
  EligibleCase,
  "versionId" | "track" | "key" | "hash" | "source" | "group" | "origin"
> & { stratum: Stratum };
/** Places in the plan's list of cases: what one participant gets besides what everybody gets. */
type PlannedCell = { capacity: number | null; cases: readonly number[] };
export type Plan = {
  cases: readonly PlannedCase[];
  cells: readonly PlannedCell[];
  /** sha256 over what is asked of whom, free of anything this database numbered. */
  digest: string;
};

export type Shortfall = {
  stratum: Stratum;
  /** Null where cases are drawn from all tracks. */
  track: string | null;
  needed: number;
  found: number;
  reason: "too_few" | "too_few_groups" | "source_limit" | "unknown_case" | "unknown_gold";
  /** Where groups are too few: how many cases each must have. */
  each?: number;
  case?: { track: string; key: string };
};
export type SampleResult = { ok: true; plan: Plan } | { ok: false; shortfalls: readonly Shortfall[] };

export type SamplingDesign = Pick<Design, "frame" | "sample" | "assignment">;

/**
 * The same seed and frame give the same sample, in whatever order and under whatever numbers the cases come. Where a study has
 * arms, this is what comes once under each.
 */
export function drawSample(design: SamplingDesign, eligible: readonly EligibleCase[]): SampleResult {
  const { sample, assignment } = design;
  const shortfalls: Shortfall[] = [];
  const { common, rest } = takeNamed(sample, eligible, shortfalls);
  const groups = listGroups(design, rest);
  const disjoint = assignment.design === "blocks" ? countBlocks(assignment) : 1;
  const core = drawCore(groups, sample, disjoint, shortfalls);
  // A case that is asked of somebody is no attention check. Where each gets their own, all could be asked: there
  // the checks are set aside first, from outside of what one participant needs at least.
  const kept = new Set(core.flat().flatMap(membersOf));
  drawCommon(
    sample,
    common,
    rest.filter((one) => !kept.has(one)),
    shortfalls,
  );
  if (shortfalls.length > 0) return { ok: false, shortfalls };
  const cells = unfoldCells(drawCells(design, groups, core, common), sample.seed);
  return { ok: true, plan: writePlan(design, groups, cells, common) };
}

const countBlocks = (assignment: Design["assignment"]): number =>
  Math.ceil(peoplePerArm(assignment) / assignment.ratersPerCase);

function listGroups({ frame, sample }: SamplingDesign, cases: readonly EligibleCase[]): Group[] {
  const byTrack = Map.groupBy(cases, ({ track }) => track);
  return sampledStrata.flatMap((stratum) => {
    const quotas = quotaOf(sample, stratum);
    return Object.keys(quotas)
      .sort()
      .map((track): Group => {
        const inTrack = byTrack.get(track) ?? [];
        const cases = inTrack.filter((one) => stratumOf(one, frame.reference) === stratum);
        return foldGroup({ stratum, track, quota: quotas[track] ?? 0, cases }, sample.groups?.[track]);
      })
      .filter(({ quota }) => quota > 0);
  });
}

/** Different cases for so many participants: all that is asked, or the least that one of many needs. */
function drawCore(
  groups: readonly Group[],
  { seed, mostFromOneSource }: Design["sample"],
  disjoint: number,
  shortfalls: Shortfall[],
): EligibleCase[][] {
  const pools = groups.map((group) => {
    const needed = group.quota * disjoint;
    const { stratum, track, cases, each } = group;
    if (cases.length < needed) {
      const found = { stratum, track, needed, found: cases.length };
      shortfalls.push(
        each === undefined ? { ...found, reason: "too_few" } : { ...found, reason: "too_few_groups", each },
      );
    }
    const quota = Math.min(needed, cases.length);
    return makePool({ ...group, quota }, seed, mostFromOneSource !== null);
  });
  const { draw, missing } = drawCell(pools, mostFromOneSource && mostFromOneSource * disjoint);
  for (const [{ group }, lacking] of missing) {
    const { stratum, track, quota: needed } = group;
    shortfalls.push({ stratum, track, needed, found: needed - lacking, reason: "source_limit" });
  }
  return pools.map((pool) => itemsOf(pool, draw));
}

function drawCells(
  { sample, assignment }: SamplingDesign,
  groups: readonly Group[],
  core: readonly EligibleCase[][],
  common: CommonCases,
): EligibleCase[][] {
  const most = sample.mostFromOneSource;
  if (assignment.design === "same") return [core.flat()];
  if (assignment.design === "blocks") return drawBlocks(core, countBlocks(assignment), most !== null);
  const aside = new Set([...common.attention, ...common.practice]);
  const pools = groups.map((group) =>
    makePool(
      { ...group, cases: group.cases.filter((each) => !membersOf(each).some((one) => aside.has(one))) },
      sample.seed,
      most !== null,
    ),
  );
  return Array.from({ length: peoplePerArm(assignment) }, () => {
    const { draw } = drawCell(pools, most);
    return pools.flatMap((pool) => itemsOf(pool, draw));
  });
}

const capacities = {
  same: () => null,
  own: () => 1,
  blocks: ({ ratersPerCase }: Design["assignment"]) => ratersPerCase,
};

/** Cases by stratum, track and key, so that nothing in the plan depends on how they came. */
function writePlan(
  { assignment }: SamplingDesign,
  groups: readonly Group[],
  drawn: readonly EligibleCase[][],
  common: CommonCases,
): Plan {
  const asked = new Set(drawn.flat());
  const drawnFrom = (wanted: SampledStratum) =>
    groups.flatMap(({ stratum, cases }) => (stratum === wanted ? cases.flatMap(membersOf) : []));
  const members: Record<Stratum, readonly EligibleCase[]> = {
    selected: drawnFrom("selected"),
    unsure: drawnFrom("unsure"),
    control: drawnFrom("control"),
    ...common,
  };
  const planned = strata.flatMap((stratum) =>
    members[stratum]
      .filter((entry) => stratum === "attention" || stratum === "practice" || asked.has(entry))
      .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
      .map((item) => ({ item, stratum })),
  );
  const places = new Map(planned.map(({ item }, place) => [item, place]));
  const capacity = capacities[assignment.design](assignment);
  const cells = drawn.map((items) => ({
    capacity,
    cases: items.map((item) => places.get(item) ?? -1).sort((a, b) => a - b),
  }));
  const cases = planned.map(({ item: { versionId, track, key, hash, source, group, origin }, stratum }) => {
    return { versionId, track, key, hash, source, group, origin, stratum };
  });
  return { cases, cells, digest: digestWithArms(digestOf(cases, cells), assignment.arms) };
}

const digestOf = (cases: readonly PlannedCase[], cells: readonly PlannedCell[]): string =>
  digest(
    "sha256",
    JSON.stringify([
      cases.map(({ stratum, track, key, hash }) => [stratum, track, key, hash]),
      cells.map((cell) => [cell.capacity, cell.cases]),
    ]),
  );

/** A case between the two things its blocks must be even in: a place of its group, and a place of its source. */
type Edge = { item: EligibleCase; ends: readonly Vertex[]; block: number };
type Vertex = { edges: Map<number, Edge>; firstFree: number };

/**
 * Draws cases into disjoint blocks of the same make: of every group the same number in each, and no more of one
 * source than its share. Both come from colouring the edges of a bipartite graph: a group or source is split into
 * vertices of at most as many cases as there are blocks, and by Kőnig's theorem as many colours are enough.
 */
function drawBlocks(
  groups: readonly (readonly EligibleCase[])[],
  blocks: number,
  isSourceLimited: boolean,
): EligibleCase[][] {
  const places = new Map<string, { vertex: Vertex; left: number }>();
  const placeOf = (name: string): Vertex => {
    const open = places.get(name);
    if (open && open.left > 0) {
      open.left--;
      return open.vertex;
    }
    const vertex: Vertex = { edges: new Map(), firstFree: 0 };
    places.set(name, { vertex, left: blocks - 1 });
    return vertex;
  };
  const edges = groups.flatMap((items, group) =>
    items.map((item): Edge => {
      const ends = [placeOf(`group ${group}`)];
      if (isSourceLimited && item.source !== null) ends.push(placeOf(`source ${item.source}`));
      return { item, ends, block: -1 };
    }),
  );
  for (const edge of edges) colour(edge);
  const drawn: EligibleCase[][] = Array.from({ length: blocks }, () => []);
  for (const { item, block } of edges) drawn[block]?.push(item);
  return drawn;
}

function colour(edge: Edge): void {
  const [group, source] = edge.ends as [Vertex, Vertex?];
  const block = findFree(group);
  if (source?.edges.has(block)) {
    // What the source has in this block changes places with what it may have instead, and so on along the path,
    // which never comes back to the group: it would come by an edge of the block that the group has free.
    const other = findFree(source);
    const path = followPath(source, block, other);
    for (const step of path) for (const end of step.ends) release(end, step);
    for (const step of path) assign(step, step.block === block ? other : block);
  }
  assign(edge, block);
}

function followPath(from: Vertex, block: number, other: number): Edge[] {
  const path: Edge[] = [];
  let vertex: Vertex | undefined = from;
  for (let wanted = block; vertex; wanted = wanted === block ? other : block) {
    const edge: Edge | undefined = vertex.edges.get(wanted);
    if (!edge) break;
    path.push(edge);
    vertex = edge.ends.find((end) => end !== vertex);
  }
  return path;
}

function findFree(vertex: Vertex): number {
  while (vertex.edges.has(vertex.firstFree)) vertex.firstFree++;
  return vertex.firstFree;
}

function release(vertex: Vertex, edge: Edge): void {
  vertex.edges.delete(edge.block);
  vertex.firstFree = Math.min(vertex.firstFree, edge.block);
}

function assign(edge: Edge, block: number): void {
  edge.block = block;
  for (const end of edge.ends) end.edges.set(block, edge);
}

/** What one cell gets, and what no other choice could have filled. */
type DrawnCell = { draw: Draw; missing: ReadonlyMap<Pool, number> };

/**
 * Draws one cell: from every pool as many cases as its quota, those whose turn it is, at most so many of one
 * source. Where the pools take each other's sources away, what was drawn is exchanged until it fits.
 */
function drawCell(pools: readonly Pool[], most: number | null): DrawnCell {
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
const itemsOf = (pool: Pool, { perPool }: Draw): EligibleCase[] =>
  (perPool.get(pool) ?? [])
    .map(({ turn }) => turn)
    .sort((a, b) => (isEarlier(a, b) ? -1 : 1))
    .map(({ item }) => item);

/** In a pool, some cases of one group in the place of one: they are drawn together, or not at all. */
type Unit = EligibleCase & { members: readonly EligibleCase[]; each: number };

const membersOf = (drawn: EligibleCase | Unit): readonly EligibleCase[] =>
  "members" in drawn ? drawn.members : [drawn];

/** Its cases as groups of at least so many, and its quota in groups. */
function foldGroup(pool: Group, each: number | undefined): Group {
  if (each === undefined) return pool;
  const cases = [...Map.groupBy(pool.cases, ({ group }) => group)].flatMap(([name, members]): Unit[] => {
    const [first] = members;
    if (name === null || !first || members.length < each) return [];
    return [{ ...first, key: name, source: null, members, each }];
  });
  return { ...pool, cases, quota: Math.floor(pool.quota / each), each };
}

/** The cases of what was drawn: of each group those whose origins have been shown least so far, ties by the seed. */
function unfoldCells(cells: readonly (readonly EligibleCase[])[], seed: number): EligibleCase[][] {
  const shown = new Map<string, number>();
  return cells.map((cell) =>
    cell.flatMap((drawn: EligibleCase | Unit) =>
      "members" in drawn ? takeLeastShown(drawn, seed, shown) : drawn,
    ),
  );
}

function takeLeastShown(
  { members, each, track }: Unit,
  seed: number,
  shown: Map<string, number>,
): EligibleCase[] {
  const left = orderBySeed(members, deriveSeed(seed, "origins", track), nameOf);
  const taken: EligibleCase[] = [];
  const timesOf = ({ origin }: EligibleCase) => shown.get(`${track}\n${origin}`) ?? 0;
  while (taken.length < each) {
    const least = Math.min(...left.map(timesOf));
    const [item] = left.splice(
      left.findIndex((one) => timesOf(one) === least),
      1,
    ) as [EligibleCase];
    shown.set(`${track}\n${item.origin}`, least + 1);
    taken.push(item);
  }
  return taken;
}

/** What everybody gets. The order is the one in which they take cases away from each other. */
const commonStrata = ["attention", "practice"] as const;
type CommonCases = Record<(typeof commonStrata)[number], EligibleCase[]>;

/** Cases the design names. Each can be named once, and only if it is in the frame and it is known what is right. */
function takeNamed(sample: Sample, eligible: readonly EligibleCase[], shortfalls: Shortfall[]) {
  const byName = new Map(eligible.map((one) => [nameOf(one), one]));
  const common: CommonCases = { attention: [], practice: [] };
  for (const stratum of commonStrata)
    for (const { track, key } of sample[stratum].cases) {
      const name = nameOf({ track, key });
      const found = byName.get(name);
      if (found?.hasGold) common[stratum].push(found);
      else {
        const reason = found ? "unknown_gold" : "unknown_case";
        shortfalls.push({ stratum, track, needed: 1, found: 0, reason, case: { track, key } });
      }
      byName.delete(name);
    }
  return { common, rest: [...byName.values()] };
}

/** The rest is drawn from those that every run got right: whoever reads them can answer them. */
function drawCommon(
  sample: Sample,
  common: CommonCases,
  rest: readonly EligibleCase[],
  shortfalls: Shortfall[],
): void {
  const asked = new Set(listAskedTracks(sample));
  let easy = rest.filter(({ isEasy, track }) => isEasy && asked.has(track));
  for (const stratum of commonStrata) {
    const needed = sample[stratum].count - sample[stratum].cases.length;
    const drawn = orderBySeed(easy, deriveSeed(sample.seed, stratum), nameOf).slice(0, Math.max(0, needed));
    if (drawn.length < needed)
      shortfalls.push({ stratum, track: null, needed, found: drawn.length, reason: "too_few" });
    common[stratum].push(...drawn);
    easy = easy.filter((item) => !drawn.includes(item));
  }
}
