export type Random = {
  /** From 0 to just below 1. */
  next: () => number;
  /** A whole number below the limit. */
  below: (limit: number) => number;
  pick: <T>(list: readonly T[]) => T;
  chance: (share: number) => boolean;
};

/** The same numbers for the same words, so that any row can be made again without those before it. */
export function randomFrom(...words: readonly (string | number)[]): Random {
  let state = 0x811c9dc5;
  for (const character of words.join("\u001f"))
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: <T>(list: readonly T[]) => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
    chance: (share) => next() < share,
  };
}
