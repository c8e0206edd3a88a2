import { expect, test } from "vitest";
import { drawFigure } from "#lib/figures/figure.ts";
import { paperLook, screenLook } from "#lib/figures/look.ts";
import { listCollisions, listCut } from "#lib/figures/testing/text-boxes.ts";
import { locales } from "#lib/i18n/locale.ts";
import { makeFigure } from "#lib/results/figures.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { computeRatedOrigins } from "#lib/metrics/ratings/rated-origins.ts";
import { listAttributes, readBy } from "#lib/study-results/kinds/origins.ts";
import { getOrigins, type OriginPart, computeRatings } from "#lib/study-results/kinds/rating/results.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { thorough } from "#lib/testing/thorough.ts";

const view = mainView("people");

async function partsOf(rows: StudyRows, by: readonly string[]): Promise<OriginPart[]> {
  return (await getOrigins(rows, view, by)).filter((part) => part !== null);
}

test("each track stands by itself, each origin by its attributes, in the order of the benchmark", async () => {
  const rows = makeRatedRows({ seed: 3, groups: 12, raters: 3 });
  expect(listAttributes(rows)).toEqual([
    { name: "method", values: 3 },
    { name: "model", values: 2 },
  ]);
  expect([readBy(undefined, rows), readBy(["model", "colour"], rows)]).toEqual([
    ["method", "model"],
    ["model"],
  ]);
  const [gold, silver, ...others] = await partsOf(rows, ["method", "model"]);
  expect([gold?.track, gold?.scale, silver?.track, others.length]).toEqual([
    "Gold",
    "rolethink-gold",
    "Silver",
    0,
  ]);
  expect(gold?.origins.slice(0, 3)).toEqual([
    ["Zero-shot", "quill-3"],
    ["Zero-shot", "quill-4"],
    ["Few-shot", "quill-3"],
  ]);
  expect(gold?.counts[0]).toMatchObject({ answers: 36, people: 3, cases: 12, groups: 12, isClaimable: true });
  expect(gold?.judges.map(({ kind }) => kind)).toEqual(["rating", "rating", "score", "bleu4", "rougeL"]);
  expect(silver?.judges.map(({ kind }) => kind)).toEqual(["rating", "rating", "score"]);
  const [byMethod] = await partsOf(rows, ["method"]);
  expect(byMethod?.figures.comparisons?.map(({ first, second, groups }) => [first, second, groups])).toEqual([
    [0, 1, 12],
    [0, 2, 12],
    [1, 2, 12],
  ]);
  expect(byMethod?.figures.raters.severity?.map(({ n }) => n)).toEqual([72, 72, 72]);
  expect(byMethod?.figures.raters.icc.icc21).toBeGreaterThan(0.3);
});

const rated = (index: number, origin: string | null, changes = {}) =>
  makeCase(index, {
    kind: "rating",
    optionNames: ["1", "2", "3", "4", "5"],
    gold: null,
    noted: "rolethink-gold",
    ...(origin !== null && { attributes: { method: origin } }),
    ...changes,
  });

test("figures are those of the cases that people rated, by hand", async () => {
  const cases = [rated(0, "A"), rated(1, "A"), rated(2, "B"), rated(3, null), rated(4, "A")];
  const said = [
    [4, 2, 1, 0],
    [2, 2, 3, 0],
  ];
  const people = said.map((own, person) =>
    makePerson(person + 1, cases.slice(0, 4), (_, place) => ({ choice: own[place] ?? null })),
  );
  // The last case is rated by the judge alone, and counts nowhere.
  const judge = makeRun(1, cases, (_, at) => (at === 2 ? null : { choice: at === 4 ? 4 : 1 }));
  const rows = makeRows({ cases, people, runs: [judge], tracks: ["Gold"] });
  const [part] = await partsOf(rows, ["method"]);
  if (!part) throw new Error("there is no part");
  expect(part.origins).toEqual([["A"], ["B"], [null]]);
  const { table, judges, raters } = part.figures;
  expect(table.origins.map(({ people: { mean, n } }) => [mean, n])).toEqual([
    [3.5, 4],
    [3, 2],
    [1, 2],
  ]);
  expect(table.origins.map(({ judges: [given] }) => [given?.mean, given?.n])).toEqual([
    [2, 2],
    [null, 0],
    [2, 1],
  ]);
  expect(part.counts.map(({ points }) => points)).toEqual([
    [0, 0, 3, 0, 1],
    [0, 1, 0, 1, 0],
    [2, 0, 0, 0, 0],
  ]);
  expect(part.counts.every(({ isClaimable }) => !isClaimable)).toBe(true);
  expect(judges[0]?.byCase).toMatchObject({ n: 3, spearman: { value: null, reason: "constant" } });
  expect(judges[0]?.replaces?.passes).toBeNull();
  expect(raters.cases).toBe(4);
});

test("a track has one mean and one interval on its page, though its cases were rated by unequally many", async () => {
  const rows = makeRatedRows({ seed: 3, groups: 12, raters: 3 });
  for (let i = 0; i < rows.answers.choice.length; i += 7) rows.answers.choice[i] = -1;
  const described = computeRatings(rows, view).filter(({ track }) => track !== null);
  const parts = await partsOf(rows, []);
  expect(parts.length).toBe(2);
  expect(described.map(({ mean, low, high }) => [mean, low, high])).toEqual(
    parts.map(({ figures: { all } }) => [all.people.mean, all.people.low, all.people.high]),
  );
});

test("linked cases let raters of different blocks be compared, and say how many they are", async () => {
  const figuresOf = async (linkedGroups: number) => {
    const rows = makeRatedRows({ seed: 5, groups: 24, raters: 6, methods: ["a", "b"] });
    const { person, case: caseOf, choice } = rows.answers;
    const groupOf = rows.cases.map(({ group }) => group);
    const linked = new Set([...new Set(groupOf)].slice(0, linkedGroups));
    choice.forEach((_, i) => {
      const [at, rater] = [caseOf[i] as number, person[i] as number];
      if (!linked.has(groupOf[at] ?? null) && at % 2 !== rater % 2) choice[i] = -1;
    });
    return (await partsOf(rows, ["method"]))[0]?.figures.raters;
  };
  expect(await figuresOf(0)).toMatchObject({ uncorrected: "disconnected", icc: { icc21: null } });
  // Of each group four cases.
  const { severity, uncorrected, icc, cases } = (await figuresOf(6)) ?? {};
  expect([severity?.length, uncorrected, icc?.cases, cases]).toEqual([6, null, 24, 96]);
  expect(icc?.icc21).toBeGreaterThan(0.3);
});

test("a rater who misses a case leaves no ICC, and says why", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 6, raters: 4, ratersEach: 2 });
  const [gold] = await partsOf(rows, ["method"]);
  expect(gold?.figures.raters.icc).toMatchObject({ icc21: null, reason: "missing_ratings" });
  expect(gold?.figures.table.uncorrected).toBeNull();
});

test("its drawings fit at every size, in both languages", async () => {
  const methods = Array.from({ length: 12 }, (_, i) => `Method with a long name, number ${i + 1}`);
  const rows = makeRatedRows({ seed: 7, groups: 10, raters: 3, methods });
  for (const name of ["origins", "judged"])
    for (const locale of locales) {
      const made = await makeFigure(
        name,
        rows,
        view,
        new URLSearchParams({ of: "Gold", judge: "2" }),
        locale,
      );
      if (!made) throw new Error(`nothing is drawn of ${name}`);
      for (const look of [screenLook(340), screenLook(860), paperLook(86), paperLook(178)]) {
        const drawing = drawFigure(made.figure, look);
        expect([name, locale, listCut(drawing), listCollisions(drawing)]).toEqual([name, locale, [], []]);
      }
    }
  expect(await makeFigure("origins", rows, view, new URLSearchParams({ of: "Bronze" }))).toBeNull();
});

test("computed aside they are the same", async () => {
  const [gold] = await partsOf(makeRatedRows({ seed: 9, groups: 6, raters: 3, judges: 1 }), ["method"]);
  if (!gold) throw new Error("there is no part");
  expect(await runInThread("origins", [gold.input])).toEqual(computeRatedOrigins(gold.input));
});

thorough("more answers are computed aside, and are the same", async () => {
  const rows = makeRatedRows({ seed: 9, groups: 150, raters: 6, judges: 1 });
  const [gold] = await partsOf(rows, ["method", "model"]);
  expect(gold?.input.ratings.rating.length).toBeGreaterThan(5000);
  expect(gold?.figures).toEqual(gold && computeRatedOrigins(gold.input));
});
