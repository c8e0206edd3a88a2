import { hash as digest } from "node:crypto";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { drawCommon, takeNamed, type CommonCases } from "#lib/studies/sampling/for-everybody.ts";
import { makePool, nameOf, type Group } from "#lib/studies/sampling/pools.ts";
import { foldGroup, membersOf, unfoldCells } from "#lib/studies/sampling/units.ts";
import { drawCell, itemsOf } from "#lib/studies/sampling/draws.ts";
import { digestWithArms } from "#lib/studies/arms/deal.ts";
import { peoplePerArm } from "#lib/studies/arms/schema.ts";
import { quotaOf, sampledStrata, stratumOf, type SampledStratum } from "#lib/studies/strata/schema.ts";
import { strata, type Design, type Stratum } from "#lib/studies/schema.ts";

export type PlannedCase = Pick<
  EligibleCase,
  "versionId" | "track" | "key" | "hash" | "source" | "group" | "origin"
> & { stratum: Stratum };
/** Places in the plan's list of cases: what one participant gets besides what everybody gets. */
export type PlannedCell = { capacity: number | null; cases: readonly number[] };
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

export type Sampled = Pick<Design, "frame" | "sample" | "assignment">;

/**
 * The same seed and frame give the same sample, in whatever order and under whatever numbers the cases come. Where a study has
 * arms, this is what comes once under each.
 */
export function drawSample(design: Sampled, eligible: readonly EligibleCase[]): SampleResult {
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

function listGroups({ frame, sample }: Sampled, cases: readonly EligibleCase[]): Group[] {
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
  { sample, assignment }: Sampled,
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
  { assignment }: Sampled,
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
