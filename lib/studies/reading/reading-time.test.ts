import { describe, expect, test } from "vitest";
import {
  estimateSitting,
  measureText,
  promisedMinutes,
  readCells,
  readingSpeed,
  secondsToRead,
  spreadOf,
} from "#lib/studies/reading/reading-time.ts";
import { designSchema } from "#lib/studies/schema.ts";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("the length of a text", () => {
  test.each([
    ["", { words: 0, signs: 0 }],
    ["Who goes there? — It’s me, 2nd mate.", { words: 7, signs: 0 }],
    ["是谁在说话？", { words: 0, signs: 5 }],
    ["他说：“OK，再见。”", { words: 1, signs: 4 }],
    ["Éire naïve жить", { words: 3, signs: 0 }],
  ])("of %j", (text, length) => {
    expect(measureText(text)).toEqual(length);
  });

  test("is a minute at 240 words, and at 360 signs", () => {
    expect(secondsToRead({ words: readingSpeed.words, signs: 0 })).toBe(60);
    expect(secondsToRead({ words: 0, signs: readingSpeed.signs })).toBe(60);
    expect(secondsToRead(measureText(`${words(120)} ${"字".repeat(180)}`))).toBe(60);
  });
});

describe("sittings", () => {
  const make = (
    stratum: string,
    seconds: number,
    shared: readonly string[] = [],
    group: string | null = null,
  ) => ({
    stratum,
    seconds,
    group,
    asked: [],
    shared: shared.map((digest) => ({ digest, seconds: 100 })),
  });
  const cases = [
    make("selected", 10),
    make("selected", 20),
    make("control", 40),
    make("attention", 3),
    make("practice", 4),
  ];

  test("read their own cases, and the checks and practice that everybody gets", () => {
    expect(readCells(cases, [{ cases: [0, 2] }])).toEqual({ median: 57, ninetieth: 57 });
    const cells = [{ cases: [0] }, { cases: [1] }, { cases: [2] }];
    expect(readCells(cases, cells)).toEqual({ median: 27, ninetieth: 47 });
  });

  test("read again what comes again: as much as a case takes on average", () => {
    expect(readCells(cases, [{ cases: [0, 2] }], { repeats: 1 })?.median).toBe(57 + 25);
    expect(readCells([], [{ cases: [] }], { repeats: 1 })?.median).toBe(0);
  });

  test("read what cases of a group share once, where those come together", () => {
    const grouped = [
      make("selected", 1, ["hall", "profile"], "a"),
      make("selected", 2, ["hall"], "a"),
      make("selected", 4, ["hall"], "b"),
      make("selected", 8, ["hall"]),
    ];
    const cells = [{ cases: [0, 1, 2, 3] }];
    expect(readCells(grouped, cells)?.median).toBe(515);
    expect(readCells(grouped, cells, { together: true })?.median).toBe(415);
  });

  test("have a middle and a long one", () => {
    expect(spreadOf([])).toBeNull();
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, ninetieth: 4 });
    const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(spreadOf(hundred)).toEqual({ median: 50.5, ninetieth: 90 });
  });

  test("take the time of the texts and questions besides", () => {
    const design = designSchema.parse({
      sample: { seed: 1 },
      words: { en: { welcome: words(480) }, "zh-CN": { welcome: "字".repeat(360) } },
      questions: {
        confidence: { ask: "required", form: "options" },
        knowsWork: "optional",
        background: [{ key: "age", kind: "number", label: {} }],
        comprehension: [{ key: "task", label: {}, right: "a" }],
      },
    });
    const reading = { median: 600, ninetieth: 1200 };
    // 5 to choose, 12 for the probabilities, 1 for every second who says so; 8 and 12 once.
    const rest = 10 * 18 + 20;
    const seconds = { median: (600 + rest + 120) / 60, ninetieth: (1200 + rest + 120) / 60 };
    expect(estimateSitting(design, "en", { reading, served: 10 })).toEqual(seconds);
    const { median } = estimateSitting(design, "zh-CN", { reading, served: 10 });
    expect(median).toBeCloseTo(seconds.median - 1, 10);
  });
});

test.each([
  [
    { median: 0.2, ninetieth: 3.1 },
    { least: 1, most: 4 },
  ],
  [
    { median: 31, ninetieth: 34.9 },
    { least: 25, most: 45 },
  ],
  [
    { median: 40, ninetieth: 47 },
    { least: 30, most: 60 },
  ],
])("%j is promised as %j", (sitting, promised) => {
  expect(promisedMinutes(sitting)).toEqual(promised);
});

test("a million hyphens are read once", () => {
  expect(measureText("-".repeat(1_000_000))).toEqual({ words: 0, signs: 0 });
});
