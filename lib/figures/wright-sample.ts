import type { Figure } from "#lib/figures/figure.ts";
import { drawNumbers, nameModel } from "#lib/figures/samples.ts";

export function sampleWright(people = 20, cases = 50, count = 12): Figure {
  const next = drawNumbers(19);
  const place = (middle: number, spread: number) => middle + spread * (next() + next() + next() - 1.5) * 2;
  return {
    kind: "wright",
    input: {
      people: Array.from({ length: people }, (_, i) => ({
        id: `p${i}`,
        label: `No. ${i + 1}`,
        place: place(1.6, 0.8),
        href: `#p${i}`,
      })),
      models: Array.from({ length: count }, (_, m) => ({
        id: `m${m}`,
        label: nameModel(m),
        place: place(0.4, 1.1),
        error: 0.3 + 0.2 * next(),
        ...(m === 3 && { note: "doesn’t fit" }),
      })),
      kinds: [
        { label: "Literary, selected", fill: "full", form: "circle" },
        { label: "Literary, controls", fill: "none", form: "circle" },
        { label: "Drama, selected", fill: "full", form: "square" },
        { label: "Drama, controls", fill: "none", form: "square" },
      ],
      cases: Array.from({ length: cases }, (_, i) => ({
        id: `c${i}`,
        label: `Case ${i + 1}`,
        place: place(0, 1.2),
        kind: i % 4,
        href: `#c${i}`,
      })),
      words: {
        axis: "Log-odds: abler people and harder cases stand higher",
        models: "Models ± SE",
        people: "People",
        cases: "Cases",
        counted: "Bars: the longest of each side has the most.",
      },
    },
  };
}
