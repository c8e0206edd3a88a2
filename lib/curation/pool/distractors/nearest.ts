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

/** Four columns at once for each row: what is read of the row serves four products. */
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
  for (let row = from; row < to; row++) {
    const a = row * length;
    let column = otherFrom === from ? row + 1 : otherFrom;
    for (; column + 3 < otherTo; column += 4) {
      let b = column * length;
      let c = b + length;
      let d = c + length;
      let e = d + length;
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let at = a, end = a + length; at < end; at++) {
        const value = values[at] as number;
        first += value * (values[b++] as number);
        second += value * (values[c++] as number);
        third += value * (values[d++] as number);
        fourth += value * (values[e++] as number);
      }
      pair(row, column, first);
      pair(row, column + 1, second);
      pair(row, column + 2, third);
      pair(row, column + 3, fourth);
    }
    for (; column < otherTo; column++) {
      let sum = 0;
      for (let at = a, end = a + length, b = column * length; at < end; at++, b++)
        sum += (values[at] as number) * (values[b] as number);
      pair(row, column, sum);
    }
  }
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
