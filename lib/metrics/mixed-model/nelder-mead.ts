type Options = { steps: readonly number[]; tolerance?: number; most?: number };
type Corner = { at: number[]; value: number };

/** The lowest point near a start (Nelder and Mead 1965), or null where so many tries don't settle. */
export function minimize(
  measure: (at: readonly number[]) => number,
  start: readonly number[],
  { steps, tolerance = 1e-10, most = 2000 }: Options,
): Corner | null {
  const look = (at: number[]): Corner => ({ at, value: measure(at) });
  let corners = [
    look([...start]),
    ...steps.map((step, i) => look(start.map((x, k) => x + (k === i ? step : 0)))),
  ];
  for (let tries = 0; tries < most; tries++) {
    corners.sort((a, b) => a.value - b.value);
    const [best, worst] = [corners[0] as Corner, corners.at(-1) as Corner];
    if (worst.value - best.value <= tolerance) return best;
    const others = corners.slice(0, -1);
    const middle = start.map(
      (_, k) => others.reduce((sum, { at }) => sum + (at[k] as number), 0) / others.length,
    );
    const moved = (by: number) => look(middle.map((x, k) => x + by * ((worst.at[k] as number) - x)));
    const better = tryMoves(moved, best, others.at(-1) as Corner, worst);
    corners = better
      ? [...others, better]
      : [best, ...corners.slice(1).map(({ at }) => look(at.map((x, k) => (x + (best.at[k] as number)) / 2)))];
  }
  return null;
}

/** Mirrored, further out, or nearer; null where none of them is better than the worst. */
function tryMoves(moved: (by: number) => Corner, best: Corner, second: Corner, worst: Corner): Corner | null {
  const mirrored = moved(-1);
  if (mirrored.value < best.value) {
    const further = moved(-2);
    return further.value < mirrored.value ? further : mirrored;
  }
  if (mirrored.value < second.value) return mirrored;
  const nearer = moved(mirrored.value < worst.value ? -0.5 : 0.5);
  return nearer.value < Math.min(mirrored.value, worst.value) ? nearer : null;
}
