import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import type { SourceLimit } from "#lib/studies/sampling/pools.ts";

/** A case between the two things its blocks must be even in: a place of its group, and a place of its source. */
type Edge = { item: EligibleCase; ends: readonly Vertex[]; block: number };
type Vertex = { edges: Map<number, Edge>; firstFree: number };

/**
 * Draws cases into disjoint blocks of the same make: of every group the same number in each, and no more of one
 * source than its share. Both come from colouring the edges of a bipartite graph: a group or source is split into
 * vertices of at most as many cases as there are blocks, and by Kőnig's theorem as many colours are enough.
 */
export function drawBlocks(
  groups: readonly (readonly EligibleCase[])[],
  blocks: number,
  limit: SourceLimit | null,
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
      const source = limit ? item[limit.by] : null;
      if (source !== null) ends.push(placeOf(`source ${source}`));
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
