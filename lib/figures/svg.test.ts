import { expect, test } from "vitest";
import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { drawInPage, renderInPage } from "#lib/figures/svg.ts";
import { screenLook } from "#lib/figures/look.ts";
import { sampleBars, sampleDots, sampleForest, sampleScatter } from "#lib/figures/samples.ts";

const anew = (figure: Figure, width: number) => renderInPage(drawFigure(figure, screenLook(width)));

test("what was drawn before is the drawing of this figure at this width, and of no other", () => {
  const figures = [sampleForest(3), sampleForest(4), sampleBars(3), sampleDots(5)];
  for (let again = 0; again < 2; again++)
    for (const figure of figures)
      for (const width of [340, 720])
        expect(drawInPage(figure, width).markup).toBe(anew(structuredClone(figure), width));
  expect(drawInPage(sampleForest(3), 340)).toBe(drawInPage(sampleForest(3), 340));
});

test("what hasn't been looked at for long makes room", () => {
  const [figure, other] = [sampleForest(2), sampleScatter(9)];
  const first = drawInPage(figure, 300);
  expect(drawInPage(figure, 300)).toBe(first);
  for (let width = 340; width < 440; width++) drawInPage(other, width);
  expect(drawInPage(figure, 300)).not.toBe(first);
});
