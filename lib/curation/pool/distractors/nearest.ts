import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";

/** The nearest of each role: `most` places a role, filled from the front; where there are fewer, -1 stands. */
export type Nearest = { roles: Int32Array; similarities: Float64Array };

/** Of unit length, one after the other. */
export type Vectors = { values: Float64Array; length: number; count: number };

/** So many rows that both sides of a tile stay in the processor's cache. */
const tile = 32;

/**
 * Holds vectors against each other and keeps the most similar of each. Every pair is looked at once; of several parts
 * each takes every so manieth row of tiles. How many parts there are changes nothing: a similarity is summed in one
 * order, and of equal ones the earlier role is nearer.
 */
export function findNearest(
  { values, length, count }: Vectors,
  { most, part = 0, parts = 1 }: { most: number; part?: number; parts?: number },
): Nearest {
  const nearest = emptyNearest(count, most);
  for (let from = part * tile; from < count; from += parts * tile) {
    const to = Math.min(count, from + tile);
    for (let other = from; other < count; other += tile) {
      holdTiles(values, length, nearest, most, [from, to, other, Math.min(count, other + tile)]);
    }
  }
  return nearest;
}

/** What parts found of all, put together. */
export function joinNearest(parts: readonly Nearest[], count: number, most: number): Nearest {
  const joined = emptyNearest(count, most);
  for (const { roles, similarities } of parts)
    for (let place = 0; place < roles.length; place++) {
      const role = roles[place] as number;
      if (role >= 0) offer(joined, most, Math.floor(place / most), role, similarities[place] as number);
    }
  return joined;
}

function emptyNearest(count: number, most: number): Nearest {
  return {
    roles: new Int32Array(count * most).fill(-1),
    similarities: new Float64Array(count * most).fill(-Infinity),
  };
}

/** Two rows by four columns at once, where there are as many: what is read of each serves all that it is multiplied by. */
function holdTiles(
  values: Float64Array,
  length: number,
  nearest: Nearest,
  most: number,
  [from, to, otherFrom, otherTo]: readonly [number, number, number, number],
): void {
  const pair = (row: number, column: number, similarity: number) => {
    offer(nearest, most, row, column, similarity);
    offer(nearest, most, column, row, similarity);
  };
  const sums = new Float64Array(8);
  const isOwn = otherFrom === from;
  const even = isOwn ? from : to - ((to - from) % 2);
  const fours = otherTo - ((otherTo - otherFrom) % 4);
  for (let row = from; row < even; row += 2)
    for (let column = otherFrom; column < fours; column += 4) {
      multiply(values, length, row * length, column * length, sums);
      for (let at = 0; at < 8; at++) pair(row + (at >> 2), column + (at & 3), sums[at] as number);
    }
  for (let row = from; row < to; row++)
    for (let column = isOwn ? row + 1 : row < even ? fours : otherFrom; column < otherTo; column++) {
      let sum = 0;
      for (let at = row * length, end = at + length, b = column * length; at < end; at++, b++)
        sum += (values[at] as number) * (values[b] as number);
      pair(row, column, sum);
    }
}

/** The products of two rows from one place on with four from another, each summed from the front. */
function multiply(values: Float64Array, length: number, row: number, column: number, sums: Float64Array) {
  let c = column;
  let d = c + length;
  let e = d + length;
  let f = e + length;
  // One by one: taken out of lists, the loop below is thirty times as slow.
  let ac = 0;
  let ad = 0;
  let ae = 0;
  let af = 0;
  let bc = 0;
  let bd = 0;
  let be = 0;
  let bf = 0;
  for (let a = row, b = row + length, end = b; a < end; a++, b++) {
    const first = values[a] as number;
    const second = values[b] as number;
    const inC = values[c++] as number;
    const inD = values[d++] as number;
    const inE = values[e++] as number;
    const inF = values[f++] as number;
    ac += first * inC;
    ad += first * inD;
    ae += first * inE;
    af += first * inF;
    bc += second * inC;
    bd += second * inD;
    be += second * inE;
    bf += second * inF;
  }
  sums.set([ac, ad, ae, af, bc, bd, be, bf]);
}

/** Keeps a role among the nearest of another, if it is one of them. */
function offer({ roles, similarities }: Nearest, most: number, of: number, role: number, similarity: number) {
  const end = (of + 1) * most;
  const last = similarities[end - 1] as number;
  if (similarity < last || (similarity === last && role > (roles[end - 1] as number) && last !== -Infinity))
    return;
  let place = end - 1;
  for (; place > of * most; place--) {
    const above = similarities[place - 1] as number;
    if (above > similarity || (above === similarity && (roles[place - 1] as number) < role)) break;
    similarities[place] = above;
    roles[place] = roles[place - 1] as number;
  }
  similarities[place] = similarity;
  roles[place] = role;
}

/** Fewer products than these are not worth a thread. */
const worthThreads = 200_000_000;
const maxThreads = Math.max(1, Math.min(4, availableParallelism()));

/** The nearest of each among all, off the event loop where that takes long. */
export async function findNearestOfAll(
  vectors: Vectors,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<Nearest> {
  if ((vectors.count ** 2 / 2) * vectors.length < worthThreads) return findNearest(vectors, { most });
  const found = await Promise.all(
    Array.from({ length: maxThreads }, (_, part) =>
      runThread({ vectors, most, part, parts: maxThreads }, signal),
    ),
  );
  return joinNearest(found, vectors.count, most);
}

/** The nearest of each among those of its group. */
export function findNearestOfGroups(
  { values, length, count }: Vectors,
  groups: readonly (readonly number[])[],
  most: number,
): Nearest {
  const nearest = emptyNearest(count, most);
  for (const members of groups) {
    const own = new Float64Array(members.length * length);
    members.forEach((role, place) =>
      own.set(values.subarray(role * length, (role + 1) * length), place * length),
    );
    const found = findNearest({ values: own, length, count: members.length }, { most });
    members.forEach((role, place) => {
      for (let at = 0; at < most; at++) {
        const near = found.roles[place * most + at] as number;
        nearest.roles[role * most + at] = near < 0 ? -1 : (members[near] as number);
        nearest.similarities[role * most + at] = found.similarities[place * most + at] as number;
      }
    });
  }
  return nearest;
}

export type NearestTask = { vectors: Vectors; most: number; part: number; parts: number };

async function runThread(workerData: NearestTask, signal: AbortSignal): Promise<Nearest> {
  // Asked for like this, and by a path of now, no bundler takes the thread apart: Node runs its file from the project.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const file = path.join(process.cwd(), "lib/curation/pool/distractors/nearest-thread.ts");
  const worker = new Worker(file, { execArgv: [], env: {}, workerData });
  try {
    const [found] = (await once(worker, "message", { signal })) as [Nearest];
    return found;
  } finally {
    await worker.terminate();
  }
}
