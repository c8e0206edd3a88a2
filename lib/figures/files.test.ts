import { expect, test } from "vitest";
import type { Figure } from "#lib/figures/figure.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderPng } from "#lib/figures/png.ts";
import { sampleDots, sampleForest } from "#lib/figures/samples.ts";
import { renderSvg } from "#lib/figures/svg.ts";

const page = { widthMm: paperWidths.single, name: "Right answers" };

function forestNamed(label: string): Figure {
  const row = { id: "a", label, kind: "model" as const, value: 0.5, low: 0.4, high: 0.6, n: 50 };
  return {
    kind: "forest",
    input: { groups: [{ rows: [row] }], words: { axis: "%", value: "Right", interval: "95 %", n: "n" } },
  };
}

async function inkOf(label: string): Promise<number> {
  const png = await renderPng(renderSvg(forestNamed(label), { widthMm: paperWidths.double, name: label }));
  return png.length;
}

test("an SVG stands alone: its size in millimetres, its colours and faces, no way out of it", () => {
  const svg = renderSvg(sampleForest(), page);
  expect(svg).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg [^>]*width="86mm" height="[\d.]+mm"/);
  expect(svg).toContain("font-family=\"'Source Sans 3', Helvetica, Arial, sans-serif\"");
  expect(svg).not.toMatch(/var\(|href| style=|class=|NaN|undefined/);
  expect(renderSvg(sampleForest(), page)).toBe(svg);
});

test("a dark file has a dark ground, and no ink of a light one", () => {
  const [light, dark] = [
    renderSvg(sampleForest(), page),
    renderSvg(sampleForest(), { ...page, theme: "dark" }),
  ];
  expect(light).toContain('fill="#ffffff"/>');
  expect(dark).toContain('fill="#171a1f"/>');
  const inksIn = (svg: string) => new Set(svg.match(/#[0-9a-f]{6}/g));
  // Vermillion is read on both.
  expect([...inksIn(dark)].filter((ink) => inksIn(light).has(ink) && ink !== "#d55e00")).toEqual([]);
});

test("a name can hold anything, and is never markup", async () => {
  const svg = renderSvg(forestNamed('</text><script>alert("&")</script>\u0000\ud800'), page);
  expect(svg).not.toMatch(/<script|\u0000/);
  expect(svg).toContain("&lt;script&gt;");
  await expect(renderPng(svg)).resolves.toBeInstanceOf(Buffer);
});

test.each(Object.entries(paperWidths))("a PNG for a %s column has 300 dots an inch", async (_, widthMm) => {
  const svg = renderSvg(sampleDots(), { ...page, widthMm });
  const png = await renderPng(svg);
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect(Math.abs(png.readUInt32BE(16) - (widthMm / 25.4) * 300)).toBeLessThan(1.5);
  expect((await renderPng(svg)).equals(png)).toBe(true);
});

test("the face is the one we bring: letters have ink", async () => {
  const [none, plain] = await Promise.all([inkOf(" "), inkOf("Qwen2.5-72B-Instruct")]);
  expect(plain - none).toBeGreaterThan(1_500);
});

test("joined letters beside Chinese ones are drawn", async () => {
  const [chinese, both] = await Promise.all([inkOf("红楼梦"), inkOf("fine-tuned efficiently 红楼梦")]);
  expect(both - chinese).toBeGreaterThan(1_500);
});
