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
  type SourceLimit,
  type Turn,
} from "#lib/studies/sampling/pools.ts";
import { drawBlocks } from "#lib/studies/sampling/blocks.ts";
import { setStandIns, type StandIns } from "#lib/studies/sampling/rated-once.ts";
import { foldGroup, membersOf, unfoldCells } from "#lib/studies/sampling/units.ts";
import { digestWithArms } from "#lib/studies/arms/deal.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import {
  countLinked,
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
> & {
  stratum: Stratum;
  /** Stands in every cell. */
  isLinked?: true;
  /** Stands in no cell: the case of its track whose ratings count for it. */
  ratedAs?: string;
};
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
  reason: "too_few" | "too_few_groups" | "source_limit" | "question_limit" | "unknown_case" | "unknown_gold";
  /** Where groups are too few: how many cases each must have. */
  each?: number;
  case?: { track: string; key: string };
};
/** Cases of a paired track that lack what the others of their pair have: they are never drawn. */
export type BrokenPairs = { track: string; keys: readonly string[] };
export type SampleResult =
  | { ok: true; plan: Plan; broken: readonly BrokenPairs[] }
  | { ok: false; shortfalls: readonly Shortfall[] };

export type SamplingDesign = Pick<Design, "frame" | "sample" | "assignment">;

/**
 * The same seed and frame give the same sample, in whatever order and under whatever numbers the cases come. Where a study has
 * arms, this is what comes once under each.
 */
export function drawSample(design: SamplingDesign, eligible: readonly EligibleCase[]): SampleResult {
  const { sample, assignment } = design;
  const shortfalls: Shortfall[] = [];
  const { cases, standIns } = setStandIns(withoutLeftOut(eligible, sample), sample);
  const { common, rest } = takeNamed(sample, cases, shortfalls);
  const limit = limitOf(sample);
  const isOnce = sample.oncePerQuestion === true;
  // Nearly every question would be asked of somebody before a check is drawn that no other case may resemble.
  if (isOnce) drawCommon(sample, common, rest, shortfalls);
  const groups = listGroups(design, isOnce ? withoutQuestionsOf(rest, listCommon(common)) : rest, standIns);
  const { linked, left } = drawLinked(groups, sample.seed, limit, shortfalls);
  const disjoint = assignment.design === "blocks" ? countBlocks(assignment) : 1;
  const core = drawCore(left, sample.seed, limit, disjoint, shortfalls);
  // A case that is asked of somebody is no attention check. Where each gets their own, all could be asked: there
  // the checks are set aside first, from outside of what one participant needs at least.
  const kept = new Set([...linked, ...core.flat()].flatMap(membersOf));
  if (!isOnce)
    drawCommon(
      sample,
      common,
      rest.filter((one) => !kept.has(one)),
      shortfalls,
    );
  if (shortfalls.length > 0) return { ok: false, shortfalls };
  const [shared = [], ...own] = unfoldCells(
    [linked, ...drawCells(design, left, { core, common, limit })],
    sample.seed,
  );
  const cells = own.map((cell) => [...shared, ...cell]);
  return {
    ok: true,
    plan: writePlan(design, groups, { cells, shared: new Set(shared), common, standIns }),
    broken: listBroken(sample, [...rest].concat(...standIns.values())),
  };
}

function withoutLeftOut(cases: readonly EligibleCase[], { leftOut = [] }: Sample): readonly EligibleCase[] {
  const names = new Set(leftOut.map(nameOf));
  return names.size === 0 ? cases : cases.filter((one) => !names.has(nameOf(one)));
}

/** Of works as many as the plan says; of cases that ask one question, one. */
function limitOf({ mostFromOneSource: most, oncePerQuestion }: Sample): SourceLimit | null {
  if (most !== null) return { by: "source", most };
  return oncePerQuestion ? { by: "question", most: 1 } : null;
}

function withoutQuestionsOf(
  cases: readonly EligibleCase[],
  others: readonly EligibleCase[],
): readonly EligibleCase[] {
  const taken = new Set(others);
  const asked = new Set(others.flatMap(({ question }) => question ?? []));
  return cases.filter((one) => !taken.has(one) && !(one.question !== null && asked.has(one.question)));
}

const listCommon = ({ attention, practice }: CommonCases) => [...attention, ...practice];

function listBroken({ groups, pairBy = {} }: Sample, cases: readonly EligibleCase[]): BrokenPairs[] {
  return Object.keys(pairBy)
    .sort()
    .flatMap((track) => {
      const pairs = Map.groupBy(
        cases.filter((one) => one.track === track),
        ({ pair }) => pair,
      );
      const keys = [...pairs].flatMap(([pair, members]) =>
        pair !== null && members.length >= (groups?.[track] ?? 1) ? [] : members.map(({ key }) => key),
      );
      return keys.length === 0 ? [] : [{ track, keys: keys.sort() }];
    });
}

const countBlocks = (assignment: Design["assignment"]): number =>
  Math.ceil(peoplePerArm(assignment) / assignment.ratersPerCase);

function listGroups(
  { frame, sample, assignment }: SamplingDesign,
  cases: readonly EligibleCase[],
  standIns: StandIns,
): Group[] {
  const byTrack = Map.groupBy(cases, ({ track }) => track);
  return sampledStrata.flatMap((stratum) => {
    const quotas = quotaOf(sample, stratum);
    return Object.keys(quotas)
      .sort()
      .map((track): Group => {
        const inTrack = byTrack.get(track) ?? [];
        const cases = inTrack.filter((one) => stratumOf(one, frame.reference) === stratum);
        const linked = countLinked(sample, assignment, stratum, track);
        const whole = { stratum, track, quota: quotas[track] ?? 0, linked, cases };
        const by = sample.pairBy?.[track] ? "pair" : "group";
        return foldGroup(whole, { each: sample.groups?.[track], by, standIns });
      })
      .filter(({ quota }) => quota > 0);
  });
}

/** What all cells have in common, and the groups without it: fewer cases, and less to be drawn for each cell. */
function drawLinked(
  groups: readonly Group[],
  seed: number,
  limit: SourceLimit | null,
  shortfalls: Shortfall[],
): { linked: readonly EligibleCase[]; left: readonly Group[] } {
  if (groups.every(({ linked }) => linked === 0)) return { linked: [], left: groups };
  const pools = groups.map((group) =>
    makePool({ ...group, quota: Math.min(group.linked, group.cases.length) }, seed, limit),
  );
  const { draw, missing } = drawCell(pools, limit?.most ?? null);
  for (const [{ group }, lacking] of missing) shortfalls.push(describeLimit(group, lacking, limit));
  const linked = pools.flatMap((pool) => itemsOf(pool, draw));
  const taken = new Set(linked);
  const left = groups.map((group) => {
    const cases = limit?.by === "question" ? withoutQuestionsOf(group.cases, linked) : group.cases;
    return {
      ...group,
      cases: cases.filter((one) => !taken.has(one)),
      quota: Math.max(0, group.quota - group.linked),
    };
  });
  return { linked, left };
}

const describeLimit = (
  { stratum, track, quota: needed }: Group,
  lacking: number,
  limit: SourceLimit | null,
): Shortfall => ({
  stratum,
  track,
  needed,
  found: needed - lacking,
  reason: limit?.by === "question" ? "question_limit" : "source_limit",
});

/** Different cases for so many participants: all that is asked, or the least that one of many needs. */
function drawCore(
  groups: readonly Group[],
  seed: number,
  limit: SourceLimit | null,
  disjoint: number,
  shortfalls: Shortfall[],
): EligibleCase[][] {
  const pools = groups.map((group) => {
    const needed = group.quota * disjoint;
    const { stratum, track, cases, each, linked } = group;
    if (cases.length < needed) {
      const found = { stratum, track, needed: linked + needed, found: linked + cases.length };
      shortfalls.push(
        each === undefined ? { ...found, reason: "too_few" } : { ...found, reason: "too_few_groups", each },
      );
    }
    const quota = Math.min(needed, cases.length);
    return makePool({ ...group, quota }, seed, limit);
  });
  const { draw, missing } = drawCell(pools, limit && limit.most * disjoint);
  for (const [{ group }, lacking] of missing) shortfalls.push(describeLimit(group, lacking, limit));
  return pools.map((pool) => itemsOf(pool, draw));
}

function drawCells(
  { sample, assignment }: SamplingDesign,
  groups: readonly Group[],
  {
    core,
    common,
    limit,
  }: { core: readonly EligibleCase[][]; common: CommonCases; limit: SourceLimit | null },
): EligibleCase[][] {
  if (assignment.design === "same") return [core.flat()];
  if (assignment.design === "blocks") return drawBlocks(core, countBlocks(assignment), limit);
  const aside = new Set(listCommon(common));
  const pools = groups.map((group) =>
    makePool(
      { ...group, cases: group.cases.filter((each) => !membersOf(each).some((one) => aside.has(one))) },
      sample.seed,
      limit,
    ),
  );
  return Array.from({ length: peoplePerArm(assignment) }, () => {
    const { draw } = drawCell(pools, limit?.most ?? null);
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
  {
    cells: drawn,
    shared,
    common,
    standIns,
  }: {
    cells: readonly EligibleCase[][];
    shared: ReadonlySet<EligibleCase>;
    common: CommonCases;
    standIns: StandIns;
  },
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
  const withOthers = (item: EligibleCase): { item: EligibleCase; ratedAs?: string }[] => [
    { item },
    ...(standIns.get(item) ?? []).map((other) => ({ item: other, ratedAs: item.key })),
  ];
  const planned = strata.flatMap((stratum) =>
    members[stratum]
      .filter((entry) => stratum === "attention" || stratum === "practice" || asked.has(entry))
      .flatMap(withOthers)
      .sort((a, b) => (nameOf(a.item) < nameOf(b.item) ? -1 : 1))
      .map((one) => ({ ...one, stratum })),
  );
  const places = new Map(planned.map(({ item }, place) => [item, place]));
  const capacity = capacities[assignment.design](assignment);
  const cells = drawn.map((items) => ({
    capacity,
    cases: items.map((item) => places.get(item) ?? -1).sort((a, b) => a - b),
  }));
  const cases = planned.map(({ item, stratum, ratedAs }): PlannedCase => {
    const { versionId, track, key, hash, source, group, origin } = item;
    const named = { versionId, track, key, hash, source, group, origin, stratum };
    return { ...named, ...(shared.has(item) && { isLinked: true }), ...(ratedAs && { ratedAs }) };
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

/**
 * The rest is drawn from those that every run got right: whoever reads them can answer them. Where no question is asked
 * twice, each is asked by one of them alone.
 */
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
    if (sample.oncePerQuestion) easy = [...withoutQuestionsOf(easy, listCommon(common))];
    const inTurn = orderBySeed(easy, deriveSeed(sample.seed, stratum), nameOf);
    const drawn = (sample.oncePerQuestion ? takeFirstAskings(inTurn) : inTurn).slice(0, Math.max(0, needed));
    if (drawn.length < needed)
      shortfalls.push({ stratum, track: null, needed, found: drawn.length, reason: "too_few" });
    common[stratum].push(...drawn);
    easy = easy.filter((item) => !drawn.includes(item));
  }
}

function takeFirstAskings(cases: readonly EligibleCase[]): EligibleCase[] {
  const asked = new Set<string>();
  return cases.filter(({ question }) => question === null || asked.size < asked.add(question).size);
}
