import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { caseColumns, caseCsv, caseRow, csv, makePrompt, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const { importCases: run } = trial;

const countVersions = () => db.caseVersion.count({ where: { case: { track: { benchmarkId: trial.id() } } } });

describe("a benchmark file", () => {
  test("is stored to the byte, with content, gold and order", async () => {
    const cases = someCases(3);
    const report = await run(caseCsv(cases));
    expect(report).toMatchObject({
      stored: true,
      problems: [],
      counts: {
        cases: 3,
        added: 3,
        unchanged: 0,
        changed: 0,
        unparsed: 0,
        duplicates: 0,
        bad: 0,
        options: { 4: 3 },
      },
    });
    expect(report.counts?.answerLength?.n).toBe(3);
    const stored = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: trial.id() } } },
      include: { gold: true, case: true },
      orderBy: { case: { position: "asc" } },
    });
    expect(stored.map(({ original }) => original)).toEqual(cases.map(({ prompt }) => prompt));
    expect(stored.map(({ optionNames, gold }) => optionNames[gold?.choice ?? -1])).toEqual(
      cases.map(({ gt }) => gt),
    );
    expect(stored[0]?.content).toMatchObject({
      form: "dialogue",
      turns: [{ speaker: "Captain Roe" }, { speaker: null }],
    });
  });

  test("is only looked at by a check", async () => {
    const report = await run(caseCsv(someCases(2)), { mode: "check" });
    expect(report).toMatchObject({ stored: false, counts: { cases: 2, added: 2 } });
    expect(await countVersions()).toBe(0);
    expect(await db.track.count({ where: { benchmarkId: trial.id() } })).toBe(0);
  });

  test("changes nothing when it comes again, whatever its line ends, columns' order and profiles", async () => {
    const cases = someCases(3);
    await run(caseCsv(cases));
    const names = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"];
    const wide = [
      ["option4", "option3", "gt", "option1_profile", "option2", "option1", "prompt"],
      ...cases.map(({ prompt, gt }) => [
        names[3]!,
        names[2]!,
        gt,
        "Ilse Brandt has kept the harbour's books, bells and boats for years.",
        names[1]!,
        names[0]!,
        prompt.replaceAll("\n", "\r\n"),
      ]),
    ];
    const again = await run("\uFEFF" + csv(wide, "\r\n"));
    expect(again.counts).toMatchObject({ cases: 3, added: 0, unchanged: 3, changed: 0 });
    expect(await countVersions()).toBe(3);
    expect(await trial.countEvents("cases.imported")).toBe(1);
  });

  test("gives a case whose right answer changed a new version, and keeps the old one", async () => {
    const [first, ...others] = someCases(3);
    await run(caseCsv([first!, ...others]));
    const again = await run(caseCsv([{ ...first!, gt: "Old Tamsin" }, ...others]));
    expect(again.counts).toMatchObject({ added: 0, unchanged: 2, changed: 1, notInFile: 0 });
    const versions = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: trial.id() }, versions: { some: { number: 2 } } } },
      include: { gold: true },
      orderBy: { number: "asc" },
    });
    expect(versions.map(({ number, retiredAt, gold }) => [number, retiredAt !== null, gold?.choice])).toEqual(
      [
        [1, true, 0],
        [2, false, 3],
      ],
    );
  });

  test("recognises a reworded case by what is said in it", async () => {
    const cases = someCases(4);
    await run(caseCsv(cases));
    const mended = cases.map((item, index) =>
      index === 2
        ? {
            ...item,
            prompt: item.prompt.replace("whatever the clerk believes", "whatever that clerk believes"),
          }
        : item,
    );
    const again = await run(caseCsv(mended));
    expect(again.counts).toMatchObject({ added: 0, unchanged: 3, changed: 1, notInFile: 0 });
  });

  test("adds other cases of the same people as cases of their own", async () => {
    await run(caseCsv(someCases(2)));
    const other = {
      prompt: makePrompt({
        said: "Who let the goats aboard?",
        answered: "Ask at the chandler’s; my door was locked since Sunday and the dog asleep.",
      }),
      gt: "The Pilot",
    };
    const report = await run(caseCsv([other]));
    expect(report.counts).toMatchObject({ added: 1, changed: 0, notInFile: 2 });
    expect(await countVersions()).toBe(3);
  });

  test("keeps duplicates as cases of their own and counts them", async () => {
    const [one] = someCases(1);
    const report = await run(caseCsv([one!, one!, one!]));
    expect(report.counts).toMatchObject({ cases: 3, added: 3, duplicates: 2 });
    expect((await run(caseCsv([one!, one!, one!]))).counts).toMatchObject({ unchanged: 3, added: 0 });
  });

  test("with a prompt that can't be taken apart is counted and kept as text", async () => {
    const report = await run(caseCsv([{ prompt: "Who said it? Nobody knows.", gt: "The Pilot" }]));
    expect(report.counts).toMatchObject({ added: 1, unparsed: 1, answerLength: null });
    expect(
      await db.caseVersion.findFirst({ where: { case: { track: { benchmarkId: trial.id() } } } }),
    ).toMatchObject({ form: "unparsed", content: null, original: "Who said it? Nobody knows." });
  });
});

describe("a file with problems", () => {
  const [good] = someCases(1);
  const names = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"];
  const bad = {
    "a right answer that is no option": [
      caseRow({ prompt: good!.prompt, gt: "Ilse" }),
      { column: "gt", found: "Ilse", problem: /not among the options.*\(The field begins on line \d+\.\)$/ },
    ],
    "a single option": [
      [good!.prompt, "Ilse Brandt", "Ilse Brandt", "", "", ""],
      { column: "option2", problem: /fewer than two/ },
    ],
    "two equal options": [
      [good!.prompt, names[0]!, names[0]!, names[1]!, names[1]!, names[3]!],
      { column: "option3", found: names[1], problem: /same option as option2/ },
    ],
    "an option of more than 500 characters": [
      caseRow({ ...good!, names: [...names.slice(0, 3), "x".repeat(501)] }),
      { column: "option4", problem: /longer than 500/ },
    ],
    "an empty prompt": [["  ", names[0]!, ...names], { column: "prompt", problem: /empty/ }],
    "U+0000": [["a\0b", names[0]!, ...names], { column: "prompt", problem: /U\+0000/ }],
    "a field over a megabyte": [
      ["x".repeat(1_100_000), names[0]!, ...names],
      { column: "prompt", problem: /longer/ },
    ],
  } as const;

  test.each(Object.entries(bad))("%s is placed, and nothing is stored", async (_name, [row, expected]) => {
    const begins = good!.prompt.split("\n").length + 2;
    const report = await run(csv([caseColumns, caseRow(good!), row]));
    expect(report.stored).toBe(false);
    expect(report.problems).toHaveLength(1);
    const { problem, ...place } = expected;
    expect(report.problems[0]).toMatchObject({ line: begins, ...place });
    expect(report.problems[0]?.problem).toMatch(problem);
    expect(await countVersions()).toBe(0);
  });

  test("is stored without its bad rows when that is asked for", async () => {
    const report = await run(csv([caseColumns, bad["two equal options"][0], caseRow(good!)]), {
      skipBad: true,
    });
    expect(report).toMatchObject({ stored: true, counts: { cases: 1, added: 1, bad: 1 } });
    expect(await countVersions()).toBe(1);
  });

  test.each([
    ["option names that look like nothing or like formulas", ["NA", "null", "=1+1", "NaN"]],
    [
      "markup, right-to-left and zero-width characters",
      ["<script>alert(1)</script>", "\u202Eabc", "a\u200Bb", "عليّ"],
    ],
  ])("%s are names like any other", async (_what, options) => {
    const row = { prompt: "Who?", gt: options[2]!, names: options };
    expect(await run(caseCsv([row]))).toMatchObject({ stored: true, problems: [] });
    const stored = await db.caseVersion.findFirst({
      where: { case: { track: { benchmarkId: trial.id() } } },
      include: { gold: true },
    });
    expect(stored?.optionNames).toEqual(options);
    expect(stored?.gold?.choice).toBe(2);
  });
});
