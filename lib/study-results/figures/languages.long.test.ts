import { expect, test } from "vitest";
import { drawFigure } from "#lib/figures/figure.ts";
import { paperLook, screenLook } from "#lib/figures/look.ts";
import { listCollisions, listCut, flatten } from "#lib/figures/testing/text-boxes.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { getAcross, sortParts } from "#lib/study-results/across/across.ts";
import { figureNames, makeFigure } from "#lib/results/figures.ts";
import { drawAcross } from "#lib/study-results/figures/across.ts";
import { drawCase } from "#lib/study-results/figures/case.ts";
import { drawFlow } from "#lib/study-results/figures/flow.ts";
import { makeScaleOf } from "#lib/study-results/figures/scale.ts";
import { languageOf } from "#lib/study-results/figures/send.ts";
import { recruitmentWays } from "#lib/studies/schema.ts";
import { computeFlow } from "#lib/study-results/people/flow.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, populations, type Population } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { asDrawn } from "#lib/study-results/testing/several-ways.ts";

const made = makeRandomRows({
  people: 40,
  cases: 30,
  runs: 4,
  seed: 15,
  missing: 0.1,
  cohorts: ["一组", "二组"],
  simulated: 0.5,
  excluded: 0.1,
  controls: 0.2,
  unsure: 0.1,
});
const rows = { ...made, study: { ...made.study, title: "研究" } };

/** Answers that a scale can be made of. */
function withSkill(all: StudyRows): StudyRows {
  const { share } = randomShares(3);
  const skill = all.people.map(() => 1.5 * share());
  const { person, case: cases, measures } = all.answers;
  const answer = (score: number, i: number) => {
    const odds = (skill[person[i] ?? 0] ?? 0) + 1 - ((cases[i] ?? 0) % 4);
    return Number.isNaN(score) ? NaN : Number(share() < 1 / (1 + Math.exp(-odds)));
  };
  return { ...all, answers: { ...all.answers, measures: measures.map((scores) => scores.map(answer)) } };
}

const comings = recruitmentWays.map((way) => ({
  way,
  agreed: 30,
  notBegun: 2,
  withdrawn: 3,
  withdrewAfter: 1,
  first: null,
  last: null,
}));
const arrivals = {
  coming: populations.flatMap((who) => comings.map((one) => ({ ...one, who }))),
  invited: 40,
};

/** As its page has it; what stands in the database is made up here. */
function makeIn(name: string, who: Population, locale: Locale) {
  const view = mainView(who);
  switch (name) {
    case "across":
      return drawAcross(getAcross(sortParts([{ rows, pick: { slug: "a", cohort: null } }], {}).parts).parts, {
        locale,
      });
    case "case":
      return drawCase(rows, view, { index: 0, probabilities: new Map() }, { locale });
    case "flow":
      return drawFlow(computeFlow(rows, who, arrivals), locale);
    case "scale":
      return makeScaleOf([{ rows: withSkill(rows), view }], locale);
    default:
      return makeFigure(
        name,
        asDrawn(name, rows),
        view,
        new URLSearchParams({ against: "2", model: "2" }),
        locale,
      );
  }
}

// Names of models, methods, cases, tracks, options, services and coefficients are the same in every language.
const named =
  /model-\d+|zero-|few-|shot \d|shot|self-consistency \d|cot|case-\d+|Literary|Drama|Expertise|Person \d|Prolific|Wright|ECE|\b[np]\b/g;
const looks = [screenLook(340), screenLook(720), paperLook(86), paperLook(178)];

test.each([...figureNames, "across"])(
  "all words of %s are Chinese on a Chinese screen, and fit",
  async (name) => {
    for (const who of populations) {
      const made = await makeIn(name, who, "zh-CN");
      if (!made) throw new Error(`nothing to draw of ${who}`);
      for (const look of looks) {
        const drawing = drawFigure(made.figure, look);
        const texts = [made.title, ...flatten(drawing.nodes).flatMap(({ text }) => text ?? [])];
        expect(texts.filter((text) => /[a-z]/i.test(text.replaceAll(named, "")))).toEqual([]);
        expect([look.width, listCut(drawing), listCollisions(drawing)]).toEqual([look.width, [], []]);
      }
    }
  },
);

test("a file is in the language it is asked for in, if the machine has a face for it; its numbers are for programs", async () => {
  const ask = (query: string, face: { file: string } | null) =>
    languageOf(new URLSearchParams(query), () => Promise.resolve(face));
  const face = { file: "NotoSansSC-Regular.otf" };
  expect(await ask("format=pdf&lang=zh-CN", face)).toBe("zh-CN");
  expect(await ask("format=svg&lang=zh-CN", null)).toBe("zh-CN");
  for (const query of ["format=pdf&lang=zh-CN", "format=png&lang=zh-CN", "format=svg", "format=svg&lang=xx"])
    expect(await ask(query, null)).toBe("en");
  expect(await ask("format=csv&lang=zh-CN", face)).toBe("en");
});
