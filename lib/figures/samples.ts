import type { Figure } from "#lib/figures/figure.ts";
import type { ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { findBin } from "#lib/metrics/calibration/calibration.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

const models = [
  "Claude 3.7 Sonnet", "DeepSeek-R1", "GPT-4.1", "GPT-4o", "o3-mini", "Gemini 2.5 Pro", "Gemini 2.0 Flash",
  "Qwen2.5-72B-Instruct", "Qwen2.5-32B-Instruct", "Qwen2.5-7B-Instruct", "QwQ-32B", "Llama-3.3-70B-Instruct",
  "Llama-3.1-8B-Instruct", "GLM-4-Plus 智谱清言", "Yi-Lightning", "Mistral-Large-Instruct-2411", "Phi-4",
  "CharacterGLM-6B <fine-tuned on 红楼梦 dialogues & scripts>", "Baichuan2-13B-Chat",
]; // oxfmt-ignore
export const nameModel = (i: number): string =>
  (models[i % models.length] ?? "") + (i < models.length ? "" : ` · run ${i}`);

/** The same numbers every time. */
export function drawNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function rowOf(id: string, label: string, kind: ForestRow["kind"], right: number, n: number): ForestRow {
  const { low, high } = wilsonInterval(right, n);
  return { id, label, kind, value: right / n, low, high, n, href: `#${id}` };
}

export function sampleForest(count = 19): Figure {
  const next = drawNumbers(7);
  const rows = Array.from({ length: count - 1 }, (_, i) =>
    rowOf(`m${i}`, nameModel(i), "model", Math.round(50 * (0.7 - (0.5 * i) / count + 0.02 * next())), 50),
  );
  return {
    kind: "forest",
    input: {
      groups: [
        {
          rows: [
            {
              ...rowOf("people", "People, pooled", "people", 908, 1_000),
              low: 0.879,
              high: 0.933,
              note: "20 participants",
              crowd: Array.from({ length: 20 }, () => 0.8 + 0.2 * Math.sqrt(next())),
              published: 0.88,
            },
            rowOf("consensus", "Consensus", "consensus", 49, 50),
            ...rows,
            {
              ...rowOf("few", "Baichuan2-13B-Chat", "model", 3, 3),
              value: null,
              low: null,
              high: null,
              instead: "too few cases",
            },
            {
              ...rowOf("selecting", "GPT-4o (selected the cases)", "selecting", 0, 50),
              low: null,
              high: null,
              instead: "0 by selection",
            },
          ],
        },
        {
          heading: "Published, over other cases",
          rows: [
            { ...rowOf("p1", "People (paper)", "publishedPeople", 908, 1_000), low: null, high: null },
            { ...rowOf("p2", "GPT-4o (paper)", "published", 688, 1_000), low: null, high: null, n: null },
          ],
        },
      ],
      band: { value: 0.908, low: 0.879, high: 0.933, label: "People 90.8" },
      lines: [
        { at: 0.98, label: "Consensus 98.0", kind: "consensus" },
        { at: 0.2, label: "Chance 20.0", kind: "chance" },
      ],
      words: { axis: "Right answers, %", value: "Right, %", interval: "95% interval", n: "n" },
    },
  };
}

export function sampleDots(count = 20): Figure {
  const next = drawNumbers(3);
  return {
    kind: "dots",
    input: {
      people: Array.from({ length: count }, (_, i) => ({
        id: `p${i}`,
        label: `No. ${i + 1}`,
        value: Math.round(50 * (0.84 + 0.16 * Math.sqrt(next()) - (i % 9 === 4 ? 0.3 * next() : 0))) / 50,
        isExcluded: i % 9 === 4,
        href: `#p${i}`,
      })),
      mean: { value: 0.908, low: 0.879, high: 0.933, label: "Mean 90.8" },
      range: "fit",
      words: { axis: "Right answers, %", excluded: "excluded by rule", count: "Participants per 2 points" },
    },
  };
}

export function sampleScatter(count = 50, jitter = false): Figure {
  const next = drawNumbers(11);
  return {
    kind: "scatter",
    input: {
      jitter,
      points: Array.from({ length: count }, (_, i) => ({
        id: `c${i}`,
        label: `Case ${i + 1}`,
        x: Math.round(20 * Math.sqrt(next())) / 20,
        y: next() ** 2,
        href: `#c${i}`,
      })),
      words: {
        x: "People who were right, %",
        y: "GPT-4.1: probability of the right option, %",
        quadrants: {
          topLeft: "the model, not people",
          topRight: "both",
          bottomLeft: "neither",
          bottomRight: "people, not the model",
        },
      },
    },
  };
}

function seriesOf(
  id: string,
  label: string,
  kind: "people" | "model",
  n: number,
  seed: number,
  bias: number,
) {
  const next = drawNumbers(seed);
  const bins = Array.from({ length: 20 }, (_, i) => ({
    from: i / 20,
    to: (i + 1) / 20,
    n: 0,
    sum: 0,
    right: 0,
  }));
  for (let i = 0; i < n; i += 1) {
    const confidence = 0.2 + 0.8 * Math.sqrt(next());
    const bin = bins[findBin(confidence, 20) ?? 0];
    if (!bin) continue;
    bin.n += 1;
    bin.sum += confidence;
    bin.right += next() < confidence - bias ? 1 : 0;
  }
  return {
    id,
    label,
    kind,
    n,
    ece: bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.right), 0) / n,
    bins: bins.map(({ sum, ...bin }) => ({ ...bin, confidence: bin.n === 0 ? null : sum / bin.n })),
  };
}

export const sampleReliability = (): Figure => ({
  kind: "reliability",
  input: {
    series: [
      seriesOf("people", "People", "people", 1_000, 5, 0.02),
      seriesOf("gpt", "GPT-4.1", "model", 28_565, 9, 0.22),
    ],
    words: {
      x: "Confidence, %",
      y: "Right, %",
      perfect: "as sure as right",
      count: "Answers",
      ece: "ECE",
      n: "n",
      none: "–",
    },
  },
});

export function sampleBars(count = 19, optionCount = 5): Figure {
  const next = drawNumbers(13);
  const names = [
    "林黛玉 Lin Daiyu",
    "Xue Baochai, cousin of the young master of the house",
    "Jia Baoyu",
    "王熙凤",
    "Grandmother Jia",
  ];
  const chosen = [14, 4, 2, 0, 0];
  return {
    kind: "bars",
    input: {
      people: 20,
      options: Array.from({ length: optionCount }, (_, i) => ({
        id: `o${i}`,
        key: String.fromCharCode(65 + i),
        label: names[i] ?? `Character ${i + 1}`,
        isGold: i === 0,
        chosen: chosen[i] ?? 0,
      })),
      models: Array.from({ length: count }, (_, m) => {
        const raw = Array.from({ length: optionCount }, () => next() ** 3);
        const sum = raw.reduce((a, b) => a + b, 0);
        return {
          id: `m${m}`,
          label: nameModel(m),
          kind: m === 3 ? ("selecting" as const) : ("model" as const),
          probabilities: raw.map((one) => one / sum),
          choice: raw.indexOf(Math.max(...raw)),
          instead: m === count - 1 ? "no answer that could be read" : undefined,
          href: `#m${m}`,
        };
      }),
      words: {
        people: "What 20 people chose",
        models: "Probability models gave each option, %.",
        gold: "right answer",
        goldColumn: "right",
        choice: "Framed: the model’s own choice.",
        choiceColumn: "its choice",
      },
    },
  };
}

export function sampleMatrix(count = 19): Figure {
  const next = drawNumbers(17);
  const sides = Array.from({ length: count }, (_, i) => ({ id: `m${i}`, label: nameModel(i) }));
  return {
    kind: "matrix",
    input: {
      rows: sides,
      columns: sides,
      cells: sides.map((_, i) =>
        sides.map((__, j) => (j > i ? null : { value: i === j ? null : 0.3 + 0.65 * next() })),
      ),
      scale: [0.2, 1],
      words: { rows: "Same choices, %", columns: "" },
    },
  };
}
