import type { Figure } from "#lib/figures/figure.ts";
import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import { findBin } from "#lib/metrics/calibration/calibration.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import type { MapLine } from "#lib/figures/drawn/answer-map-places.ts";

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

/** So many people and models on three tracks, one of which is all but empty. */
export function sampleAnswerMap(people = 20, cases = 50, models = 12): Figure {
  const next = drawNumbers(23);
  const sizes = [cases - Math.floor(cases / 3) - 2, Math.floor(cases / 3), 2];
  const answer = (skill: number) => {
    const marks = Array.from({ length: cases }, () => {
      const luck = next();
      if (luck > 0.97) return luck > 0.99 ? "o" : ".";
      return luck < skill ? "+" : luck > 0.95 ? "/" : "-";
    });
    const right = marks.filter((mark) => mark === "+").length;
    return { marks: marks.join(""), share: right / cases, value: ((100 * right) / cases).toFixed(1) };
  };
  const lineOf = (id: string, label: string, kind: MapLine["kind"], skill: number): MapLine => ({
    id,
    label,
    kind,
    href: `#${id}`,
    ...answer(skill),
  });
  return {
    kind: "answerMap",
    input: {
      tracks: ["Literary", "Drama", "Expertise"].map((label, track) => ({
        label,
        columns: Array.from({ length: sizes[track] ?? 0 }, (_, i) => ({
          id: `${label} ${i}`,
          share: i === 0 ? null : 1 - i / cases,
        })),
      })),
      groups: [
        {
          heading: `${people} people, best at the top`,
          lines: Array.from({ length: people }, (_, i) =>
            lineOf(`p${i}`, `Participant ${i + 1}`, "people", 0.95 - (0.3 * i) / people),
          ),
        },
        {
          heading: `${models} models`,
          lines: Array.from({ length: models }, (_, i) =>
            lineOf(`m${i}`, nameModel(i), i === models - 1 ? "selecting" : "model", 0.7 - 0.04 * i),
          ),
        },
      ],
      words: {
        cases: "People right",
        accuracy: "Right, %",
        legend: [
          { mark: "+", label: "right" },
          { mark: "/", label: "partly right" },
          { mark: "-", label: "wrong" },
          { mark: ".", label: "unanswered" },
          { mark: "o", label: "answered, right answer unknown" },
          { mark: " ", label: "blank: not given" },
        ],
      },
    },
  };
}

export const sampleFlow = (): Figure => ({
  kind: "flow",
  input: {
    steps: [
      {
        id: "agreed",
        title: "Agreed to take part (n = 1,204)",
        lines: ["1,020 by personal invitation, of 1,400 invited", "184 by open link"],
        leaving: { title: "Did not begin (n = 31)", lines: [] },
      },
      {
        id: "began",
        title: "Began (n = 1,173)",
        lines: [],
        leaving: {
          title: "Not analysed (n = 77)",
          lines: [
            "12 withdrew",
            "65 excluded; several reasons may apply to one:",
            "3 excluded by hand",
            "22 failed attention checks",
            "44 did not finish",
          ],
        },
      },
      { id: "counted", title: "Analysed (n = 1,096)", lines: ["54,800 answers to 50 cases"] },
    ],
  },
});

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
