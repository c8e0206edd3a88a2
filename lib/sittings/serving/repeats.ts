/** A case where it stands in a sitting, for the first time or again. */
export type Step<C> = { item: C; isAgain: boolean };

/** How many of each stretch come again: by its share of all cases, and of none more than the half that they are chosen from. */
export function shareOut(repeats: number, stretches: readonly (readonly unknown[])[]): number[] {
  const all = stretches.reduce((sum, { length }) => sum + length, 0);
  const shares = stretches.map(({ length }) => (all === 0 ? 0 : (repeats * length) / all));
  const given = shares.map((share, at) => Math.min(Math.floor(share), maxAgain(stretches[at])));
  for (let left = repeats - given.reduce((sum, one) => sum + one, 0); left > 0; left--) {
    const open = given.flatMap((count, at) => (count < maxAgain(stretches[at]) ? [at] : []));
    const [next] = open.sort((a, b) => lack(b) - lack(a) || a - b);
    if (next === undefined) break;
    given[next] = (given[next] ?? 0) + 1;
  }
  return given;

  function lack(at: number): number {
    return (shares[at] ?? 0) - (given[at] ?? 0);
  }
}

const maxAgain = (stretch: readonly unknown[] = []): number => Math.floor(stretch.length / 2);

/**
 * Each chosen case once more, half a stretch after its first showing; where one of its like stands beside that place, at
 * the next one that has none beside it, or else at the last one before.
 */
export function bringAgain<C>(
  stretch: readonly C[],
  chosen: ReadonlySet<C>,
  likeOf: (item: C) => string,
): Step<C>[] {
  const half = Math.ceil(stretch.length / 2);
  const after = stretch.map((): C[] => []);
  stretch.forEach((item, at) => {
    if (!chosen.has(item)) return;
    const late = stretch.map((_, place) => place).slice(at + 1);
    const places = [...late.slice(half - 1), ...late.slice(0, half - 1).reverse()];
    const isFree = (place: number) =>
      ![after[place]?.at(-1) ?? stretch[place], stretch[place + 1]].some(
        (beside) => beside !== undefined && likeOf(beside) === likeOf(item),
      );
    after[places.find(isFree) ?? at + half]?.push(item);
  });
  return stretch.flatMap((item, at) => [
    { item, isAgain: false },
    ...(after[at] ?? []).map((again) => ({ item: again, isAgain: true })),
  ]);
}
