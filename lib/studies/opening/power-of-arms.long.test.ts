import { expect, test } from "vitest";
import { computePower } from "#lib/studies/opening/power-plan.ts";
import { designSchema } from "#lib/studies/schema.ts";

const tracks = [{ track: "Literary", cases: 900, selected: 500, unsure: 0, controls: 0 }];
const plan = (assignment: object) =>
  computePower(
    designSchema.parse({
      sample: { seed: 1, quota: { Literary: 30 } },
      assignment: { people: 20, ...assignment },
    }),
    tracks,
    { withChanges: false },
  );
const arms = (unit: string) => ({
  differ: "context",
  unit,
  arms: [
    { name: "All", turns: null },
    { name: "Some", turns: 2 },
  ],
});

test("a plan with arms says what difference between two of them it would find, and one without says nothing", async () => {
  expect((await plan({})).arms).toBeNull();
  const [people, cases] = [await plan({ arms: arms("people") }), await plan({ arms: arms("cases") })];
  expect(people.arms).toMatchObject({ people: 10, answers: 300, cases: 30, count: 2, reason: null });
  expect(cases.arms).toMatchObject({ people: 20, answers: 300, cases: 30, count: 2, reason: null });
  expect(people.arms?.detectable).toBeGreaterThan(people.arms?.half ?? 1);
  const few = (await plan({ arms: arms("people"), people: 2 })).arms;
  expect(few).toMatchObject({ reason: "too_few_people", detectable: null });
});

test("where each has cases of their own, as many people see them as there are arms", async () => {
  const own = await plan({ design: "own", arms: arms("people") });
  expect(own.rows[0]?.figures).toMatchObject({ answers: 600, cases: 300 });
  expect(own.arms).toMatchObject({ answers: 300, cases: 300 });
});
