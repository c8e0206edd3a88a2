/** All of a group in one stretch, in the order in which groups, and then their cases, come. */
export const byGroup = <C>(cases: readonly C[], groupOf: (item: C) => string): C[] =>
  [...Map.groupBy(cases, groupOf).values()].flat();

/**
 * No two of a group in succession: each place takes the first case of another group than the one before, unless so many of
 * one group are left that only that one may come now. Where a group has more than half of all, its last ones meet.
 */
export function spreadGroups<C>(cases: readonly C[], groupOf: (item: C) => string): C[] {
  const left = [...cases];
  const counts = new Map<string, number>();
  for (const item of cases) counts.set(groupOf(item), (counts.get(groupOf(item)) ?? 0) + 1);
  const spread: C[] = [];
  let last: string | null = null;
  while (left.length > 0) {
    const due = [...counts].find(([group, count]) => group !== last && count * 2 > left.length)?.[0];
    const wanted = left.findIndex((item) =>
      due === undefined ? groupOf(item) !== last : groupOf(item) === due,
    );
    const [item] = left.splice(Math.max(0, wanted), 1) as [C];
    last = groupOf(item);
    counts.set(last, (counts.get(last) ?? 0) - 1);
    spread.push(item);
  }
  return spread;
}
