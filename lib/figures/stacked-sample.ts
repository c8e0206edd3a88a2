import type { Figure } from "#lib/figures/figure.ts";
import { drawNumbers, nameModel } from "#lib/figures/samples.ts";

/** So many origins, each rated some hundred times on five points. */
export function sampleStacked(origins = 12): Figure {
  const next = drawNumbers(41);
  return {
    kind: "stacked",
    input: {
      categories: ["1", "2", "3", "4", "5"],
      rows: Array.from({ length: origins }, (_, i) => ({
        id: `o${i}`,
        label: `${["Zero-shot", "Few-shot", "MIRROR, with memory and a plan"][i % 3]} · ${nameModel(i)}`,
        counts: Array.from({ length: 5 }, (__, point) =>
          i === 4 && point < 3 ? 0 : Math.round(60 * next() ** 2),
        ),
        said: i === 2 ? "too few" : (1 + 4 * next()).toFixed(2),
        isMuted: i === 2,
        href: `#o${i}`,
      })),
      words: { bars: "Share of ratings, by point of the scale", said: "Mean", n: "n" },
    },
  };
}
