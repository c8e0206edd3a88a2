import { expect, test } from "vitest";
import { renderBadge, drawCard } from "#lib/cards/figure.ts";
import type { Card } from "#lib/cards/schema.ts";
import { madeCard } from "#lib/cards/testing/made-card.ts";
import { renderSvg } from "#lib/figures/svg.ts";

const signature = { ed25519: "", fingerprint: "", publicKey: "" };
const card = (changes: Parameters<typeof madeCard>[0] = {}): Card => ({ ...madeCard(changes), signature });
const wordsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words]) => words);
const { people, study } = madeCard();

test("a badge says the figure, its interval and how many people in words, and what they are of", () => {
  const svg = renderBadge(card());
  expect(wordsOf(svg)).toEqual(["Human baseline", "90.8% [87.1–93.6], n = 20"]);
  expect(svg).toContain('<title id="title">Human baseline: 90.8% [87.1–93.6], n = 20</title>');
  expect(svg).toMatch(/<desc [^>]*>People in “Who is speaking at the harbour\?”: 50 cases, 1,000 answers/);
  expect(svg).not.toMatch(/<(script|style|image)|href|@import/);
});

test.each([
  [{ accuracy: null, low: null, high: null, reason: "too_few" }, "too few answers, n = 20"],
  [{ low: null, high: null, reason: "degenerate" }, "90.8%, n = 20"],
])("a badge without %o invents nothing", (missing, said) => {
  expect(wordsOf(renderBadge(card({ people: { ...people, ...missing } })))).toEqual(["Human baseline", said]);
});

test("nobody takes simulated people for others, and no title breaks the picture", () => {
  const svg = renderBadge(card({ study: { ...study, who: "simulated", title: '<&"\u0001>' } }));
  expect(wordsOf(svg)[0]).toBe("Simulated baseline");
  expect(svg).toContain("Simulated people in “&lt;&amp;&quot;&gt;”");
});

test("the figure has people, each track, and models where the card has them, and no share of too few", () => {
  const model = { method: "zero-shot", version: "", replicate: null, answered: 50, reason: null };
  const models: Card["models"] = [
    { ...model, model: "lantern", apart: null, accuracy: 0.688, low: 0.55, high: 0.8 },
    { ...model, model: "gpt-harbour", apart: "selecting", accuracy: null, low: null, high: null },
  ];
  const input = drawCard(card({ models }), "en");
  const rows = input.groups.flatMap((group) => group.rows);
  expect(rows.map(({ label, value, instead }) => [label, value, instead])).toEqual([
    ["People", 0.908, undefined],
    ["Literary", 0.91, undefined],
    ["Drama", null, "too few: 60"],
    ["lantern", 0.688, undefined],
    ["gpt-harbour", 0, "by selection"],
  ]);
  expect(rows.some(({ crowd }) => crowd !== undefined)).toBe(false);
  expect(drawCard(card(), "zh-CN").groups).toHaveLength(2);
  expect(renderSvg({ kind: "forest", input }, { widthMm: 178, name: "Card" })).toContain("90.8");
});
