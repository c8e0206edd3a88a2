import { expect, test } from "vitest";
import { getArms } from "#lib/study-results/arms/arms.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { drawArms } from "#lib/study-results/figures/arms.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeArmedRows } from "#lib/study-results/testing/armed-rows.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";

const view = mainView("people");

test("people and each model have a row for each arm, and their differences an axis below", () => {
  const rows = makeArmedRows("people");
  const input = drawArms(rows, view, "en")?.figure.input;
  const arms = getArms(rows, view);
  const [ofPeople, ...ofModels] = input?.groups ?? [];
  expect(ofPeople?.rows.map(({ label, value }) => [label, value])).toEqual(
    arms.map(({ name, people }) => [name, people.isClaimable ? people.accuracy : null]),
  );
  expect(ofModels.map((group) => group.rows.map(({ label }) => label))).toEqual([
    ["All turns"],
    ["All turns", "Four turns"],
  ]);
  const { people, models } = getArmDifferences(rows, view);
  const drawn = input?.differences?.groups.flatMap((group) => group.rows) ?? [];
  expect(drawn.map(({ value, low, high }) => [value, low, high])).toEqual(
    [...people, ...models].map(({ reason, value, low, high }) =>
      reason === null ? [value, low, high] : [null, null, null],
    ),
  );
  expect(drawn.some(({ value }) => value !== null)).toBe(true);
});

test("while people answer, no difference of theirs is drawn or in the file", () => {
  const made = drawArms(makeArmedRows("people", "open"), view, "en");
  const [ofPeople] = made?.figure.input.differences?.groups ?? [];
  expect(ofPeople?.rows).toMatchObject([{ value: null, instead: expect.stringContaining("not tested") }]);
  const [head = [], ...lines] = made?.csv ?? [];
  const differences = lines.filter(([kind, name]) => kind === "difference" && name === "people");
  expect(differences.map((line) => line[head.indexOf("value")])).toEqual([null]);
});

test("a study without arms has no such figure", () =>
  expect(drawArms(makePaperRows(), view, "en")).toBeNull());
