import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

type Line = Record<string, unknown>;

const trial = await useTrialBenchmark();
const own = { track: null, model: null };

const examples = (name: string): Line[] =>
  readFileSync(`docs/formats/${name}-example.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const [ratings, labels, traits] = ["ratings", "labels", "traits"].map(examples) as [Line[], Line[], Line[]];
const write = (lines: readonly (Line | string)[]) =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

const judged = (text: unknown) => ({ role: "judged", text });
const withParts = (line: Line | undefined, ...parts: Line[]): Line => ({ ...line, content: { parts } });
const reference = { role: "reference", text: "The bell again." };

const likeness = (question: string) => ({
  name: "likeness",
  question: { en: question },
  points: ["different", "alike"].map((en) => ({ label: { en } })),
});

type BadCase = [what: string, good: readonly Line[], bad: Line | string, column: string | null, says: string];
const cases: readonly BadCase[] = [
  [
    "an unknown role",
    ratings,
    withParts(ratings[1], { role: "verdict", text: "x" }, judged("y")),
    "content.parts[0].role",
    "must be one of profile, scenario, reference",
  ],
  [
    "an unknown scale",
    ratings,
    { ...ratings[1], scale: "stars" },
    "scale",
    "No scale is called that. There are rolethink-gold",
  ],
  [
    "another scale under the name of the first",
    [{ ...ratings[0], scale: likeness("How alike?") }],
    { ...ratings[1], scale: likeness("How near?") },
    "scale",
    "line 1, under the same name",
  ],
  [
    "an empty part",
    ratings,
    withParts(ratings[1], reference, judged("")),
    "content.parts[1].text",
    "can’t be empty",
  ],
  [
    "a part of more than a megabyte",
    ratings,
    withParts(ratings[1], reference, judged(`${"a ".repeat(524_288)}lot`)),
    "content.parts[1].text",
    "at most 1 MB",
  ],
  [
    "one judged part too many",
    ratings,
    withParts(ratings[1], judged("x"), judged("y")),
    "content.parts",
    "has one judged part, no more and no fewer",
  ],
  [
    "no judged part",
    ratings,
    withParts(ratings[1], reference),
    "content.parts",
    "has one judged part, no more and no fewer",
  ],
  [
    "a group in two tracks",
    ratings,
    { ...ratings[1], id: "elsewhere", track: "Silver", group: "quay" },
    "group",
    "give one of the two groups another name",
  ],
  [
    "labels by an unknown name",
    labels,
    { ...labels[1], labels: "nli" },
    "labels",
    "No label set is called that",
  ],
  [
    "a right label that is none",
    labels,
    { ...labels[1], gold: "Neither" },
    "gold",
    "must be one of Entailment, Neutral, Contradiction",
  ],
  [
    "traits of text",
    traits,
    withParts(traits[1], judged("I was up before the light.")),
    "content.parts[0].items",
    "must be a list of texts",
  ],
  [
    "an unknown kind",
    ratings,
    { ...ratings[1], kind: "stars" },
    "kind",
    "imports cases of the kinds “choice”",
  ],
  [
    "a key twice",
    ratings,
    JSON.stringify(ratings[1]).replace('"scale"', '"scale":"rolethink-gold","scale"'),
    "scale",
    "This key stands twice in one object. Remove one of them.",
  ],
  [
    "NaN",
    ratings,
    JSON.stringify(ratings[1]).replace(/"scale":"[^"]+"/, '"scale":NaN'),
    null,
    "NaN and Infinity are no JSON",
  ],
];

describe("a file of cases with one bad line stores nothing, and says where and what to do", () => {
  test.each(cases)("%s", async (_what, good, bad, column, says) => {
    const { problems } = await trial.importCases(write([good[0] ?? {}, bad]), own);
    expect(problems[0]).toMatchObject({ line: 2, column });
    expect(problems[0]?.problem).toContain(says);
    expect(await db.case.count({ where: { track: { benchmarkId: trial.id() } } })).toBe(0);
  });
});

test("a definition that is stored stays what its name means: other words under it are refused, the same ones are not", async () => {
  const put = (question: string, id: string) =>
    trial.importCases(write([{ ...ratings[0], id, scale: likeness(question) }]), own);
  expect((await put("How alike?", "first")).problems).toEqual([]);
  const { problems } = await put("How near?", "second");
  expect(problems).toMatchObject([{ line: 1, column: "scale", found: "likeness" }]);
  expect(problems[0]?.problem).toContain("something else than in the benchmark");
  expect((await put("How alike?", "second")).problems).toEqual([]);
});

const given = (line: Line | undefined, changes: Line) => ({
  model: "judge",
  method: "five points",
  case: line?.id,
  track: line?.track,
  ...changes,
});
const levels = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ["High"]]));
const five = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];

type BadResult = [what: string, of: readonly Line[], good: Line, bad: Line, column: string, says: string];
const results: readonly BadResult[] = [
  ["a rating of 0", ratings, { rating: 3 }, { rating: 0 }, "rating", "which has 1, 2, 3, 4, 5"],
  ["a rating of 6", ratings, { rating: 3 }, { rating: 6 }, "rating", "which has 1, 2, 3, 4, 5"],
  ["a rating of 3.5", ratings, { rating: 3 }, { rating: 3.5 }, "rating", "which has 1, 2, 3, 4, 5"],
  [
    "a rating as text",
    ratings,
    { rating: 3 },
    { rating: "3" },
    "rating",
    "must be a number, without quotation marks",
  ],
  [
    "an unknown label",
    labels,
    { label: "Neutral" },
    { label: "Maybe" },
    "label",
    "not one of the labels: Entailment",
  ],
  [
    "six traits",
    traits,
    { traits: levels(five) },
    { traits: levels([...five, "humour"]) },
    "traits",
    "There is no trait “humour”. The five are",
  ],
  [
    "an unknown level",
    traits,
    { traits: levels(five) },
    { traits: { ...levels(five), openness: ["Much"] } },
    "traits.openness[0]",
    "one of “Low”, “Neutral”, “High”",
  ],
];

describe("a judge's file with one bad line stores nothing, and says where and what to do", () => {
  test.each(results)("%s", async (_what, of, good, bad, column, says) => {
    await trial.importCases(write(of), own);
    const lines = [given(of[0], good), given(of[1], bad)];
    const { problems } = await trial.importResults(write(lines), own);
    expect(problems[0]).toMatchObject({ line: 2, column });
    expect(problems[0]?.problem).toContain(says);
    expect(await db.modelRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
  });
});

test("what a judge said of another version of a case isn’t said of the new one", async () => {
  await trial.importCases(write(ratings), own);
  const [first, second] = ratings;
  const said = [given(first, { rating: 3 }), given(second, { rating: 4 })];
  expect((await trial.importResults(write(said), own)).problems).toEqual([]);
  const changed = withParts(first, reference, judged("Then I would rather row."));
  expect((await trial.importCases(write([changed, ...ratings.slice(1)]), own)).problems).toEqual([]);
  const kept = (await Array.fromAsync(exportPredictionLines(trial.viewer, trial.id()))).join("");
  expect(kept.trimEnd()).toBe(write([said[1] ?? {}]));
});

test("a row that names no track belongs to the one that has a case of its id", async () => {
  const pairOf = (id: string) => [
    { ...ratings[0], id },
    { ...ratings[1], id, track: "Silver", scale: "rolethink-silver", group: "elsewhere" },
  ];
  const alone = { ...traits[0], id: "alone" };
  expect((await trial.importCases(write([...ratings, ...pairOf("both"), alone]), own)).problems).toEqual([]);
  const untold = (line: Line | undefined, changes: Line) => {
    const { track: _, ...rest } = given(line, changes);
    return rest;
  };
  const good = [untold(ratings[0], { rating: 3 }), untold(alone, { traits: levels(five) })];
  const bad = [untold(pairOf("both")[0], { rating: 3 }), untold({ id: "nobody" }, { rating: 3 })];
  const { problems } = await trial.importResults(write([...good, ...bad]), own);
  expect(problems).toMatchObject([
    { line: 3, column: "track", problem: expect.stringContaining("Gold, Silver each have a case") as string },
    { line: 4, column: "track", problem: expect.stringContaining("no case of the benchmark") as string },
  ]);
  const stored = await trial.importResults(write(good), own);
  expect(stored.problems).toEqual([]);
  expect(stored.runs.map(({ track, matched }) => [track, matched])).toEqual([
    ["Gold", 1],
    ["Personality", 1],
  ]);
});
