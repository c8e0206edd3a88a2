import { describe, expect, test } from "vitest";
import { agreementIntervals } from "#lib/metrics/agreement/agreement-intervals.ts";
import { agreeByDefinition, countByItem } from "#lib/metrics/testing/plain-agreement.ts";
import { countChoices } from "#lib/metrics/scores/choice-table.ts";
import {
  isTooSmall,
  missingReason,
  getAgreement,
  getAgreementPoints,
  type AgreementPart,
} from "#lib/study-results/agreement/agreement.ts";
import { getChoices } from "#lib/study-results/rows/choices.ts";
import { makePeers } from "#lib/study-results/figures/agreement.ts";
import { describePeers } from "#lib/study-results/people/peers.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, resamples, type View } from "#lib/study-results/schema.ts";
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

  test("has the agreement that the metrics find, on each track and on all together", async () => {
    const { parts, b } = await getAgreement(rows, view);
    expect(b).toBe(resamples);
    expect(parts.map(({ track }) => track)).toEqual([null, ...rows.tracks.map(({ name }) => name)]);
    for (const { track, people, cases, answers, figures } of parts) {
      const table = tabulate(rows, { ...view, track });
      expect([people, cases]).toEqual([table.length, table[0]?.length]);
      expect(answers).toBe(table.flat().filter((choice) => choice !== null).length);
      const defined = agreeByDefinition(countByItem(table, 8));
      for (const name of ["alpha", "pairwise", "unanimous"] as const)
        expect(figures[name].value).toBeCloseTo(defined[name], 12);
      expect(missingReason(figures.kappa)).toBe("unequal_ratings");
      for (const { low, value, high } of [figures.alpha, figures.pairwise])
        expect(low !== null && high !== null && value !== null && low <= value && value <= high).toBe(true);
    }
  });

  test("gives the same in a thread as here, and its points are the same without the intervals", async () => {
    const { parts, b, seed: used } = await getAgreement(rows, view);
    const here = agreementIntervals({ ...countChoices(getChoices(rows, view)), b, seed: used });
    expect(parts[0]?.figures).toEqual(here);
    const values = (parts: readonly AgreementPart[] | null) =>
      parts?.map(({ figures }) => [figures.alpha.value, figures.kappa.value, figures.pairwise.value]);
    expect(values(getAgreementPoints(rows, view))).toEqual(values(parts));
  });

  test("is the same whatever the order of answers and the names of options", async () => {
    const shuffled = shuffleRows(rows, seed);
    expect(await getAgreement(shuffled, view)).toEqual(await getAgreement(rows, view));
    expect(describePeers(shuffled, view)).toEqual(describePeers(rows, view));
  });

  test("holds each person against the others, those first who agree least", () => {
    const { people } = selectAnswers(rows, view);
    const table = tabulate(rows, view);
    const found = describePeers(rows, view).people;
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

describe("where a figure isn't defined it says why", () => {
  const all = makeRandomRows({ people: 5, cases: 24, runs: 1, seed: 5, tracks: ["Drama"] });
  const reasons = async (rows: StudyRows) => {
    const [part] = (await getAgreement(rows, view)).parts;
    if (!part) throw new Error("there is no part");
    const { alpha, kappa, pairwise } = part.figures;
    return [alpha, kappa, pairwise].map(missingReason);
  };

  test.each([
    ["everybody chose one place throughout", () => 1, ["one_category", "one_category", null]],
    ["as many answered each case", (person: number, at: number) => (person + at) % 3, [null, null, null]],
  ])("%s", async (_, choose, expected) => {
    expect(await reasons(chooseFor(all, choose))).toEqual(expected);
  });

  test("fleiss’ kappa is the metric’s where it exists", async () => {
    const rows = chooseFor(all, (person, at) => (at * 7 + (person > 2 ? at : 0)) % 4);
    const table = tabulate(rows, view);
    const [part] = (await getAgreement(rows, view)).parts;
    expect(part?.figures.kappa.value).toBeCloseTo(agreeByDefinition(countByItem(table, 4)).kappa, 12);
  });

  test("one person alone agrees with nobody", async () => {
    const rows = makeRandomRows({ people: 1, cases: 24, runs: 1, seed: 6, tracks: ["Drama"] });
    expect(await reasons(rows)).toEqual(["no_pairs", "no_pairs", "no_pairs"]);
    expect(describePeers(rows, view)).toMatchObject({ told: 0, median: null });
    expect(await makePeers(rows, view, new URLSearchParams())).toBeNull();
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
  const apart = describePeers(odd, view).people.filter(({ isOutlier }) => isOutlier);
  expect(apart.map(({ index }) => index)).toContain(4);
  const few = describePeers(
    { ...odd, cases: odd.cases.map((row, at) => ({ ...row, stratum: at < 9 ? "selected" : "attention" })) },
    view,
  );
  expect(few.people.some(({ isOutlier }) => isOutlier)).toBe(false);
});
