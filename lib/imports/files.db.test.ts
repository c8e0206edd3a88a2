import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { getCase, listCases } from "#lib/benchmarks/case-queries.ts";
import { db } from "#lib/db.ts";
import { storeProblemList } from "#lib/imports/mutations.ts";
import { openProblemList } from "#lib/imports/queries.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import { importCaseFiles, importResultFiles } from "#lib/imports/run.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import {
  caseColumns,
  caseCsv,
  caseRow,
  csv,
  makePrompt,
  optionNames,
  resultCsv,
  someCases,
  useFiles,
} from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

describe("refused files", async () => {
  const cases = someCases(3);
  const [one] = cases;
  const trial = await useTrialBenchmark({ cases });
  const write = useFiles();

  const lookAtAll = () => fingerprint(process.env.DATABASE_OWNER_URL ?? "");
  const good = { cases: caseCsv(someCases(4)), results: resultCsv([{ case: one!, probs: [1, 0, 0, 0] }]) };
  type Kind = keyof typeof good;

  async function bringIn(kind: Kind, file: { path: string; name: string }, skipBad: boolean) {
    const { viewer, benchmark } = trial;
    const read: number[] = [];
    const control: ImportControl = {
      signal: new AbortController().signal,
      progress: ({ done }) => void read.push(done),
    };
    const how = { benchmark, mode: "store", skipBad } as const;
    const named = { ...file, track: "Literary", language: null, model: "m", method: "m", version: "" };
    const files = [{ ...named, ranAt: null }];
    const { report, problems } =
      kind === "cases"
        ? await importCaseFiles(viewer, { ...how, files }, control)
        : await importResultFiles(viewer, { ...how, files }, control);
    return { stored: report.stored, problems, bytesRead: Math.max(0, ...read) };
  }

  const header = "prompt,gt,option1,option2,res,prob1,prob2";
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  type FileContent = string | Buffer | ((kind: Kind) => string | Buffer);

  const refused: [what: string, content: FileContent, problem: RegExp, place: Record<string, unknown>][] = [
    ["nothing", "", /^The file is empty\. Export it again/, { line: null, found: "" }],
    ["a byte-order mark alone", "\uFEFF\r\n", /^The file is empty/, { line: null }],
    ["a zip archive named .csv", "PK\u0003\u0004\u0014\0Literary.csv", /Unzip it, or save/, { line: null }],
    ["UTF-16", (kind) => Buffer.from(`\uFEFF${good[kind]}`, "utf16le"), /UTF-16\. Save it/, { line: null }],
    ["UTF-16 without a mark", (kind) => Buffer.from(good[kind], "utf16le"), /UTF-16/, { line: null }],
    [
      "Latin-1",
      latin1(`${header}\nWho is Zo\xeb?,Anna,Anna,Boris,Anna,1,0\n`),
      /^Some bytes are not UTF-8; the text may be Latin-1/,
      { line: 2, column: "prompt", found: "Who is Zo\\xEB?" },
    ],
    [
      "5,000 columns",
      `${Array.from({ length: 5000 }, (_, n) => `c${n}`).join(",")}\n`,
      /^The first row names 5000 columns; the limit is 1,000/,
      { line: null },
    ],
    [
      "one cell of 5 MB",
      () =>
        Buffer.concat([
          Buffer.from(`${header}\n"`),
          Buffer.alloc(5 << 20, "a word "),
          Buffer.from('",A,A,B,A,1,0\n'),
        ]),
      /^The field is longer than 1,000,000 bytes/,
      { line: 2, column: "prompt" },
    ],
    [
      "no header, and short texts",
      "Who speaks?,Anna,Boris\n",
      /^The columns? prompt.* missing\. The first row must name the columns; it names: Who speaks\?, Anna, Boris\.$/,
      { line: 1, column: "prompt" },
    ],
    [
      "no header, and long texts",
      () => csv([caseRow({ ...one!, prompt: "word ".repeat(300) })]),
      /header row/,
      {},
    ],
    [
      "no header, and the right answer twice",
      () => csv([caseRow(one!)]),
      /if the first row is data, add a header row\.$/,
      {},
    ],
    [
      "semicolons between its fields",
      `${header.replaceAll(",", ";")}\n1;2;3;4;5;6;7\n`,
      /Separate the fields with commas\.$/,
      { line: 1 },
    ],
    [
      "a quotation mark in the middle of a field",
      `${header}\n"Who" speaks?,Anna,Anna,Boris,Anna,1,0\n`,
      /^There is a quotation mark inside an unquoted field/,
      { line: 2, column: "prompt" },
    ],
    [
      "a quotation mark that is never closed",
      `${header}\n"Who speaks?,Anna,Anna,Boris,Anna,1,0\nand,so,on,and,on,1,0\n`,
      /^The quotation mark that opens this field is never closed/,
      { line: 2, column: "prompt" },
    ],
    ["U+0000", `${header}\na\0b,Anna,Anna,Boris,Anna,1,0\n`, /U\+0000/, { line: 2, found: "a\\u{0}b" }],
    ["a list of JSON", '[\n{"prompt":"Who?"}\n]', /Write one object per line/, { line: null }],
    ["its header alone", `${header}\n`, /^the file has a header, but no (cases|results)$/, {}],
  ];

  const plainest = new Set([
    "nothing",
    "UTF-16",
    "Latin-1",
    "a quotation mark that is never closed",
    "its header alone",
  ]);

  async function expectRefused([, content, problem, place]: (typeof refused)[number]) {
    const before = await lookAtAll();
    for (const kind of ["cases", "results"] as const) {
      const file = write("Literary_m.csv", typeof content === "function" ? content(kind) : content);
      for (const skipBad of [false, true]) {
        const found = await bringIn(kind, file, skipBad);
        expect(found.stored).toBe(false);
        expect(found.problems).toMatchObject([{ file: "Literary_m.csv", ...place }]);
        expect(found.problems[0]?.problem).toMatch(problem);
      }
    }
    expect(await lookAtAll()).toEqual(before);
  }

  const title = "%s is refused with the place and what to do, and changes nothing";
  test.each(refused.filter(([what]) => plainest.has(what)))(title, (...given) => expectRefused(given));
  thorough.each(refused.filter(([what]) => !plainest.has(what)))(title, (...given) => expectRefused(given));

  test("2 GB of nothing are refused at once, without being read", async () => {
    const file = write("Literary_m.csv", "", 2 ** 31);
    const before = await lookAtAll();
    for (const kind of ["cases", "results"] as const) {
      const { stored, problems, bytesRead } = await bringIn(kind, file, true);
      expect({ stored, bytesRead }).toEqual({ stored: false, bytesRead: 0 });
      expect(problems.map(({ problem }) => problem)).toEqual([
        expect.stringMatching(/^This is a binary file/),
      ]);
    }
    expect(await lookAtAll()).toEqual(before);
  });

  thorough("a file of nothing but bad rows is given up, in words that can be shown", async () => {
    const file = write(
      "Literary_m.csv",
      `${header}\n${"Who?,Nobody,Anna,Boris,Nobody,x,y\n".repeat(100_001)}`,
    );
    const before = await lookAtAll();
    for (const kind of ["cases", "results"] as const) {
      await expect(bringIn(kind, file, true)).rejects.toThrow(
        "Nothing was stored: more than 100,000 problems; these are probably the wrong files.",
      );
    }
    expect(await lookAtAll()).toEqual(before);
  });
});

describe("extremes", async () => {
  const cases = someCases(1);
  const [one] = cases;
  const trial = await useTrialBenchmark({ cases });
  const nearlyMegabyte = (piece: string) => piece.repeat(Math.floor(900_000 / Buffer.byteLength(piece)));

  describe("a field of nearly a megabyte is read, as answer and as prompt", () => {
    async function expectRead(piece: string) {
      const answered = makePrompt({ answered: nearlyMegabyte(piece) });
      const rows = [answered, `${nearlyMegabyte(piece)}x`].map((prompt) =>
        caseRow({ prompt, gt: optionNames[0] ?? "" }),
      );
      const report = await trial.importCases(csv([caseColumns, ...rows]), { mode: "check" });
      expect(report).toMatchObject({ problems: [], counts: { cases: 2 } });
    }

    test("turns", () => expectRead("[End]\n[Character2]\n[Begin]\n"));

    thorough.each([
      ["one letter", "a"],
      ["one Chinese character", "龘"],
      ["blanks", " "],
      ["line ends", "\n"],
      ["brackets that open", "["],
      ["round brackets that open", "("],
      ["headings", "# \n"],
      ["stars", "*"],
      ["begins", "[Begin]\n"],
    ])("%s", (_what, piece) => expectRead(piece));
  });

  test("the tokens of an answer without end are counted, piece by piece", async () => {
    const prompt = makePrompt({ answered: "a".repeat(800_000) });
    const { counts } = await trial.importCases(csv([caseColumns, caseRow({ prompt, gt: "The Pilot" })]));
    // Eight such letters are one token.
    expect(counts?.answerLength?.max).toBeGreaterThanOrEqual(100_000);
    expect(counts?.answerLength?.max).toBeLessThan(101_000);
  });

  describe("values that no column holds are placed, and nothing is stored", () => {
    const result = resultCsv([{ case: one!, probs: [1, 0, 0, 0] }]);
    test.each([
      ["tokens", result.replace('"12.0"', '"3000000000"'), "3000000000"],
      ["tokens", result.replace('"12.0"', '"1e400"'), "1e400"],
      ["cost", result.replace('"0.001"', '"1e400"'), "1e400"],
      ["prob1", resultCsv([{ case: one!, probs: ["1e400", 0, 0, 0] }]), "1e400"],
    ])("%s in a CSV of results", async (column, content, found) => {
      const report = await trial.importResults(content);
      expect(report).toMatchObject({ stored: false, problems: [{ line: 2, column, found }] });
      expect(await db.modelRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
    });

    test("tokens in JSON Lines", async () => {
      const line = { model: "m", case: "x", choice: "The Pilot", tokens: 3e9 };
      const report = await trial.importResults(JSON.stringify(line), { model: null });
      expect(report).toMatchObject({ stored: false, problems: [{ line: 1, column: "tokens" }] });
    });

    test.each([
      ["id", 201],
      ["source", 501],
    ])("%s in a CSV of cases, of %i characters", async (column, length) => {
      const content = (size: number) =>
        csv([
          [column, ...caseColumns],
          ["é".repeat(size), ...caseRow({ prompt: "Who?", gt: "The Pilot" })],
        ]);
      expect(await trial.importCases(content(length), { track: "B" })).toMatchObject({
        stored: false,
        problems: [{ line: 2, column, problem: expect.stringContaining("longer than") }],
      });
      expect(await trial.importCases(content(length - 1), { track: "B" })).toMatchObject({ stored: true });
    });

    const half = "\\ud83d";
    test.each([
      ["a prompt", `{"prompt":"Who ${half}?","options":["a","b"],"gold":"a"}`],
      ["an option", `{"prompt":"Who?","options":["${half}","b"],"gold":"b"}`],
      ["a key", `{"prompt":"Who?","options":["a","b"],"gold":"a","${half}":1}`],
      ["a turn", `{"content":{"text":"\\udc00 Who?"},"options":["a","b"],"gold":"a"}`],
    ])("half a character in %s", async (_where, line) => {
      const report = await trial.importCases(line);
      expect(report).toMatchObject({
        stored: false,
        problems: [{ line: 1, found: expect.stringMatching(/\\u\{D/) }],
      });
      expect(report.problems[0]?.problem).toMatch(/half a character/);
    });

    test("a whole character written as two escapes is one", async () => {
      const line = '{"prompt":"Who \\ud83d\\ude00?","options":["a","b"],"gold":"a"}';
      expect(await trial.importCases(line)).toMatchObject({ stored: true, problems: [] });
    });
  });
});

describe("strange words", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;

  const wordings = {
    "a spreadsheet’s nothing": ["NA", "null", "NaN", "undefined"],
    formulas: ["=1+1", "+1", "-1", "@SUM(A1:A9)"],
    markup: ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;b&gt;", "]]>\u003c!--"],
    "other directions and nothing to see": ["\u202Egnirts", "عليّ", "a\u200Bb", "a\u2060\uFEFFb"],
    "names that JavaScript has its own idea of": ["__proto__", "constructor", "toString", "hasOwnProperty"],
    "other alphabets, near enough": ["王熙凤", "Zoe\u0308", "Zoë", "😀"],
  };

  const first = async () => {
    const { cases } = await listCases(viewer, trial.id(), { page: 1 });
    const [{ track, key } = expect.fail()] = cases;
    return (await getCase(viewer, trial.id(), track, key)) ?? expect.fail();
  };
  const part = (type: string, words: string) => ({ type, text: words });
  const all = async (lines: AsyncGenerator<string>) => (await Array.fromAsync(lines)).join("");

  const usual = new Set(["formulas", "names that JavaScript has its own idea of"]);

  describe.each(Object.entries(wordings))("%s", (what, names) => {
    const check = usual.has(what) ? test : thorough;
    const [a = "", b = "", c = "", d = ""] = names;

    check("in every text of a case come back as they were", async () => {
      const line = {
        id: a,
        track: b,
        source: c,
        prompt: `${a} ${b} ${c} ${d}`,
        content: {
          turns: [
            { speaker: a, parts: [part("thought", b), part("manner", c), part("speech", d)] },
            { speaker: null, parts: [part("thought", d), part("speech", b)] },
          ],
        },
        options: names.map((name, index) => ({ name, profile: names[3 - index] })),
        gold: c,
      };
      const content = JSON.stringify(line);
      expect(await trial.importCases(content, { track: null })).toMatchObject({ stored: true, problems: [] });
      const stored = await first();
      expect(stored).toMatchObject({ key: a, track: b, source: c, optionNames: names, gold: 2 });
      expect(stored.original).toBe(line.prompt);
      expect(stored.content).toEqual({ form: "dialogue", ...line.content, profiles: [d, c, b, a] });

      const written = await all(exportCaseLines(viewer, trial.id()));
      const again = await trial.importCases(written, { track: null });
      expect(again.tracks[b]).toMatchObject({ unchanged: 1, added: 0, changed: 0 });
    });

    check(
      "as options of a CSV are options, and probabilities and answers fall to the right one",
      async () => {
        const fields = { prompt: `Who? ${a}`, gt: a, names };
        const stored = await trial.importCases(csv([caseColumns, caseRow(fields)]));
        expect(stored).toMatchObject({ stored: true, problems: [] });
        const results = resultCsv([{ case: fields, probs: [0.1, 0.2, 0.3, 0.4], res: d, response: a }]);
        const found = await trial.importResults(results, { model: b, method: c, version: d });
        expect(found.found).toMatchObject({ matched: 1, failed: 0, resDiffers: 0 });
        const [{ run } = expect.fail()] = await listRuns(viewer, trial.id());
        expect(run).toMatchObject({ model: b, method: c, version: d });
        const stands = await first();
        expect(stands).toMatchObject({ optionNames: names, gold: 0 });
        expect(stands.predictions).toMatchObject([{ choice: 3, text: a, model: b }]);

        const lines = await all(exportPredictionLines(viewer, trial.id()));
        const again = await trial.importResults(lines, { model: null, track: null });
        expect(again).toMatchObject({ stored: true, problems: [], found: { outcome: "unchanged" } });
      },
    );

    check("as names of options in JSON Lines, by probability and by choice", async () => {
      const fields = { prompt: `Who? ${a}`, gt: a, names };
      await trial.importCases(csv([caseColumns, caseRow(fields)]));
      const { key } = await first();
      const given = names.map((name, index) => `${JSON.stringify(name)}:${(index + 1) / 10}`).join(",");
      const byOption = `{"model":"m1","case":"${key}","probabilities":{${given}}}`;
      const byChoice = JSON.stringify({ model: "m2", case: key, choice: b });
      const found = await trial.importResults(`${byOption}\n${byChoice}\n`, { model: null, track: null });
      expect(found).toMatchObject({ stored: true, problems: [] });
      expect((await first()).predictions).toMatchObject([
        { model: "m1", choice: 3, probabilities: [0.1, 0.2, 0.3, 0.4] },
        { model: "m2", choice: 1 },
      ]);
    });

    check("in the list of problems can be read, and nothing of them lives in a spreadsheet", async () => {
      const bad = names.map((name) =>
        caseRow({ prompt: "Who?", gt: name, names: ["Ilse", "Roe", "x", "y"] }),
      );
      const { problems } = await trial.importCases(csv([caseColumns, ...bad]));
      expect(problems.map(({ column }) => column)).toEqual(["gt", "gt", "gt", "gt"]);
      const named = problems.map((problem) => ({ ...problem, file: `${a}.csv` }));
      const list = await storeProblemList(trial.viewer, named);
      const stream = (await openProblemList(trial.viewer, list ?? "")) ?? expect.fail();
      const rows = parse(await text(stream), { bom: true, columns: true }) as Record<string, string>[];
      expect(rows).toHaveLength(4);
      for (const [index, { file, found }] of rows.entries()) {
        expect([file, found].join()).not.toMatch(/(^|,)[\s"']*[=+\-@](?<!'[=+\-@])/);
        expect(found?.replace(/^'/, "")).toBe(problems[index]?.found);
        expect(found).not.toMatch(/[\p{Cf}\p{Cc}]/u);
      }
    });
  });
});
