import { expect, test } from "vitest";
import { fitMixedModel } from "#lib/metrics/mixed-model/fit.ts";
import { getSensitivity } from "#lib/study-results/overview/mixed-model.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");

test("the mixed model of a study is that of its counted answers, and is there at once for who asks again", async () => {
  const rows = makeRandomRows({ people: 20, cases: 30, runs: 2, seed: 8, excluded: 0.2, missing: 0.1 });
  const sensitivity = await getSensitivity(rows, view);
  const fitted = fitMixedModel(packSelection(getSelection(rows, view)));
  if (typeof fitted === "string") throw new Error(fitted);
  expect(sensitivity).toMatchObject({
    accuracy: fitted.accuracy.value,
    low: fitted.accuracy.low,
    high: fitted.accuracy.high,
    spread: { people: fitted.people, cases: fitted.cases },
    reason: null,
  });
  expect(peek(getSensitivity(rows, view))).toBe(sensitivity);
});

test("it is left out, with the reason, where it can't be carried", async () => {
  const reasonOf = async (people: number, cases: number) =>
    (await getSensitivity(makeRandomRows({ people, cases, runs: 1, seed: 4 }), view)).reason;
  expect(await reasonOf(4, 30)).toBe("too_few_people");
  expect(await reasonOf(20, 9)).toBe("too_few_cases");
  expect(await reasonOf(0, 12)).toBe("too_few_people");
});
