import { describe, expect, test } from "vitest";
import type { Drawing } from "#lib/figures/drawing.ts";
import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { type Look, paperLook, screenLook } from "#lib/figures/look.ts";
import {
  sampleBars,
  sampleDots,
  sampleForest,
  sampleMatrix,
  sampleReliability,
  sampleScatter,
  sampleAnswerMap,
  sampleFlow,
  samplePanels,
  sampleRanks,
  sampleStacked,
  sampleWright,
} from "#lib/figures/samples.ts";
import { sampleLines, sampleMeasures } from "#lib/figures/testing/measure-samples.ts";
import { flatten, listCollisions, listCut } from "#lib/figures/testing/text-boxes.ts";

/** People's means from 1 to 5 against numbers from -1 to 1. */
function onScales(figure: Figure, most = 1): Figure {
  if (figure.kind !== "scatter") throw new Error("a scatter is asked for");
  const { quadrants: _quadrants, ...words } = figure.input.words;
  const points = figure.input.points.map((one) => ({ ...one, x: 1 + 4 * one.x, y: most * (2 * one.y - 1) }));
  return {
    kind: "scatter",
    input: { ...figure.input, points, words, ranges: { x: [1, 5], y: [-most, most] } },
  };
}

const figures: Record<string, () => Figure> = {
  forest: () => sampleForest(),
  "forest of thirty": () => sampleForest(30),
  flow: () => sampleFlow(),
  dots: () => sampleDots(20),
  "dots of two hundred": () => sampleDots(200),
  "dots of two thousand": () => sampleDots(2_000),
  scatter: () => sampleScatter(50),
  "scatter of two thousand": () => sampleScatter(2_000, true),
  "scatter of nine thousand": () => sampleScatter(9_000),
  reliability: () => sampleReliability(),
  bars: () => sampleBars(),
  "bars of thirty models": () => sampleBars(30),
  "bars of twenty-six options": () => sampleBars(30, 26),
  matrix: () => sampleMatrix(),
  "matrix of thirty": () => sampleMatrix(30),
  "Wright map": () => sampleWright(),
  "panels of twelve models": () => samplePanels(),
  "panels of fifteen differences": () => samplePanels(15, true),
  "measures of eight origins": () => sampleMeasures(),
  "measures of thirty origins": () => sampleMeasures(30),
  "lines of four models": () => sampleLines(),
  "a line alone": () => sampleLines(1),
  "lines of eight models over twelve numbers": () =>
    sampleLines(
      8,
      Array.from({ length: 12 }, (_, at) => String(at * 25)),
    ),
  "places of twelve models": () => sampleRanks(),
  "places of thirty": () => sampleRanks(30),
  "stacked bars": () => sampleStacked(),
  "stacked bars of thirty": () => sampleStacked(30),
  "scatter on a scale of sixty": () => onScales(sampleScatter(50), 30),
  "scatter on scales of its own": () => onScales(sampleScatter(50)),
  "answer map": () => sampleAnswerMap(),
  "answer map of eighty people and a hundred and fifty cases": () => sampleAnswerMap(80, 150, 30),
  "Wright map of two thousand, and thirty models": () => sampleWright(2_000, 600, 30),
};

const looks: Record<string, Look> = {
  phone: screenLook(340),
  screen: screenLook(720),
  "one column": paperLook(86),
  "two columns": paperLook(178),
};

describe.each(Object.keys(looks))("on %s", (name) => {
  const look = looks[name] ?? screenLook(720);
  const drawn = new Map<string, Drawing>();
  const draw = (kind: string): Drawing => {
    const drawing = drawn.get(kind) ?? drawFigure(figures[kind]!(), look);
    drawn.set(kind, drawing);
    return drawing;
  };

  test.each(Object.keys(figures))("the %s has all its texts, none on another or cut", (kind) => {
    const drawing = draw(kind);
    expect(listCollisions(drawing)).toEqual([]);
    expect(listCut(drawing)).toEqual([]);
    // What can't be drawn throws; here is what slips through as text.
    const values = flatten(drawing.nodes).flatMap(({ attributes }) => Object.values(attributes));
    expect(values.filter((value) => /NaN|Infinity|undefined|null/.test(String(value ?? "")))).toEqual([]);
  });

  test("letters keep their size", () => {
    const sizes = Object.keys(figures)
      .flatMap((kind) => flatten(draw(kind).nodes))
      .flatMap(({ attributes }) => attributes["font-size"] ?? []);
    expect(Math.min(...sizes.map(Number))).toBeGreaterThanOrEqual(look.small * 0.85 - 0.01);
  });
});

test.each(Object.keys(figures))("the %s is drawn the same again", (kind) => {
  const draw = () => drawFigure(figures[kind]!(), paperLook(86));
  expect(draw()).toEqual(draw());
});

test("empty figures are drawn as well", () => {
  const words = {
    x: "x",
    y: "y",
    perfect: "",
    count: "",
    ece: "",
    n: "",
    none: "",
    axis: "",
    value: "",
    interval: "",
  };
  const more = {
    ...words,
    excluded: "",
    people: "",
    models: "",
    gold: "",
    goldColumn: "",
    choice: "",
    choiceColumn: "",
  };
  const empty: Figure[] = [
    { kind: "forest", input: { groups: [], range: "fit", words: more } },
    { kind: "dots", input: { people: [], range: "fit", words: more } },
    { kind: "scatter", input: { points: [], words } },
    { kind: "reliability", input: { series: [], words } },
    { kind: "bars", input: { options: [], people: 0, models: [], words: more } },
    {
      kind: "wright",
      input: {
        people: [],
        models: [],
        kinds: [],
        cases: [],
        words: { axis: "", models: "", people: "", cases: "", counted: "" },
      },
    },
    {
      kind: "panels",
      input: { panels: [], rows: [], range: [0, 1], words: { axis: "", n: "", value: "", none: "" } },
    },
    { kind: "lines", input: { panels: [], steps: [], words: { steps: "", n: "" } } },
    { kind: "answerMap", input: { tracks: [], groups: [], words: { cases: "", accuracy: "", legend: [] } } },
    { kind: "ranks", input: { rows: [], words: { axis: "" } } },
    { kind: "matrix", input: { rows: [], columns: [], cells: [], words: { rows: "", columns: "" } } },
  ];
  for (const figure of empty) expect(drawFigure(figure, screenLook(340)).height).toBeGreaterThan(0);
});

test("a way leads from every mark on the screen, past the keyboard; none from paper", () => {
  const links = (look: Look) =>
    flatten(drawFigure(sampleForest(), look).nodes).filter(({ tag }) => tag === "a");
  expect(links(screenLook(720)).map(({ attributes }) => attributes.tabindex)).toEqual(Array(24).fill(-1));
  expect(links(screenLook(720)).map(({ attributes }) => attributes.href)).toContain("#people");
  expect(links(paperLook(178))).toEqual([]);
});
