import { expect, test } from "vitest";
import { checkGold, minDoubt } from "#lib/study-results/agreement/gold-check.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { permuteOptions } from "#lib/study-results/testing/permuted.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");
const wrongGold = [4, 17];

/** Seven who choose what is right but for a case in nine, two who mostly don't; the file is wrong about two cases. */
function makeRows(): StudyRows {
  const rows = makeRandomRows({ people: 9, cases: 40, runs: 0, seed: 3, isSelected: false, tracks: ["A"] });
  const { answers } = rows;
  const choice = answers.choice.map((_, i) => {
    const [person, at] = [answers.person[i] ?? 0, answers.case[i] ?? 0];
    const isRight = person < 7 ? (person + at) % 9 > 0 : (person + at) % 4 === 0;
    return ((at % 4) + (isRight ? 0 : 1 + ((person + at) % 3))) % 4;
  });
  return {
    ...rows,
    cases: rows.cases.map((row, at) => ({ ...row, gold: (at + (wrongGold.includes(at) ? 2 : 0)) % 4 })),
    answers: { ...answers, choice, measures: answers.measures.map((scores) => scores.map(() => 1)) },
  };
}

test("lists the cases whose gold careful people don't choose, beside those who are trusted less", async () => {
  const rows = makeRows();
  const found = await checkGold(rows, view);
  expect(found).toMatchObject({ isEnough: true, hasSettled: true, n: { people: 9, cases: 40 } });
  expect(found.cases.map(({ index }) => index).sort((a, b) => a - b)).toEqual(wrongGold);
  for (const { index, gold, trusted, n } of found.cases) {
    expect([gold.name, trusted.name]).toEqual([
      rows.cases[index]?.optionNames[(index + 2) % 4],
      rows.cases[index]?.optionNames[index % 4],
    ]);
    expect(trusted.probability).toBeGreaterThan(minDoubt.probability);
    expect(n).toBe(9);
  }
  expect(
    found.people
      .slice(0, 2)
      .map(({ index }) => index)
      .sort((a, b) => a - b),
  ).toEqual([7, 8]);
});

test("says the same in whatever order options stand, and nothing of too few", async () => {
  const rows = makeRows();
  const before = await checkGold(rows, view);
  const turned = await checkGold(permuteOptions(rows, 5), view);
  expect(turned.cases.map(({ index, gold, trusted }) => [index, gold, trusted.name])).toEqual(
    before.cases.map(({ index, gold, trusted }) => [index, gold, trusted.name]),
  );
  const two = makeRandomRows({ people: 2, cases: 40, runs: 0, seed: 3, isSelected: false });
  expect(await checkGold(two, view)).toMatchObject({ isEnough: false, cases: [], people: [] });
  const few = makeRandomRows({ people: 9, cases: 9, runs: 0, seed: 3, isSelected: false });
  expect(await checkGold(few, view)).toMatchObject({ isEnough: false, n: { people: 9, cases: 9 } });
});
