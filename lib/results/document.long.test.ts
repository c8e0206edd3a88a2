import { describe, expect, test } from "vitest";
import { getArms } from "#lib/study-results/arms/arms.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { writeResults } from "#lib/results/document.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { countedStrata, mainView, type CountedStratum, type View } from "#lib/study-results/schema.ts";
import { makeArmedRows } from "#lib/study-results/testing/armed-rows.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { thorough } from "#lib/testing/thorough.ts";

const wanted = {
  people: 12,
  cases: 40,
  runs: 6,
  controls: 0.3,
  unsure: 0.2,
  reported: 0.1,
  excluded: 0.2,
  known: 0.2,
  missing: 0.02,
  simulated: 0.3,
};

const isStratum = (name: string): name is CountedStratum => countedStrata.some((stratum) => stratum === name);

// What was computed of rows is kept with them.
const first = makeRandomRows({ ...wanted, seed: 11 });

describe("the results of random studies", () => {
  const name = "of %s are what the schema says, and nothing else: study %i";
  const both = ["people", "simulated"] as const;
  test.each(both.map((who) => [who, 11] as const))(name, expectValid);
  thorough.each(both.flatMap((who) => [12, 13].map((seed) => [who, seed] as const)))(name, expectValid);

  async function expectValid(who: (typeof both)[number], seed: number): Promise<void> {
    const rows = seed === 11 ? first : makeRandomRows({ ...wanted, seed });
    const document = await writeResults(rows, mainView(who));
    expect(resultsDocument.parse(document)).toEqual(document);
    // To a program and back: no number is lost on the way.
    expect(resultsDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
    expect([document.isSimulated, document.isInterim]).toEqual([who === "simulated", false]);
  }
});

test("the results are the figures of the screen, and every part and variant those of its own view", async () => {
  const view = mainView("people");
  const document = await writeResults(first, view);
  const points = computeOverview(first, view);
  expect(document.people).toMatchObject({ accuracy: points.people.accuracy, n: points.people.n });
  const { gaps, votes } = getIntervals(first, view);
  expect(
    document.models.map(({ runId, top1, peopleLessModel, consensusLessModel }) => [
      runId,
      top1,
      peopleLessModel.value,
      peopleLessModel.p,
      consensusLessModel.p,
    ]),
  ).toEqual(
    points.models.map(({ runId, top1 }) => [
      runId,
      top1,
      gaps.get(runId)?.value ?? null,
      gaps.get(runId)?.p ?? null,
      votes.get(runId)?.p ?? null,
    ]),
  );
  const own = async (change: Partial<View>) => {
    const { people, models } = computeOverview(first, { ...view, ...change });
    const intervals = await getIntervals(first, { ...view, ...change });
    const best = models.find(({ isRanked }) => isRanked)?.runId ?? null;
    return [people.accuracy, intervals.people, best, best && intervals.models.get(best)];
  };
  for (const { name, people, model } of [...document.tracks, ...document.strata])
    expect([people.accuracy, people.interval, model?.runId ?? null, model?.interval ?? null]).toEqual(
      await own(isStratum(name) ? { stratum: name } : { track: name }),
    );
  for (const { key, turned, people, model } of document.variants)
    expect([people.accuracy, people.interval, model?.runId ?? null, model?.interval ?? null]).toEqual(
      await own({ [key]: turned }),
    );
});

test("of the paper's study have its headline, and no model where none was run", async () => {
  const rows = makePaperRows();
  const document = await writeResults(rows, mainView("people"));
  const { people } = getIntervals(rows, mainView("people"));
  expect(document.people).toMatchObject({ accuracy: 0.908, interval: people });
  expect(document.variants.map(({ key, differs }) => [key, differs])).toEqual([
    ["excluded", false],
    ["known", false],
    ["reported", false],
  ]);
  expect(document.models).toEqual([]);
});

test("a study with arms has what each came to and how they differ, and no other has", async () => {
  for (const [rows, held] of [
    [makeArmedRows("people"), false],
    [makeArmedRows("cases"), false],
    [makeArmedRows("people", "open"), true],
  ] as const) {
    const view = mainView("people");
    const document = await writeResults(rows, view);
    expect(resultsDocument.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
    const { arms = [], differences } = document.arms ?? {};
    expect(
      arms.map(({ number, name, people, models }) => [number, name, people.accuracy, models.length]),
    ).toEqual(
      getArms(rows, view).map(({ arm, name, people, models }) => [arm, name, people.accuracy, models.length]),
    );
    const [people] = differences?.people ?? [];
    expect(people?.value).toBeCloseTo((people?.ofFirst ?? NaN) - (people?.ofSecond ?? NaN), 12);
    expect([people?.cases, people?.p === null, people?.reason]).toEqual([12, held, held ? "interim" : null]);
    expect(differences?.models.map(({ runs }) => runs)).toEqual([[rows.runs[0]?.id, rows.runs[0]?.id]]);
  }
  expect(await writeResults(first, mainView("people"))).not.toHaveProperty("arms");
});
