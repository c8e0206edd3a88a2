import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { paperLook, paperWidths, pointsPerMm } from "#lib/figures/look.ts";
import { understood, renderPdf } from "#lib/figures/pdf/pdf.ts";
import * as samples from "#lib/figures/samples.ts";
import { sampleWright } from "#lib/figures/samples.ts";
import { flatten } from "#lib/figures/testing/text-boxes.ts";

const figures: readonly Figure[] = [
  samples.sampleForest(),
  samples.sampleDots(20),
  samples.sampleScatter(50),
  samples.sampleReliability(),
  samples.sampleBars(),
  samples.sampleMatrix(),
  sampleWright(),
];
const plain = samples.sampleDots(20);

/** What is painted on the page: the first stream, which begins by turning it upside down. */
function paintedOn(pdf: Buffer): string {
  const [, stream = ""] = pdf.toString("latin1").split("\nstream\n");
  return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
}

test("a PDF is as large as the SVG, with every face in it and no date", async () => {
  for (const widthMm of Object.values(paperWidths)) {
    const page = { widthMm, name: "Right & wrong <b>" };
    const pdf = await renderPdf(plain, page);
    const text = pdf.toString("latin1");
    const { height } = drawFigure(plain, paperLook(widthMm));
    const [, width = 0, high = 0] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
    expect(Number(width)).toBeCloseTo(widthMm * pointsPerMm, 3);
    expect(Number(high)).toBeCloseTo(height, 2);
    const faces = [...text.matchAll(/\/FontName \/(\S+)/g)].map(([, face = ""]) => face);
    expect(faces.every((face) => /^[A-Z]{6}\+SourceSans3-/.test(face))).toBe(true);
    expect(text.match(/\/FontFile2 /g)).toHaveLength(faces.length);
    // pdfTeX takes one page group a page, and there is more than one figure on some.
    expect(text).not.toMatch(/CreationDate|ModDate|\/Group|\/Metadata/);
    expect((await renderPdf(plain, page)).equals(pdf)).toBe(true);
  }
});

test("all that the figures ask of paper is understood", () => {
  const asked = figures
    .flatMap((figure) => Object.values(paperWidths).map((mm) => drawFigure(figure, paperLook(mm))))
    .flatMap(({ nodes }) => flatten(nodes))
    .flatMap(({ attributes }) => Object.keys(attributes));
  expect(asked.filter((name) => !understood.has(name))).toEqual([]);
});

test("what is turned, tinted or dashed is so on paper, too, and names can hold anything", async () => {
  const painted = await Promise.all(
    [samples.sampleReliability(), plain].map(async (figure) =>
      paintedOn(await renderPdf(figure, { widthMm: 178, name: "()\\ \u0000\ud800 人物" })),
    ),
  );
  const all = painted.join("\n");
  // A quarter of a turn, dashes, transparency by name.
  for (const sign of [/\n0 -1 1 0 |\n0 1 -1 0 /, /\[[\d.]+ [\d.]+\] 0 d/, /\/Gs\d+ gs/])
    expect(sign.test(all)).toBe(true);
  expect(/NaN|Infinity|undefined/.test(all)).toBe(false);
});
