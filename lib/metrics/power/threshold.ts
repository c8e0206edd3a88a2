/**
 * The first of the steps 0 … count − 1 at which a growing thing is found, count where it never is. Searching
 * begins around a guess, since studies drawn from one plan are alike.
 */
export function findFirst(count: number, guess: number, isFound: (step: number) => boolean): number {
  let [low, high] = [-1, count];
  let reach = 8;
  let next = Math.min(count - 1, Math.max(0, guess));
  while (high - low > 1) {
    if (isFound(next)) high = next;
    else low = next;
    const gallop = high === count ? low + reach : low === -1 ? high - reach : null;
    reach *= 2;
    next = gallop !== null && gallop > low && gallop < high ? gallop : (low + high) >> 1;
  }
  return high;
}
