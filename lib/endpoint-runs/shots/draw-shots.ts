import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";

/** A case that can be shown. Of two that say the same, only one is the other's shot. */
export type Shot = { versionId: number; key: string; promptHash: string };
type ShotSubject = { key: string; promptHash: string };
type Drawing = { count: number; seed: number; isPerCase: boolean };

/** Draws what is shown before a case: never itself. Null where the pool of its track has too few. */
export type ShotDraw = (asked: ShotSubject) => number[] | null;

export function prepareShots(pool: readonly Shot[], { count, seed, isPerCase }: Drawing): ShotDraw {
  const ordered = orderBySeed(pool, seed, ({ key }) => key);
  return ({ key, promptHash }) => {
    const isOther = (shot: Shot) => shot.promptHash !== promptHash;
    if (!isPerCase) return whole(firstOthers(ordered, isOther, count), count);
    const drawn = new Map<number, Shot>();
    // More draws than there are cases: what is drawn twice is drawn again, and then the pool is too small.
    for (let draw = 0; drawn.size < count && draw < 20 * count + ordered.length; draw++) {
      const at = Number(deriveSeed(seed, key, draw) % BigInt(Math.max(ordered.length, 1)));
      const shot = ordered[at];
      if (shot && isOther(shot)) drawn.set(shot.versionId, shot);
    }
    return whole([...drawn.values()], count);
  };
}

function firstOthers(ordered: readonly Shot[], isOther: (shot: Shot) => boolean, count: number): Shot[] {
  const found: Shot[] = [];
  for (const shot of ordered) {
    if (found.length === count) break;
    if (isOther(shot)) found.push(shot);
  }
  return found;
}

const whole = (shots: readonly Shot[], count: number): number[] | null =>
  shots.length === count ? shots.map(({ versionId }) => versionId) : null;
