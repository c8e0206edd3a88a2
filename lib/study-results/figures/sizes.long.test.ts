import { expect, test } from "vitest";
import { drawFigure } from "#lib/figures/figure.ts";
import { type Look, paperLook, paperWidths, pointsPerMm, screenLook } from "#lib/figures/look.ts";
import { listCollisions, listCut } from "#lib/figures/testing/text-boxes.ts";
import { figureNames, makeFigure } from "#lib/results/figures.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { mainView, populations } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { asDrawn } from "#lib/study-results/testing/several-ways.ts";

const rows = makeRandomRows({
  people: 80,
  cases: 40,
  runs: 4,
  seed: 15,
  simulated: 0.5,
  excluded: 0.1,
  controls: 0.2,
});
const looks: Record<string, Look> = {
  phone: screenLook(340),
  screen: screenLook(620),
  ...Object.fromEntries(Object.values(paperWidths).map((mm) => [`${mm} mm`, paperLook(mm)])),
};

// What these are made of stands in the database, or is no scale where answers are drawn by lot.
const elsewhere = ["case", "flow", "scale"];
const ofStudies = figureNames.filter((name) => !elsewhere.includes(name));

test.each(ofStudies)("the words of %s fit at every size that is offered", async (name) => {
  for (const who of populations) {
    const made = await makeFigure(name, asDrawn(name, rows), mainView(who));
    if (!made) throw new Error(`nothing to draw of ${who}`);
    for (const [size, look] of Object.entries(looks)) {
      const drawing = drawFigure(made.figure, look);
      expect([size, who, listCut(drawing), listCollisions(drawing)]).toEqual([size, who, [], []]);
    }
  }
});

test.each(ofStudies)(
  "%s of eighty people, sixty cases and twelve models fits on a page of paper",
  async (name) => {
    const many = makeRandomRows({ people: 80, cases: 60, runs: 12, seed: 17, isSelected: false });
    const made = await makeFigure(
      name,
      asDrawn(name, many),
      mainView("people"),
      new URLSearchParams({ model: "2", against: "2" }),
    );
    if (!made) throw new Error("nothing to draw");
    for (const mm of Object.values(paperWidths)) {
      const { height } = drawFigure(made.figure, paperLook(mm));
      expect([mm, height / pointsPerMm < 200]).toEqual([mm, true]);
    }
  },
);

test("twelve models and people stand in one look: a row takes a line, and whoever answered is a dot in the numbers", async () => {
  const many = makeRandomRows({ people: 20, cases: 30, runs: 12, seed: 16, isSelected: false });
  const made = await makeFigure("forest", many, mainView("people"));
  if (!made) throw new Error("nothing to draw");
  expect(drawFigure(made.figure, screenLook(620)).height).toBeLessThan(480);
  expect(made.csv.filter(([kind]) => kind === "person")).toHaveLength(
    getPoints(many, mainView("people")).people.n.people,
  );
});
