import { expect, test } from "vitest";
import { raschScale } from "#lib/metrics/rasch/scale.ts";
import { makeScaleOf } from "#lib/study-results/figures/scale.ts";
import { getScale, type StudyScale, packTakers, type Part } from "#lib/study-results/scale/scale.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");
/** Some people are abler, and some cases harder, than others. */
function partOf(seed: number, more: object = {}): Part {
  const rows = makeRandomRows({ people: 15, cases: 30, runs: 4, seed, missing: 0.1, ...more });
  const { share } = randomShares(seed);
  const skill = rows.people.map(() => 1.5 * share());
  const right = rows.answers.measures[0]?.map((score, i) => {
    const odds = (skill[rows.answers.person[i] ?? 0] ?? 0) + 1 - ((rows.answers.case[i] ?? 0) % 4);
    return Number.isNaN(score) ? NaN : Number(share() < 1 / (1 + Math.exp(-odds)));
  });
  const people = rows.people.map((one) => ({ ...one, sittingId: `${seed} ${one.sittingId}` }));
  return {
    rows: {
      ...rows,
      stamp: String(seed),
      people,
      answers: { ...rows.answers, measures: right ? [right] : [] },
    },
    view,
  };
}

async function scaleOf(parts: readonly Part[]): Promise<StudyScale> {
  const scale = await getScale(parts);
  if (typeof scale === "string") throw new Error(scale);
  return scale;
}

test("a study's scale is that of its counted answers, the selecting run left out and named", async () => {
  const part = partOf(3);
  const scale = await scaleOf([part]);
  const { input, scores } = packTakers([part]);
  const plain = raschScale(input, scores);
  if (typeof plain === "string") throw new Error(plain);
  expect(scale.people.map(({ placed }) => placed)).toEqual(plain.people);
  expect(scale.apart).toEqual(part.rows.runs.filter(({ apart }) => apart !== null));
  expect(scale.models.every(({ run }) => run.apart === null)).toBe(true);
  const places = scale.models.map(({ placed }) => placed.place);
  expect(places).toEqual(places.toSorted((a, b) => b - a));
});

test("studies are linked by versions of cases: shared ones are one case, and the same answer counts once", async () => {
  const [one, other] = [partOf(3), partOf(5)];
  const both = packTakers([one, other]);
  expect(both.input.people).toBe(packTakers([one]).input.people + packTakers([other]).input.people);
  const versions = new Set([one, other].flatMap(({ rows }) => rows.cases.map(({ versionId }) => versionId)));
  expect(both.input.cases).toBeLessThanOrEqual(versions.size);
  expect(packTakers([one, one]).input).toEqual(packTakers([one]).input);
  expect((await scaleOf([one, other])).people).toHaveLength(both.input.people);
  const elsewhere: Part = {
    ...other,
    rows: {
      ...other.rows,
      stamp: "elsewhere",
      cases: other.rows.cases.map((row) => ({ ...row, versionId: row.versionId + 9000 })),
    },
  };
  expect(await getScale([one, elsewhere])).toBe("separate_groups");
  expect(await getScale([one, { ...other, view: mainView("simulated") }])).toBe("made_up");
});

test("its file has a line for each person, model and case", async () => {
  const part = partOf(3);
  const scale = await scaleOf([part]);
  const made = await makeScaleOf([part], "en");
  expect(made?.csv).toHaveLength(1 + scale.people.length + scale.models.length + scale.cases.length);
  expect(new Set(made?.csv.map((line) => line.length)).size).toBe(1);
  expect(await makeScaleOf([partOf(3, { people: 3 })], "en")).toBeNull();
});
