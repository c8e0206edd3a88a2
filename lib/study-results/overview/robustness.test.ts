import { expect, test } from "vitest";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getRobustness, readGoldSensitivity } from "#lib/study-results/overview/robustness.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";

const view = mainView("people");
const cases = Array.from({ length: 40 }, (_, i) => makeCase(i));
const none = { choice: null, shownAt: null };
/** Everybody agrees against the gold of the first two cases. */
const isSuspect = (place: number) => place < 2;

const people = Array.from({ length: 12 }, (_, person) =>
  makePerson(
    person + 1,
    cases,
    (row, place) => {
      if (isSuspect(place) || (person + place) % 8 === 0) return { choice: wrongOf(row) };
      // One leaves half of the cases without an answer.
      return person === 0 && place % 2 === 1 ? none : { knows: place === 5 || place === 7 };
    },
    person === 1 ? { excludedReason: "asleep" } : {},
  ),
);
const run = makeRun(1, cases, (row, place) => ({
  choice: isSuspect(place) || place % 4 === 1 ? wrongOf(row) : (row.gold ?? 0),
}));
const made = makeRows({ cases, people, runs: [run] });
const rows = { ...made, study: { ...made.study, comparatorRunId: run.id } };

test("every choice that comes to something else is made in every way, and the first of all is the headline's", async () => {
  const found = await getRobustness(rows, view);
  expect(found?.ways).toEqual({
    excluded: ["without", "with"],
    known: ["with", "without"],
    stratum: ["selected"],
    weighting: ["answers", "persons"],
    missing: ["left_out", "wrong", "right"],
    suspects: ["kept", "left_out", "rekeyed"],
  });
  expect(found?.suspects).toBe(2);
  expect(found?.gaps).toHaveLength(2 * 2 * 2 * 3 * 3);
  const { comparator } = computeHeadline(rows, view);
  expect(found?.gaps[0]?.difference).toEqual({ ...comparator?.difference, holm: null });
  expect(found?.gaps[0]?.outcome).toBe(comparator?.outcome);
});

test.each([
  { excluded: "with" },
  { known: "without" },
  { excluded: "with", known: "without" },
  { stratum: "all" },
  { stratum: "control" },
] as const)("the first is the headline of the view that is looked at, too: %o", async (changed) => {
  const controls = cases.map((row, place) =>
    place % 4 === 3 ? { ...row, stratum: "control" as const } : row,
  );
  const own = changed.stratum === undefined ? rows : { ...rows, cases: controls };
  const looked = { ...view, ...changed };
  const found = await getRobustness(own, looked);
  const { comparator } = computeHeadline(own, looked);
  expect(found?.gaps[0]).toMatchObject(changed);
  expect(found?.gaps[0]?.difference).toEqual({ ...comparator?.difference, holm: null });
  expect(found?.ways.known).toHaveLength(2);
});

test("what is missing, and what is suspected, moves the difference as it has to", async () => {
  const found = await getRobustness(rows, view);
  const valueOf = (changed: object) =>
    found?.gaps.find((gap) =>
      Object.entries({
        excluded: "without",
        known: "with",
        weighting: "answers",
        missing: "left_out",
        suspects: "kept",
        ...changed,
      }).every(([decision, way]) => gap[decision as keyof typeof gap] === way),
    )?.difference?.sides;
  const [as, wrong, right] = (["left_out", "wrong", "right"] as const).map((missing) => valueOf({ missing }));
  expect(wrong?.people.value).toBeLessThan(as?.people.value ?? 0);
  expect(right?.people.value).toBeGreaterThan(as?.people.value ?? 1);
  const without = valueOf({ suspects: "left_out" });
  const rekeyed = valueOf({ suspects: "rekeyed" });
  expect(without?.people.value).toBeGreaterThan(as?.people.value ?? 1);
  expect(rekeyed?.people.value).toBeGreaterThan(without?.people.value ?? 1);
  // The model chose what people agree on there.
  expect(rekeyed?.model.value).toBeGreaterThan(as?.model.value ?? 1);
});

test("people's share is told without the suspected cases, and with what people agree on there", async () => {
  const { kept, left_out: without, rekeyed } = await readGoldSensitivity(rows, view);
  const { accuracy } = getPoints(rows, view).people;
  expect(kept?.value).toBeCloseTo(accuracy ?? NaN, 12);
  // Nobody is right by the gold of two cases in forty, and everybody by what they agree on.
  const { answers } = getSelection(rows, view);
  const suspected = answers.filter((i) => isSuspect(rows.answers.case[i] ?? -1)).length;
  const right = (accuracy ?? 0) * answers.length;
  expect(without?.value).toBeCloseTo(right / (answers.length - suspected), 12);
  expect(rekeyed?.value).toBeCloseTo((right + suspected) / answers.length, 12);
});

test("is nothing without a comparator, and while people still answer and are looked at", async () => {
  expect(await getRobustness(made, view)).toBeNull();
  const design = { ...rows.study.design, rules: { ...rows.study.design.rules, interim: true } };
  const open = { ...rows, study: { ...rows.study, state: "open" as const, design } };
  expect(await getRobustness(open, view)).toBeNull();
});
