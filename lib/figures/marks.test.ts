import { expect, test } from "vitest";
import { type DotsInput, drawDots } from "#lib/figures/drawn/dots.ts";
import type { DrawingNode } from "#lib/figures/drawing.ts";
import { drawForest, type ForestInput, type ForestRow } from "#lib/figures/drawn/forest.ts";
import { paperLook, screenLook } from "#lib/figures/look.ts";
import { drawReliability } from "#lib/figures/drawn/reliability.ts";
import { drawScatter } from "#lib/figures/drawn/scatter.ts";
import { flatten, listCollisions, textBoxesOf } from "#lib/figures/testing/text-boxes.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

const look = paperLook(178);
const words = { axis: "%", value: "Right", interval: "Interval", n: "n" };
const row = (more: Partial<ForestRow>): ForestRow => ({
  id: "a",
  label: "A",
  kind: "people",
  value: 0.5,
  low: 0.4,
  high: 0.6,
  n: 10,
  ...more,
});
const forestOf = (rows: ForestRow[], more: Partial<ForestInput> = {}) =>
  flatten(drawForest({ groups: [{ rows }], words, ...more }, look).nodes);
const circles = (nodes: DrawingNode[]) => nodes.filter(({ tag }) => tag === "circle");
const texts = (nodes: DrawingNode[]) => nodes.flatMap(({ tag, text }) => (tag === "text" ? [text] : []));
const number = (node: DrawingNode | undefined, name: string) => Number(node?.attributes[name]);

test("a dot lies where its value does, its interval around it", () => {
  const nodes = forestOf([
    row({}),
    row({ id: "b", value: 0, low: 0, high: 0 }),
    row({ id: "c", value: 1, low: 1, high: 1 }),
  ]);
  const [half, none, all] = circles(nodes).map((circle) => number(circle, "cx"));
  expect(half).toBeCloseTo(((none ?? 0) + (all ?? 0)) / 2, 1);
  const share = (x: number) => (x - (none ?? 0)) / ((all ?? 0) - (none ?? 0));
  const interval = nodes.find((node) => node.tag === "line" && node.attributes.stroke === look.inks.people);
  expect(share(number(interval, "x1"))).toBeCloseTo(0.4, 3);
  expect(share(number(interval, "x2"))).toBeCloseTo(0.6, 3);
});

test("a value that is withheld has no mark and no number, but its reason", () => {
  const nodes = forestOf([row({ value: null, low: null, high: null, instead: "too few cases" })]);
  expect(circles(nodes)).toEqual([]);
  expect(texts(nodes)).toContain("too few cases");
  expect(texts(nodes)).toContain("–");
});

test("the selecting model keeps its mark at 0 and says why", () => {
  const nodes = forestOf([
    row({ kind: "selecting", value: 0, low: null, high: null, instead: "0 by selection" }),
  ]);
  expect(nodes.some(({ tag, attributes }) => tag === "path" && attributes.fill === look.inks.selecting)).toBe(
    true,
  );
  expect(texts(nodes)).toContain("0 by selection");
});

test("an interval beyond the plot ends in an arrow, and nothing is drawn outside", () => {
  const nodes = forestOf([row({ value: 0.55, low: 0.1, high: 0.7 })], { range: [0.5, 1] });
  expect(nodes.filter(({ tag, attributes }) => tag === "path" && attributes.fill === "none")).toHaveLength(1);
  const [start = 0] = nodes
    .filter(({ attributes }) => attributes.stroke === look.inks.edge)
    .map((node) => number(node, "x1"));
  for (const node of nodes.filter(
    ({ tag, attributes }) => tag === "line" && attributes.stroke === look.inks.people,
  ))
    expect(number(node, "x1")).toBeGreaterThanOrEqual(start);
});

test("everybody is a faint disc of their own on the row of people; of two thousand there is a strip", () => {
  const crowdOf = (count: number) => Array.from({ length: count }, (_, i) => (i % 13) / 12);
  const pathsOf = (count: number) =>
    forestOf([row({ crowd: crowdOf(count) })]).flatMap(({ tag, attributes }) =>
      tag === "path" && attributes.fill === look.inks.people ? [attributes] : [],
    );
  const [discs] = pathsOf(40);
  const places = [...String(discs?.d).matchAll(/M([\d.]+) ([\d.]+)a/g)].map(([, x, y]) => `${x} ${y}`);
  expect([places.length, new Set(places).size]).toEqual([40, 40]);
  const [strip] = pathsOf(2_000);
  expect(String(strip?.d)).not.toContain("a");
  expect(String(strip?.d).match(/M/g)).toHaveLength(13);
  expect([Number(discs?.["fill-opacity"]) < 0.6, Number(strip?.["fill-opacity"]) < 0.6]).toEqual([
    true,
    true,
  ]);
});

test("what was printed of a model is a hollow mark on its row", () => {
  const nodes = forestOf([row({ kind: "model", published: 0.7 })]);
  const hollow = nodes.filter(
    ({ tag, attributes }) => tag === "rect" && attributes.fill === look.inks.ground,
  );
  const [full] = nodes.filter(({ tag, attributes }) => tag === "rect" && attributes.fill === look.inks.model);
  expect(hollow).toHaveLength(1);
  expect(number(hollow[0], "x")).toBeGreaterThan(number(full, "x"));
});

const dotsWords: DotsInput["words"] = { axis: "%", excluded: "excluded", count: "count" };

test("every participant is one dot, the excluded hollow; above two hundred they are counted", () => {
  const people = Array.from({ length: 200 }, (_, i) => ({
    id: String(i),
    label: `P${i}`,
    value: (i % 21) / 20,
    isExcluded: i % 10 === 0,
  }));
  const dots = circles(flatten(drawDots({ people, words: dotsWords }, screenLook(340)).nodes));
  const hollow = dots.filter(({ attributes }) => attributes.stroke === "var(--people)");
  expect([dots.length - hollow.length, hollow.length]).toEqual([180, 20 + 1]); // one explains what hollow means
  const places = new Set(dots.slice(0, 200).map((dot) => `${number(dot, "cx")} ${number(dot, "cy")}`));
  expect(places.size).toBe(200);

  const counted = drawDots({ people: [...people, ...people], words: dotsWords }, look);
  expect(circles(flatten(counted.nodes))).toHaveLength(1);
  const counts = texts(flatten(counted.nodes)).filter((text) => /^\d+$/.test(text ?? ""));
  expect(counts.length).toBeGreaterThan(0);
});

test("cases are named, drawn or counted, as many as there are", () => {
  const pointsOf = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      id: String(i),
      label: `C${i}`,
      x: (i % 50) / 49,
      y: (i % 7) / 6,
    }));
  const nodesOf = (n: number) =>
    flatten(drawScatter({ points: pointsOf(n), words: { x: "x", y: "y" } }, look).nodes);
  expect(circles(nodesOf(200))).toHaveLength(200);
  const drawn = nodesOf(2_000).filter(({ tag }) => tag === "path");
  expect(drawn.flatMap(({ attributes }) => String(attributes.d).match(/M/g) ?? [])).toHaveLength(2_000);
  const counted = nodesOf(2_001).filter(({ tag }) => tag === "title");
  expect(counted.reduce((sum, { text }) => sum + Number(text?.replace(",", "")), 0)).toBe(2_001);
});

test("a bin has its share right, Wilson's interval and its count; an empty one has nothing", () => {
  const series = {
    id: "a",
    label: "People",
    kind: "people" as const,
    n: 20,
    ece: null,
    bins: [
      { from: 0, to: 0.5, n: 0, confidence: null, right: 0 },
      { from: 0.5, to: 1, n: 20, confidence: 0.75, right: 15 },
    ],
  };
  const said = { x: "x", y: "y", perfect: "even", count: "Answers", ece: "ECE", n: "n", none: "not defined" };
  const nodes = flatten(drawReliability({ series: [series], words: said }, look).nodes);
  expect(circles(nodes)).toHaveLength(1);
  expect(texts(nodes)).toContain("20");
  expect(texts(nodes)).toContain("ECE not defined · n 20");
  const whisker = nodes.find(
    ({ tag, attributes }) => tag === "line" && attributes.stroke === look.inks.people,
  );
  const [dot] = circles(nodes);
  const { low, high } = wilsonInterval(15, 20);
  const perShare = (number(whisker, "y1") - number(whisker, "y2")) / ((high ?? 0) - (low ?? 0));
  expect(number(whisker, "y1") - number(dot, "cy")).toBeCloseTo((0.75 - (low ?? 0)) * perShare, 1);
});

test("names of lines that lie on each other stand apart, and no line runs through one", () => {
  for (const paper of [paperLook(86), paperLook(178)]) {
    const lines = [0.9, 0.905, 0.908].map((at, i) => ({
      at,
      label: `Published ${i}`,
      kind: "consensus" as const,
    }));
    const drawing = drawForest({ groups: [{ rows: [row({})] }], lines, words, range: [0, 1] }, paper);
    expect(listCollisions(drawing)).toEqual([]);
    const names = textBoxesOf(drawing).filter(({ text }) => text.startsWith("Published"));
    const ways = flatten(drawing.nodes).filter(({ attributes }) => attributes["stroke-dasharray"]);
    expect([names.length, ways.length]).toEqual([3, 3]);
    for (const way of ways)
      for (const name of names) {
        const crosses = number(way, "x1") > name.x && number(way, "x1") < name.x + name.width;
        expect(crosses && number(way, "y1") < name.y).toBe(false);
      }
  }
});
