const least = 17;

/** Moves labels apart that stand at the ends of lines, in their order, each as little as it takes going down. */
export function spreadLabels(places: readonly number[]): number[] {
  const order = places.map((place, i) => ({ place, i })).toSorted((a, b) => a.place - b.place);
  const moved: number[] = [];
  let last = -Infinity;
  for (const { place, i } of order) {
    last = Math.max(place, last + least);
    moved[i] = last;
  }
  return moved;
}
