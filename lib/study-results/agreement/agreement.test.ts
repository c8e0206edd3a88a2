import { describe, expect, test } from "vitest";
import { agreeByDefinition, countByItem } from "#lib/metrics/testing/plain-agreement.ts";
import type { CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import { getAgreement, isTooSmall } from "#lib/study-results/agreement/agreement.ts";
import { makePeers } from "#lib/study-results/figures/people.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { shuffleRows } from "#lib/study-results/testing/shuffled.ts";

const view = mainView("people");
const make = (seed: number, answersEach = 24) =>
  makeRandomRows({ people: 6, cases: 40, runs: 1, seed, answersEach, excluded: 0.1 });

/** A row a person, a column a case: what the slow metrics take. */
function tabulate(rows: StudyRows, view: View): (number | null)[][] {
  const { people, cases, answers } = selectAnswers(rows, view);
  const given = new Map([...answers].map((i) => [`${rows.answers.person[i]} ${rows.answers.case[i]}`, i]));
  return [...people].map((person) =>
    [...cases].map((at) => {
      const i = given.get(`${person} ${at}`);
      return i === undefined ? null : (rows.answers.choice[i] ?? null);
    }),
  );
}

/** What guessing agrees on, over the cases that two and more answered. */
function meanChance(rows: StudyRows, view: View): number {
  const table = tabulate(rows, view);
  const twice = [...selectAnswers(rows, view).cases].filter(
    (_, place) => table.filter((row) => row[place] !== null).length > 1,
  );
  return twice.reduce((sum, at) => sum + 1 / (rows.cases[at]?.optionNames.length ?? 0), 0) / twice.length;
}

/** The rows of a study whose benchmark declares what the options of its tracks are. */
const declare = (
  rows: StudyRows,
  declared: readonly (Partial<CategoryDeclaration> | undefined)[],
): StudyRows => ({
  ...rows,
  stamp: `${rows.stamp} declared`,
  tracks: rows.tracks.map((track, i) => ({ ...track, ...declared[i] })),
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `Person ${at + 1}`);
const four = { categories: "shared", categoryNames: names(4) } as const;

/** Everybody answers everything the way `choose` says. */
function chooseFor(rows: StudyRows, choose: (person: number, at: number) => number): StudyRows {
  const { answers } = rows;
  const choice = answers.choice.map((_, i) => choose(answers.person[i] ?? 0, answers.case[i] ?? 0));
  return {
    ...rows,
    answers: { ...answers, choice, measures: answers.measures.map((scores) => scores.map(() => 1)) },
  };
}

describe.each([1, 2, 3])("a study drawn with seed %i", (seed) => {
  const rows = make(seed);

  test("has the agreement that the definitions say, on each track and on all together", async () => {
    const { parts } = await getAgreement(rows, view);
    expect(parts.map(({ track }) => track)).toEqual([null, ...rows.tracks.map(({ name }) => name)]);
    for (const { track, people, cases, answers, figures } of parts) {
      const table = tabulate(rows, { ...view, track });
      expect([people, cases]).toEqual([table.length, table[0]?.length]);
      expect(answers).toBe(table.flat().filter((choice) => choice !== null).length);
      const defined = agreeByDefinition(countByItem(table, 8));
      for (const name of ["pairwise", "unanimous"] as const)
        expect(figures[name].value).toBeCloseTo(defined[name], 12);
      const chance = meanChance(rows, { ...view, track });
      expect(figures.freeKappa.value).toBeCloseTo((defined.pairwise - chance) / (1 - chance), 12);
      expect([figures.alpha.reason, figures.fleiss.reason]).toEqual(["own_categories", "own_categories"]);
      for (const { low, value, high } of [figures.freeKappa, figures.pairwise])
        expect(low !== null && high !== null && value !== null && low < value && value < high).toBe(true);
    }
  });

  test("is the same whatever the order of answers and the names of options", async () => {
    const shuffled = shuffleRows(rows, seed);
    expect(await getAgreement(shuffled, view)).toEqual(await getAgreement(rows, view));
    expect(computePeers(shuffled, view)).toEqual(computePeers(rows, view));
  });

  test("holds each person against the others, those first who agree least", () => {
    const { people } = selectAnswers(rows, view);
    const table = tabulate(rows, view);
    const found = computePeers(rows, view).people;
    expect(found.map(({ agreement }) => agreement)).toEqual(
      found.map(({ agreement }) => agreement).sort((a, b) => (a ?? 2) - (b ?? 2)),
    );
    for (const { index, agreement, n } of found) {
      const own = table[people.indexOf(index)] ?? [];
      const shares = own.flatMap((choice, at) => {
        if (choice === null) return [];
        const others = table.flatMap((row) => (row === own ? [] : (row[at] ?? [])));
        return others.length === 0 ? [] : [others.filter((other) => other === choice).length / others.length];
      });
      expect(n).toBe(shares.length);
      expect(agreement).toBeCloseTo(shares.reduce((sum, share) => sum + share, 0) / shares.length, 12);
    }
  });
});

describe("where all cases share their categories", () => {
  const rows = make(11, 40);
  const alphas = async (declared: readonly (Partial<CategoryDeclaration> | undefined)[]) => {
    const { parts } = await getAgreement(declare(rows, declared), view);
    return parts.map(({ figures }) => figures.alpha.value ?? figures.alpha.reason);
  };

  test("each track has the alpha of its own categories; all of them together have none", async () => {
    const [all, literary, drama, expertise] = await alphas([four, four]);
    expect([all, expertise]).toEqual(["mixed_categories", "own_categories"]);
    for (const [track, alpha] of [
      ["Literary", literary],
      ["Drama", drama],
    ] as const)
      // oxfmt-ignore
      expect(alpha).toBeCloseTo(
        agreeByDefinition(countByItem(tabulate(rows, { ...view, track }), 8)).alpha,
        12,
      );
  });

  test("so have tracks of the same categories together, and an order makes it ordinal", async () => {
    const five = { categoryNames: names(5) };
    const nominal = await alphas([1, 2, 3].map(() => ({ ...five, categories: "shared" })));
    const table = countByItem(tabulate(rows, view), 8);
    expect(nominal[0]).toBeCloseTo(agreeByDefinition(table).alpha, 12);
    const ordinal = await alphas([1, 2, 3].map(() => ({ ...five, categories: "ordered" })));
    expect(ordinal[0]).toBeTypeOf("number");
    expect(ordinal[0]).not.toBeCloseTo(nominal[0] as number, 6);
    expect((await alphas([1, 2, 3].map(() => four)))[0]).toBe("undeclared_category");
  });

  test("Fleiss’ kappa is of as many answers to each case", async () => {
    const all = makeRandomRows({ people: 5, cases: 24, runs: 1, seed: 5, tracks: ["Drama"] });
    const even = chooseFor(declare(all, [four]), (person, at) => (at * 7 + (person > 2 ? at : 0)) % 4);
    const [part] = (await getAgreement(even, view)).parts;
    expect(part?.figures.fleiss.value).toBeCloseTo(
      agreeByDefinition(countByItem(tabulate(even, view), 4)).kappa,
      12,
    );
    const [uneven] = (await getAgreement(declare(make(12, 24), [four, four]), { ...view, track: "Drama" }))
      .parts;
    expect(uneven?.figures.fleiss.reason).toBe("unequal_ratings");
  });
});

describe("where a figure isn't defined it says why", () => {
  const all = makeRandomRows({ people: 5, cases: 24, runs: 1, seed: 5, tracks: ["Drama"] });
  const reasons = async (rows: StudyRows) => {
    const [part] = (await getAgreement(rows, view)).parts;
    if (!part) throw new Error("there is no part");
    const { pairwise, freeKappa, alpha } = part.figures;
    return [pairwise, freeKappa, alpha].map(({ value, reason }) => (value === null ? reason : null));
  };

  test("everybody chose one category throughout", async () => {
    expect(await reasons(chooseFor(declare(all, [four]), () => 1))).toEqual([null, null, "one_category"]);
  });

  test("one person alone agrees with nobody", async () => {
    const rows = makeRandomRows({ people: 1, cases: 24, runs: 1, seed: 6, tracks: ["Drama"] });
    expect(await reasons(rows)).toEqual(["no_pairs", "no_pairs", "no_pairs"]);
    expect(computePeers(rows, view)).toMatchObject({ told: 0, median: null });
    expect(await makePeers(rows, view, new URLSearchParams(), "en")).toBeNull();
  });

  test("while people answer there are figures and no intervals: each would hold for one look", async () => {
    const rows = makeRandomRows({
      people: 5,
      cases: 24,
      runs: 1,
      seed: 5,
      tracks: ["Drama"],
      state: "open",
      parts: { rules: { interim: true } },
    });
    const { pairwise, alpha } = (await getAgreement(rows, view)).parts[0]?.figures ?? {};
    expect(pairwise).toMatchObject({ low: null, high: null, reason: "interim" });
    expect([typeof pairwise?.value, alpha?.reason]).toEqual(["number", "own_categories"]);
  });

  test("little data is not told at all", async () => {
    const { parts } = await getAgreement(make(4, 8), view);
    expect(parts.filter(isTooSmall).map(({ answers, cases }) => answers < 30 || cases < 10)).not.toContain(
      false,
    );
  });
});

test("who agrees with nobody where the others agree stands apart, on cases enough to say so", () => {
  const rows = makeRandomRows({ people: 9, cases: 40, runs: 1, seed: 8, tracks: ["Drama"] });
  const odd = chooseFor(rows, (person, at) =>
    person === 4 ? 3 : person > 4 && (at + person) % 9 === 0 ? 1 : 0,
  );
  const apart = computePeers(odd, view).people.filter(({ isOutlier }) => isOutlier);
  expect(apart.map(({ index }) => index)).toContain(4);
  const few = computePeers(
    { ...odd, cases: odd.cases.map((row, at) => ({ ...row, stratum: at < 9 ? "selected" : "attention" })) },
    view,
  );
  expect(few.people.some(({ isOutlier }) => isOutlier)).toBe(false);
});
