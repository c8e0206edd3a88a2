import { expect, test } from "vitest";
import { makePeople } from "#lib/simulated-people/person.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { drawStrengths } from "#lib/study-results/kinds/pair/figures.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import { simulatedPairs, strengthOf } from "#lib/task-kinds/pair/server-kind.ts";
import { getPairs, pairResults } from "#lib/study-results/kinds/pair/results.ts";

const origins = ["Human", "Memory · quill-3", "Zero-shot · lantern-4", "Zero-shot · quill-3"];
const couples = origins.flatMap((one, i) => origins.slice(i + 1).map((other) => [one, other] as const));
const raters = makePeople(11, 30).filter(({ habit }) => habit === "attentive");
const view = mainView("people");

/** Every couple once in each group; the second file has the two texts of every case the other way round. */
function makeCases(groups: number, isTurned = false) {
  return Array.from({ length: groups }, (_, group) => couples.map((couple) => ({ group, couple })))
    .flat()
    .map(({ group, couple: [one, other] }, at) =>
      makeCase(at, {
        kind: "pair",
        group: `scenario ${group}`,
        gold: null,
        optionNames: isTurned ? [other, one, "tie"] : [one, other, "tie"],
      }),
    );
}

function simulate(isTurned: boolean) {
  const cases = makeCases(40, isTurned);
  const people = raters.map((person, at) =>
    makePerson(at + 1, cases, ({ key, optionNames }) => {
      // The same text stands first, whatever the order of the file.
      const layout = answerKindOf("pair").layOut(3, "random", person.seed, key);
      const shown = isTurned ? [1 - (layout[0] ?? 0), 1 - (layout[1] ?? 0), 2] : layout;
      const on = { name: key, optionNames: ["1", "2", "1 = 2"], right: undefined };
      const told = { ...on, origins: simulatedPairs.originsOf?.(optionNames, shown) ?? [] };
      const { choice } = simulatedPairs.decide(person, told);
      return { choice: shown[choice ?? -1] ?? null, shownAt: choice ?? -1 };
    }),
  );
  const judge = makeRun(1, cases, ({ optionNames }) => ({
    choice: optionNames.indexOf(optionNames.slice(0, 2).sort()[0] ?? ""),
  }));
  return makeRows({ cases, people, runs: [judge], parts: { assignment: { optionOrder: "random" } } });
}

test("strengths tell what was put into simulated people, whichever text a file names first", () => {
  const [there, turned] = [false, true].map((isTurned) => getPairs(simulate(isTurned), view));
  if (!there || !turned) throw new Error("there are no figures");
  const [rater] = raters;
  if (!rater) throw new Error("nobody is attentive");
  const truth = origins.map((origin) => strengthOf(rater, origin));
  const mean = truth.reduce((sum, one) => sum + one, 0) / truth.length;
  for (const { name, strength } of there.people.origins) {
    const expected = (truth[origins.indexOf(name)] as number) - mean;
    expect(Math.abs((strength.value as number) - expected)).toBeLessThan(0.3);
    expect((strength.low as number) < (strength.value as number)).toBe(true);
  }
  expect(turned.people.origins.map(({ name }) => name)).toEqual(there.people.origins.map(({ name }) => name));
  for (const [at, { wins, ties, losses, strength }] of there.people.origins.entries()) {
    const other = turned.people.origins[at];
    expect(other).toMatchObject({ wins, ties, losses });
    expect(other?.strength.value).toBeCloseTo(strength.value as number, 8);
  }
  expect(there.people).toMatchObject({
    comparisons: raters.length * 240,
    cases: 240,
    groups: 40,
    reason: null,
  });
  expect(turned.agreement.mean).toBeCloseTo(there.agreement.mean as number, 12);
  expect(turned.first.mean).toBe(there.first.mean);
});

test("wins, ties and losses of the table add up to those of each origin, and mirror each other", () => {
  const { people, against } = getPairs(simulate(false), view);
  for (const [at, { wins, ties, losses }] of people.origins.entries()) {
    const sum = (of: "wins" | "ties" | "losses") =>
      (against[at] ?? []).reduce((all, record) => all + record[of], 0);
    expect([sum("wins"), sum("ties"), sum("losses")]).toEqual([wins, ties, losses]);
    for (const other of people.origins.keys())
      expect(against[at]?.[other]?.wins).toBe(against[other]?.[at]?.losses);
  }
});

test("who never loses has no strength, and neither has who is compared too rarely: the reason is told, and drawn", () => {
  const cases = makeCases(5);
  const alwaysFirst = [1, 2].map((number) => makePerson(number, cases, () => ({ choice: 0, shownAt: 0 })));
  const unbeaten = makeRows({ cases, people: alwaysFirst });
  const { people, judges, first } = getPairs(unbeaten, view);
  expect(people).toMatchObject({ reason: "unbeaten", comparisons: 60 });
  expect(people.origins[0]).toMatchObject({ name: "Human", wins: 30, losses: 0, strength: { value: null } });
  expect([judges, first.mean, first.n]).toEqual([[], 1, 60]);
  const made = drawStrengths(unbeaten, view, "en");
  const drawn = made?.figure.kind === "forest" ? made.figure.input.groups[0]?.rows : [];
  expect(drawn?.map(({ value, instead }) => [value, instead?.slice(0, 9)])).toEqual(
    origins.map(() => [null, "an origin"]),
  );
  expect(made?.csv[1]).toEqual(["people", "Human", 30, 30, 0, 0, null, null, null, "unbeaten"]);
  const few = makeRows({ cases: makeCases(1), people: [makePerson(1, makeCases(1), () => ({ choice: 2 }))] });
  expect(getPairs(few, view).people.reason).toBe("too_few");
  expect(drawStrengths(makeRows({ cases, people: [] }), view, "en")).toBeNull();
});

test("a judge has strengths over the same cases, and says what a person says as often as they do", () => {
  const cases = makeCases(4);
  const choices = [0, 1, 2];
  const people = [1, 2].map((number) =>
    makePerson(number, cases, (_, at) => ({ choice: choices[(at + number) % 3] ?? 0, shownAt: 0 })),
  );
  const judge = makeRun(3, cases, (_, at) => (at === 0 ? null : { choice: choices[(at + 1) % 3] ?? 0 }));
  const { judges, agreement } = getPairs(makeRows({ cases, people, runs: [judge] }), view);
  expect(judges[0]?.preferences).toMatchObject({ comparisons: 23, cases: 23, reason: null });
  expect(judges[0]?.agreement).toMatchObject({ n: 46, mean: expect.closeTo(0.5, 12) as number });
  expect(agreement).toMatchObject({ n: 48, mean: 0 });
  const rows = makeRows({ cases, people, runs: [judge] });
  const written = pairResults.strict().parse(getPairs(rows, view));
  expect(written.judges[0]).toMatchObject({
    runId: 3,
    preferences: { comparisons: 23 },
    agreement: { n: 46 },
  });
});
