export type Bin = { from: number; to: number; below: number; selected: number };

const width = 5;

/** Twenty bins, each parted at the threshold. */
export function binsOf(atLeast: readonly number[], threshold: number): Bin[] {
  const cut = Math.min(101, Math.ceil(threshold * 100 - 1e-9));
  const from = (k: number) => atLeast[k] ?? 0;
  return Array.from({ length: 100 / width }, (_, i) => {
    const start = i * width;
    const isLast = start + width === 100;
    const beyond = isLast ? 0 : from(start + width);
    const inside = Math.min(Math.max(cut, start), isLast ? 101 : start + width);
    const selected = from(inside) - beyond;
    return {
      from: start / 100,
      to: (start + width) / 100,
      below: from(start) - beyond - Math.max(selected, 0),
      selected: Math.max(selected, 0),
    };
  });
}
