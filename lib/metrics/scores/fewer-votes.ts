/** What one case's vote would be worth on the average, had only so many of those who answered it been asked. */
export function creditOfFewer(counts: ArrayLike<number>, right: number, votes: number): number | null {
  const all = Array.from(counts).reduce((sum, count) => sum + count, 0);
  if (votes < 1 || all < votes) return null;
  const others = Array.from(counts).filter((count, option) => option !== right && count > 0);
  const own = counts[right] ?? 0;
  let credit = 0;
  for (let most = 1; most <= Math.min(own, votes); most++)
    credit += choose(own, most) * shareOfTop(others, votes - most, most);
  return credit / choose(all, votes);
}

/**
 * In how many ways the rest of the votes go to the others, none of which gets more than the right one has; where several
 * have as many, each counts in part.
 */
function shareOfTop(others: readonly number[], rest: number, most: number): number {
  // By votes given away so far, and options that tie with the right one.
  let ways: ReadonlyMap<string, { given: number; tied: number; ways: number }> = new Map([
    ["0 0", { given: 0, tied: 0, ways: 1 }],
  ]);
  for (const count of others) {
    const next = new Map<string, { given: number; tied: number; ways: number }>();
    for (const state of ways.values())
      for (let own = 0; own <= Math.min(count, most, rest - state.given); own++) {
        const [given, tied] = [state.given + own, state.tied + (own === most ? 1 : 0)];
        const key = `${given} ${tied}`;
        const before = next.get(key)?.ways ?? 0;
        next.set(key, { given, tied, ways: before + state.ways * choose(count, own) });
      }
    ways = next;
  }
  let sum = 0;
  for (const state of ways.values()) if (state.given === rest) sum += state.ways / (1 + state.tied);
  return sum;
}

function choose(of: number, count: number): number {
  let ways = 1;
  for (let i = 0; i < count; i++) ways = (ways * (of - i)) / (i + 1);
  return ways;
}
