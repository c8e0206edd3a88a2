import type { UndefinedReason } from "#lib/metrics/measure.ts";
import type { PairedComparisons } from "#lib/metrics/pairs/bradley-terry.ts";

/**
 * Strengths exist just where from every side a way of wins leads to every other (Ford 1957). Where none leads even by wins
 * and losses, nothing compares the two; else a part never lost to the rest, and its lead has no end.
 */
export function whyNoStrengths(given: PairedComparisons): UndefinedReason | null {
  const { sides, first, second, outcome } = given;
  if (outcome.length === 0) return "no_items";
  if (sides < 2) return "too_few_items";
  const beaten = Array.from({ length: sides }, (): number[] => []);
  const beating = Array.from({ length: sides }, (): number[] => []);
  outcome.forEach((share, i) => {
    const [a, b] = [first[i] as number, second[i] as number];
    if (share > 0) link(a, b);
    if (share < 1) link(b, a);
  });
  function link(winner: number, loser: number): void {
    beaten[winner]?.push(loser);
    beating[loser]?.push(winner);
  }
  const either = beaten.map((losers, side) => [...losers, ...(beating[side] ?? [])]);
  if (!reachesAll(either)) return "disconnected";
  return reachesAll(beaten) && reachesAll(beating) ? null : "unbeaten";
}

function reachesAll(next: readonly (readonly number[])[]): boolean {
  const reached = new Set([0]);
  for (const side of reached) for (const other of next[side] ?? []) reached.add(other);
  return reached.size === next.length;
}
