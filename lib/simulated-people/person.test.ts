import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { decide, reconsider } from "#lib/simulation/take-part.ts";
import { type Knowledge, makePeople, makePerson, type Habit } from "#lib/simulated-people/person.ts";
import type { FormQuestions } from "#lib/simulation/steps.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

const asked: FormQuestions = {
  kind: "choice",
  confidence: "slider",
  reason: true,
  knowsWork: true,
  flag: true,
  mayGoBack: true,
};
const names = ["Anna", "Boris", "Clara", "Dora"];
const shownAt = (position: number): ShownCase => ({
  position,
  kind: "choice",
  isPractice: false,
  language: "en",
  names: names.map((_, i) => names[(i + position) % names.length] ?? ""),
  content: {
    form: "dialogue",
    turns: [
      { speaker: "Eve", parts: [{ type: "speech", text: `Where is number ${position}? `.repeat(40) }] },
      { speaker: null, parts: [{ type: "thought", text: "Nobody must know." }] },
    ],
    profiles: names.map(() => null),
  },
});
const cases = Array.from({ length: 80 }, (_, i) => shownAt(i + 1));
const right = (position: number): Knowledge => ({ option: (position * 7) % 4, isCheck: false });
const crowd = makePeople(2026, 100);
const withHabit = (habit: Habit) => crowd.filter((person) => person.habit === habit);
const decided = new Map(
  crowd.map((person) => [
    person.number,
    new Map(
      cases.map((shown) => [shown.position, decide(person, shown, asked, right(shown.position)).values]),
    ),
  ]),
);
const valuesOf = (person: (typeof crowd)[number], { position }: ShownCase) =>
  decided.get(person.number)?.get(position) ?? [];
const lastOf = (person: (typeof crowd)[number], shown: ShownCase) => valuesOf(person, shown).at(-1);

function shareRight(habit: Habit, given: readonly ShownCase[] = cases): number {
  const all = withHabit(habit).flatMap((person) =>
    given.map((shown) => lastOf(person, shown)?.choice === right(shown.position).option),
  );
  return all.filter(Boolean).length / all.length;
}

test("the same seed makes the same people, who decide the same", () => {
  expect(makePeople(7, 40)).toEqual(makePeople(7, 40));
  expect(makePerson(7, 33)).toEqual(makePeople(7, 100)[32]);
  expect(makePeople(8, 40)).not.toEqual(makePeople(7, 40));
  const [first] = makePeople(7, 1);
  if (!first) throw new Error("nobody");
  const decisions = () => cases.map((shown) => decide(first, shown, asked, right(shown.position)));
  expect(decisions()).toEqual(decisions());
});

test("of every twenty there are as many of each habit, and two who leave", () => {
  for (let group = 0; group < 5; group++) {
    const twenty = crowd.slice(group * 20, group * 20 + 20);
    const count = (habit: Habit) => twenty.filter((person) => person.habit === habit).length;
    expect([count("attentive"), count("hasty"), count("straight_lining"), count("position_bias")]).toEqual([
      13, 3, 1, 3,
    ]);
    expect(twenty.filter(({ leavesAfter }) => leavesAfter !== null)).toHaveLength(2);
  }
});

test("habits show in what people choose, how long they take and how sure they are", () => {
  expect(shareRight("attentive")).toBeGreaterThan(0.82);
  expect(shareRight("attentive")).toBeLessThan(0.97);
  expect(shareRight("position_bias")).toBeLessThan(shareRight("attentive") - 0.1);
  expect(shareRight("hasty")).toBeLessThan(shareRight("position_bias") - 0.1);
  for (const person of withHabit("straight_lining"))
    expect(new Set(cases.map((shown) => lastOf(person, shown)?.choice)).size).toBe(1);
  const firsts = (habit: Habit) =>
    withHabit(habit).flatMap((person) => cases.map((shown) => lastOf(person, shown)?.choice === 0));
  const share = (all: boolean[]) => all.filter(Boolean).length / all.length;
  expect(share(firsts("position_bias"))).toBeGreaterThan(share(firsts("attentive")) + 0.1);
  for (const person of withHabit("hasty"))
    for (const shown of cases) {
      const first = lastOf(person, shown)?.firstAnswerMs ?? 0;
      expect(first).toBeGreaterThanOrEqual(900);
      expect(first).toBeLessThanOrEqual(4000);
    }
  const seconds = withHabit("attentive").flatMap((person) =>
    cases.map((shown) => (lastOf(person, shown)?.activeMs ?? 0) / 1000),
  );
  expect(seconds.reduce((sum, one) => sum + one, 0) / seconds.length).toBeGreaterThan(15);
});

test("the hard cases are hard for everybody: people agree more than their accuracies alone would make them", () => {
  const attentive = withHabit("attentive");
  const shares = cases.map(
    (shown) =>
      attentive.filter((person) => lastOf(person, shown)?.choice === right(shown.position).option).length /
      attentive.length,
  );
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const variance = shares.reduce((sum, one) => sum + (one - mean) ** 2, 0) / shares.length;
  expect(variance).toBeGreaterThan((3 * mean * (1 - mean)) / attentive.length);
});

test("answers fit what is asked: probabilities add up, and nothing is said that isn't asked", () => {
  const nothing: FormQuestions = {
    kind: "choice",
    confidence: null,
    reason: false,
    knowsWork: false,
    flag: false,
    mayGoBack: false,
  };
  for (const person of crowd.slice(0, 20))
    for (const shown of cases.slice(0, 20)) {
      const [plain, ...more] = decide(person, shown, nothing).values;
      expect(more).toEqual([]);
      expect(plain).toMatchObject({
        confidence: null,
        probabilities: [],
        reason: null,
        knowsWork: null,
        isFlagged: false,
      });
      const given = decide(
        person,
        shown,
        { ...asked, confidence: "options" },
        right(shown.position),
      ).values.at(-1);
      const shares = given?.probabilities as number[];
      const sum = shares.reduce((all, one) => all + one, 0);
      expect(Math.abs(sum - 1)).toBeLessThan(1e-9);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    }
});

test("where one can't go back, a reason that is asked for is given at once", () => {
  for (const person of crowd.slice(0, 20)) {
    const { values } = decide(person, shownAt(3), { ...asked, mayGoBack: false });
    expect([values.length, values[0]?.reason]).toEqual([1, expect.stringMatching(/\S/)]);
  }
});

test("the careful change their mind now and then, and look again at what they marked", () => {
  const changed = withHabit("attentive").flatMap((person) =>
    cases.filter((shown) => {
      const choices = valuesOf(person, shown).map(({ choice }) => choice);
      return new Set(choices).size > 1;
    }),
  );
  expect(changed.length).toBeGreaterThan(0.05 * cases.length * withHabit("attentive").length);
  const again = withHabit("attentive").flatMap((person) =>
    cases.flatMap((shown) => {
      const before = lastOf(person, shown);
      const after = before && reconsider(person, shown, asked, before, right(shown.position));
      if (after) expect([before.isFlagged, after.isFlagged]).toEqual([true, false]);
      return after ? [after] : [];
    }),
  );
  expect(again.length).toBeGreaterThan(30);
});

test("some can't read another language, and pass every case in it, where they may", () => {
  const passes = (person: (typeof crowd)[number], mayPass?: true) =>
    cases.slice(0, 20).map((shown) => {
      const { values } = decide(person, shown, asked, { ...right(shown.position), mayPass });
      return values.at(-1)?.cannotRead;
    });
  const all = crowd.slice(0, 40).map((person) => new Set(passes(person, true)));
  expect(all.every((answers) => answers.size <= 2)).toBe(true);
  expect(all.some((answers) => answers.has(true))).toBe(true);
  expect(all.some((answers) => answers.has(false))).toBe(true);
  expect(crowd.slice(0, 10).flatMap((person) => passes(person))).not.toContain(true);
});

test("what people of a seed answer stays as it is, release after release", () => {
  const values = [...decided.values()].flatMap((ofPerson) => [...ofPerson.values()]);
  expect(hash("sha256", JSON.stringify(values))).toBe(
    "6cff3bd716db0233ab41b1da96e71da339cb1025077f26d672b60d9291ceea20",
  );
});

test("who gets a case again decides anew, and the same whenever it is simulated", () => {
  const [person] = withHabit("hasty");
  if (!person) throw new Error("there is nobody");
  const twice = cases.map((shown) => {
    const known = right(shown.position);
    const first = decide(person, shown, asked, known).values.at(-1);
    const again = decide(person, shown, asked, known, true).values.at(-1);
    expect(decide(person, shown, asked, known, true).values.at(-1)).toEqual(again);
    return { same: first?.choice === again?.choice, inAsLong: first?.activeMs === again?.activeMs };
  });
  const same = twice.filter((one) => one.same).length;
  expect(same).toBeGreaterThan(0);
  expect(same).toBeLessThan(cases.length);
  expect(twice.some(({ inAsLong }) => inAsLong)).toBe(false);
});
