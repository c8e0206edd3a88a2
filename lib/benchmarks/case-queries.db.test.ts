import { beforeEach, describe, expect, test } from "vitest";
import { getCase, listCases, listFilterValues } from "#lib/benchmarks/case-queries.ts";
import { getBenchmark, listTrackFacts } from "#lib/benchmarks/queries.ts";
import { caseFilter, casesPerPage } from "#lib/benchmarks/schema.ts";
import { caseCsv, makePrompt, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(4);
const trial = await useTrialBenchmark({ cases });
const { viewer } = trial;

const texts = [
  { id: "two", content: { text: "Ein Fräulein ÄRGERT sich 100%_." }, options: ["A", "B"], gold: "A" },
  { id: "odd / key?", content: { text: "Nothing here." }, options: ["A", "B", "C"], gold: "C" },
];
const unparsed = { prompt: "Just a question about the lighthouse?", gt: "The Pilot" };

beforeEach(async () => {
  await trial.importCases(texts.map((line) => JSON.stringify(line)).join("\n"), { track: "Texts" });
  await trial.importCases(caseCsv([...cases, unparsed]));
});

const list = async (asked: Record<string, string>) => {
  const { total, cases: found } = await listCases(viewer, trial.id(), caseFilter.parse(asked));
  return { total, keys: found.map(({ key, track }) => `${track}/${key.slice(0, 12)}`) };
};
const countOf = async (asked: Record<string, string>) => (await list(asked)).total;

describe("the list of cases", () => {
  test("has all current ones, track by track in the order of the files", async () => {
    const { total, cases: found } = await listCases(viewer, trial.id(), caseFilter.parse({}));
    expect(total).toBe(7);
    expect(found.map(({ track }) => track)).toEqual([...Array<string>(5).fill("Literary"), "Texts", "Texts"]);
    expect(found[0]).toMatchObject({
      form: "dialogue",
      optionCount: 4,
      version: 1,
      language: "en",
      kind: "choice",
    });
    expect(found.slice(4).map(({ excerpt }) => excerpt)).toEqual([
      unparsed.prompt,
      texts[0]!.content.text,
      texts[1]!.content.text,
    ]);
    expect(found[0]?.excerpt).toMatch(
      /^Captain Roe: He doubts the almanac tapping the glass Question 0, then\. — The harbour is safer Answer 0/,
    );
  });

  test("is narrowed by what is asked for, and by nothing that isn’t known", async () => {
    const expected = [
      [{ track: "Texts" }, 2],
      [{ track: "Opera" }, 0],
      [{ form: "unparsed" }, 1],
      [{ form: "text" }, 2],
      [{ options: "2" }, 1],
      [{ kind: "choice" }, 7],
      [{ text: "LIGHTHOUSE" }, 1],
      [{ text: "fräulein ärgert" }, 1],
      [{ text: "100%_" }, 1],
      [{ text: "%" }, 1],
      [{ text: "_" }, 1],
      [{ text: "'; DROP TABLE cases; --" }, 0],
      [{ text: "old tamsin", form: "dialogue" }, 4],
      [{ longer: "1" }, 4],
      [{ shorter: "1" }, 0],
      [{ form: "nonsense", options: "many", longer: "-3" }, 7],
    ] as [asked: Record<string, string>, total: number][];
    for (const [asked, total] of expected) expect([asked, await countOf(asked)]).toEqual([asked, total]);
  });

  test("comes in pages, and a page beyond the last is the last", async () => {
    const many = someCases(casesPerPage + 10).slice(4);
    await trial.importCases(caseCsv(many), { track: "More" });
    const first = await listCases(viewer, trial.id(), caseFilter.parse({ track: "More" }));
    const beyond = await listCases(viewer, trial.id(), caseFilter.parse({ track: "More", page: "99" }));
    expect([first.pages, first.cases.length, beyond.page, beyond.cases.length]).toEqual([
      2,
      casesPerPage,
      2,
      6,
    ]);
  });

  test("offers what there is to filter by", async () => {
    const values = await listFilterValues(viewer, trial.id());
    expect(values).toMatchObject({ tracks: ["Literary", "Texts"], optionCounts: [2, 3, 4] });
    expect(values.longestAnswer).toBeGreaterThan(10);
  });
});

describe("one case", () => {
  test("has its neighbours, its right answer and every run's answer", async () => {
    const { cases: found } = await listCases(viewer, trial.id(), caseFilter.parse({ track: "Literary" }));
    await trial.importResults(
      resultCsv([{ case: cases[1]!, probs: [0, 1, 0, 0], response: "It is the captain." }]),
      { model: "b" },
    );
    await trial.importResults(resultCsv([{ case: cases[1]!, probs: [], success: "-1" }]), { model: "a" });
    const shown = await getCase(viewer, trial.id(), "Literary", found[1]!.key);
    expect(shown).toMatchObject({
      gold: 1,
      number: 1,
      previous: found[0]!.key,
      next: found[2]!.key,
      original: cases[1]!.prompt,
    });
    expect(shown?.predictions).toMatchObject([
      { model: "a", failed: true, choice: null, correct: null },
      {
        model: "b",
        failed: false,
        choice: 1,
        correct: true,
        rank: 1,
        probabilities: [0, 1, 0, 0],
        text: "It is the captain.",
      },
    ]);
  });

  test("is found under any key, and only in its own track", async () => {
    expect(await getCase(viewer, trial.id(), "Texts", "odd / key?")).toMatchObject({
      gold: 2,
      previous: "two",
      next: null,
    });
    expect(await getCase(viewer, trial.id(), "Literary", "odd / key?")).toBeNull();
  });

  test("can be seen in each of its versions", async () => {
    await trial.importCases(JSON.stringify({ ...texts[0], gold: "B" }), { track: "Texts" });
    expect(await getCase(viewer, trial.id(), "Texts", "two")).toMatchObject({ number: 2, gold: 1 });
    expect(await getCase(viewer, trial.id(), "Texts", "two", 1)).toMatchObject({ number: 1, gold: 0 });
    expect(await getCase(viewer, trial.id(), "Texts", "two", 3)).toBeNull();
  });
});

test("a benchmark counts its tracks' cases, options and lengths", async () => {
  await trial.importCases(caseCsv([{ prompt: makePrompt({ answered: "Short." }), gt: "The Pilot" }]), {
    track: "Solo",
  });
  expect(await getBenchmark(viewer, trial.slug())).toMatchObject({ id: trial.id(), cases: 8, runs: 0 });
  expect(await listTrackFacts(viewer, trial.id())).toMatchObject([
    { name: "Literary", cases: 5, unparsed: 1, options: { 4: 5 }, answerLength: { n: 4 } },
    { name: "Texts", cases: 2, unparsed: 0, options: { 2: 1, 3: 1 }, answerLength: null },
    { name: "Solo", cases: 1, answerLength: { n: 1 } },
  ]);
});
