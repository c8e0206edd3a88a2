import type { Figure } from "#lib/figures/figure.ts";
import { drawNumbers, nameModel } from "#lib/figures/samples.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

/** So many models on all cases and three tracks, of which one left a track out. */
export function samplePanels(models = 12, isSigned = false): Figure {
  const next = drawNumbers(31);
  const sizes = [28_565, 18_000, 8_000, 2_565];
  const cellOf = (row: number, n: number) => {
    const right = Math.round(n * (0.72 - (0.4 * row) / models + 0.05 * next()));
    const { low, high } = wilsonInterval(right, n);
    const by = isSigned ? 0.5 : 0;
    return { value: right / n - by, low: (low ?? 0) - by, high: (high ?? 0) - by, n };
  };
  return {
    kind: "panels",
    input: {
      panels: ["All cases", "Literary", "Drama", "Expertise"].map((label) => ({ id: label, label })),
      rows: Array.from({ length: models }, (_, row) => ({
        id: `m${row}`,
        label: nameModel(row),
        kind: "model",
        href: `#m${row}`,
        cells: sizes.map((n, panel) => (row === 3 && panel === 3 ? null : cellOf(row, n))),
      })),
      range: isSigned ? [-0.5, 0.5] : [0.2, 0.8],
      ...(isSigned && { at: 0, isSigned }),
      words: { axis: isSigned ? "Points" : "Right, %", n: "n", value: "%", none: "no answers" },
    },
  };
}

export const sampleRanks = (models = 12): Figure => ({
  kind: "ranks",
  input: {
    rows: Array.from({ length: models }, (_, i) => ({
      id: `m${i}`,
      label: nameModel(i),
      kind: "model" as const,
      place: i + 1,
      href: `#m${i}`,
      best: Math.max(1, i - 1),
      worst: Math.min(models, i + 3),
      said: `${Math.max(1, i - 1)}–${Math.min(models, i + 3)}`,
    })),
    words: { axis: "Place" },
  },
});
