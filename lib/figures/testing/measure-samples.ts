import type { Figure } from "#lib/figures/figure.ts";
import { drawNumbers, nameModel } from "#lib/figures/samples.ts";

const measures = [
  "Silver: Claude 3.7 Sonnet (judge, by the rubric of Table 16): Contradiction, %",
  "金标：评判模型的评分",
  "Gold: BLEU-4 × 100",
] as const;

const scales = [
  { range: [0, 0.6], axis: "%", value: "%" },
  { range: [1, 5], digits: 2, axis: "mean", value: "mean" },
  { range: [-1, 0.5], digits: 3, axis: "reward", value: "reward" },
] as const;

function sampleCell(next: () => number, [from, to]: readonly [number, number]) {
  const value = from + (to - from) * (0.2 + 0.6 * next());
  const half = (to - from) * 0.1;
  return { value, low: value - half, high: value + half, n: Math.round(1_400 * next()) };
}

/** Measures each on a range of its own, people above the judges of some. */
export function sampleMeasures(origins = 8): Figure {
  const next = drawNumbers(17);
  return {
    kind: "panels",
    input: {
      panels: measures.map((label, at) => ({
        id: label,
        label,
        kind: "model",
        ...(scales[at] && { scale: scales[at] }),
      })),
      rows: Array.from({ length: origins }, (_, row) => ({
        id: `o${row}`,
        label: `${["Zero-shot", "思维链", "MIRROR"][row % 3]} · ${nameModel(row)}`,
        kind: "model",
        cells: scales.map(({ range }, at) =>
          at === 2 && row === 1 ? { instead: "undefined" } : sampleCell(next, range),
        ),
        beside: {
          label: "People",
          kind: "people",
          cells: scales.map(({ range }, at) =>
            at === 2 ? null : row === 3 ? { instead: "too few" } : sampleCell(next, range),
          ),
        },
      })),
      range: [0, 1],
      words: { axis: "%", n: "n", value: "%", none: "–" },
    },
  };
}

/** Measures over ranges of a number, a line for each model. */
export function sampleLines(lines = 4, steps = ["5–24", "25–60", "61–140", "1,141–2,380"]): Figure {
  const next = drawNumbers(23);
  return {
    kind: "lines",
    input: {
      panels: measures.map((label, at) => {
        const scale = scales[at] ?? scales[0];
        return {
          id: label,
          label,
          scale,
          lines: Array.from({ length: lines }, (_, line) => ({
            id: `l${line}`,
            label: lines === 1 ? "" : nameModel(line),
            kind: at === 1 ? "people" : "model",
            points: steps.map((_step, step) =>
              line === 1 && step === 2 ? null : sampleCell(next, scale.range),
            ),
          })),
        };
      }),
      steps,
      words: { steps: "From left to right: length of the judged text.", n: "n" },
    },
  };
}
