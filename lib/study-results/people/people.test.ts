import { describe, expect, test } from "vitest";
import figures from "#lib/published/figures.json" with { type: "json" };
import { makePeople } from "#lib/study-results/figures/people.ts";
import { findFlags } from "#lib/study-results/people/flags.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import { computePeople, hasEnoughAnswers, spreadOf } from "#lib/study-results/people/people.ts";
import { listPeople, readPeopleQuery } from "#lib/study-results/people/people-list.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import {
  makeCase,
  makePerson,
  makeRows,
  makeTableFive,
  wrongOf,
} from "#lib/study-results/testing/made-rows.ts";

const view = (changes: Partial<View> = {}): View => ({ ...mainView("people"), ...changes });
const cases = Array.from({ length: 20 }, (_, i) => makeCase(i));
const wrongFrom = (right: number) => (row: (typeof cases)[number], place: number) =>
  place < right ? {} : { choice: wrongOf(row) };

describe("the paper's Table 5, entered as answers", () => {
  const rows = makeTableFive();
  const { people, totals } = computePeople(rows, view());
  const { rows: printed, derived, printedOverallPercent } = figures.personaeval.humanStudy;

  test("gives the printed counts and accuracy of every participant", () => {
    const found = people.map(({ tracks, accuracy }) => [
      ...tracks.map(({ right }) => right),
      Number((100 * (accuracy ?? 0)).toFixed(10)),
    ]);
    expect(found).toEqual(
      printed.map((row) => [row.literary, row.drama, row.expertise, row.accuracyPercent]),
    );
  });

  test("gives the printed mean, which is the share of all answers too", () => {
    expect(100 * (totals.pooled ?? 0)).toBeCloseTo(printedOverallPercent, 10);
    expect(100 * (totals.mean ?? 0)).toBeCloseTo(printedOverallPercent, 10);
    const { literary, drama, expertise } = derived.correct;
    expect(totals.tracks.map(({ right }) => right)).toEqual([literary, drama, expertise]);
    expect([totals.people, totals.n, totals.cases]).toEqual([20, 1000, 50]);
  });

  test("spreads its participants without losing one", () => {
    const spread = spreadOf(people);
    expect([spread?.low, spread?.high, spread?.count]).toEqual([0.82, 0.98, 20]);
    expect(spread?.bins.reduce((sum, { counted }) => sum + counted, 0)).toBe(20);
  });

  test("is written as a line a participant, unrounded, under the same headings", async () => {
    const made = await makePeople(rows, view(), new URLSearchParams(), "en");
    const [head = [], first = []] = made?.csv ?? [];
    const cell = (name: string) => first[head.indexOf(name)];
    expect(made?.csv).toHaveLength(21);
    expect([cell("participant"), cell("right Literary"), cell("accuracy")]).toEqual([1, 43, 0.94]);
    expect(cell("wilson_low")).toBeCloseTo(0.8378, 4);
  });
});

test("all answers together have a line among the dots from thirty of them on", async () => {
  const lineOf = async (count: number) => {
    const people = Array.from({ length: count }, (_, i) => makePerson(i + 1, cases.slice(0, 12)));
    const made = await makePeople(makeRows({ cases, people }), view(), new URLSearchParams(), "en");
    return made?.figure.kind === "dots" ? (made.figure.input.mean?.value ?? null) : "no dots";
  };
  expect([await lineOf(2), await lineOf(3)]).toEqual([null, 1]);
});

describe("who is left out", () => {
  const rows = makeRows({
    cases,
    people: [
      makePerson(1, cases),
      makePerson(2, cases, wrongFrom(10), { excludedReason: "answered by phone" }),
      makePerson(3, cases, wrongFrom(5), { isSimulated: true }),
      makePerson(4, cases.slice(0, 9)),
    ],
  });

  test("stands in the list with their figures, and in no total", () => {
    const { people, totals } = computePeople(rows, view());
    expect(people.map(({ right, isCounted }) => [right, isCounted])).toEqual([
      [20, true],
      [10, false],
      [9, true],
    ]);
    expect([totals.people, totals.right, totals.n]).toEqual([2, 29, 29]);
    expect(computePeople(rows, view({ excluded: "with" })).totals.n).toBe(49);
  });

  test("is never both made up and real", () => {
    const { people, totals } = computePeople(rows, view({ who: "simulated" }));
    expect([people.length, totals.right]).toEqual([1, 5]);
  });

  test("a share is told of ten cases and more", () => {
    expect(computePeople(rows, view()).people.map(hasEnoughAnswers)).toEqual([true, true, false]);
  });
});

test("confidence is held against what was right of the same answers", () => {
  const sure = (row: (typeof cases)[number], place: number) => ({
    ...wrongFrom(15)(row, place),
    confidence: place === 19 ? null : 0.8,
  });
  const rows = makeRows({ cases, people: [makePerson(1, cases, sure)] });
  const confidence = computePeople(rows, view()).people[0]?.confidence;
  expect([confidence?.n, confidence?.mean]).toEqual([19, expect.closeTo(0.8)]);
  expect(confidence?.overconfidence).toBeCloseTo(0.8 - 15 / 19);
  expect(confidence?.brier).toBeCloseTo((15 * 0.04 + 4 * 0.64) / 19);
});

describe("the list", () => {
  const rows = makeRows({
    cases,
    people: [
      ...Array.from({ length: 60 }, (_, i) => makePerson(i + 1, cases, wrongFrom(10 + (i % 7)))),
      makePerson(61, cases, wrongFrom(20), { excludedReason: "", cohort: "PhD" }),
      makePerson(62, []),
    ],
  });
  const { people } = computePeople(rows, view());
  const list = (asked: Record<string, string>) =>
    listPeople(rows, people, findFlags(rows, view()), readPeopleQuery(asked));
  const numbers = (asked: Record<string, string>) =>
    list(asked).people.map(({ index }) => rows.people[index]?.number);

  test("is sorted either way, who has no figure last in both, and those alike by number", () => {
    expect(numbers({ sort: "-accuracy" }).slice(0, 3)).toEqual([61, 7, 14]);
    expect(numbers({ sort: "accuracy" }).slice(0, 2)).toEqual([1, 8]);
    for (const sort of ["accuracy", "-accuracy"]) expect(numbers({ sort, page: "2" }).at(-1)).toBe(62);
    expect(numbers({ sort: "cohort" })[0]).toBe(61);
  });

  test("is shown fifty at a time, and a page that isn't there is the last", () => {
    expect([list({}).people.length, list({}).pages, list({ page: "99" }).page]).toEqual([50, 2, 2]);
    expect(numbers({ page: "2" })).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62]);
  });

  test("says of each filter how many it shows", () => {
    expect(list({}).counts).toMatchObject({ all: 62, counted: 60, excluded: 1 });
    expect(numbers({ show: "excluded" })).toEqual([61]);
  });

  test("takes what makes no sense in an address as if it weren't there", () => {
    const usual = { show: "all", sort: "number", page: 1 };
    expect(readPeopleQuery({ show: "x", sort: "name", page: "-1" })).toEqual(usual);
  });
});

describe("a flag", () => {
  const flagged = (rows: ReturnType<typeof makeRows>) =>
    [...findFlags(rows, view())].map(([index, flags]) => [
      rows.people[index]?.number,
      flags.map(({ kind }) => kind),
    ]);
  // Each is wrong on cases of their own, from one to eight of them.
  const others = Array.from({ length: 8 }, (_, i) =>
    makePerson(i + 1, cases, (row, place) => ((place + i * 5) % 20 <= i ? { choice: wrongOf(row) } : {})),
  );

  test("is set for the same place in a row, as chance would hardly have it", () => {
    const hand = makePerson(9, cases, () => ({ shownAt: 2 }));
    const rows = makeRows({ cases, people: [...others, hand] });
    expect(flagged(rows)).toEqual([[9, ["straight_line"]]]);
    expect(findFlags(rows, view()).get(8)?.[0]).toMatchObject({ run: 20 });
  });

  test("is set for who agrees with nobody", () => {
    const stranger = makePerson(9, cases, (row) => ({ choice: ((row.gold ?? 0) + 2) % 4 }));
    expect(flagged(makeRows({ cases, people: [...others, stranger] }))).toEqual([[9, ["outlier"]]]);
  });

  test("is set for nobody on fewer cases than ten, however far apart they stand", () => {
    const few = cases.slice(0, 9);
    const wrong = (row: (typeof cases)[number]) => ({ choice: ((row.gold ?? 0) + 2) % 4 });
    const people = [...others, makePerson(9, few, wrong)];
    const rows = makeRows({ cases, people });
    expect(computePeers(rows, view()).people[0]).toMatchObject({ n: 9, isOutlier: false });
    expect(flagged(rows)).toEqual([]);
  });

  test("is set for haste by the rule of the plan alone", () => {
    const hasty = makePerson(9, cases, (_, place) => ({ activeMs: place < 12 ? 900 : 20_000 }));
    const people = [...others, hasty];
    expect(flagged(makeRows({ cases, people }))).toEqual([]);
    const parts = { rules: { haste: { seconds: 2, share: 0.5 } } };
    const ruled = makeRows({ cases, people, parts });
    expect(findFlags(ruled, view()).get(8)).toEqual([{ kind: "haste", fast: 12, of: 20, seconds: 2 }]);
  });

  test("is set by the server’s clock, with or without a rule, whatever the device claims", () => {
    const soon = (_: unknown, place: number) => ({
      arrivedMs: 80 * (place + 1),
      activeMs: place % 2 ? 0 : 30_000,
    });
    const [hasty, simulated] = [
      makePerson(9, cases, soon),
      makePerson(10, cases, soon, { isSimulated: true }),
    ];
    const people = [...others, hasty, simulated];
    expect(flagged(makeRows({ cases, people }))).toEqual([[9, ["server_haste"]]]);
    const parts = { rules: { haste: { seconds: 5, share: 0.2 } } };
    const ruled = makeRows({ cases, people, parts });
    expect(findFlags(ruled, view()).get(8)).toEqual([{ kind: "server_haste", fast: 20, of: 20, seconds: 5 }]);
    expect(ruled.people[8]?.exclusions).toEqual([]);
    const byServer = makeRows({
      cases,
      people,
      parts: { rules: { haste: { seconds: 5, share: 0.2, byServer: true } } },
    });
    expect(byServer.people.map(({ number, exclusions }) => exclusions.length > 0 && number)).toEqual([
      ...others.map(() => false),
      9,
      false,
    ]);
  });

  test("is set for the same reason in many answers, and not for a few or for different ones", () => {
    const reasons = (of: (place: number) => number) =>
      flagged(
        makeRows({ cases, people: [...others, makePerson(9, cases, (_, place) => ({ reason: of(place) }))] }),
      );
    expect(reasons((place) => (place < 12 ? 7 : place))).toEqual([[9, ["same_reason"]]]);
    expect(reasons((place) => (place < 4 ? 7 : 0))).toEqual([]);
    expect(reasons((place) => (place < 5 ? 7 : place + 10))).toEqual([]);
  });

  test("is set for cases left open, but not while somebody still answers", () => {
    const open = (row: (typeof cases)[number], place: number) =>
      place < 18 ? {} : { choice: null, shownAt: null };
    const left = makePerson(9, cases, open, { state: "started" });
    const people = [...others, left];
    expect(flagged(makeRows({ cases, people }))).toEqual([[9, ["unanswered"]]]);
    expect(flagged(makeRows({ cases, people, state: "open" }))).toEqual([]);
  });
});
