import { expect, test } from "vitest";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { importCaseFiles, importResultFiles } from "#lib/imports/run.ts";
import type { ImportControl } from "#lib/imports/progress.ts";
import { caseCsv, caseRow, csv, resultCsv, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

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
type Made = string | Buffer | ((kind: Kind) => string | Buffer);

const refused: [what: string, content: Made, problem: RegExp, place: Record<string, unknown>][] = [
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
    expect(problems.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^This is a binary file/)]);
  }
  expect(await lookAtAll()).toEqual(before);
});

thorough("a file of nothing but bad rows is given up, in words that can be shown", async () => {
  const file = write("Literary_m.csv", `${header}\n${"Who?,Nobody,Anna,Boris,Nobody,x,y\n".repeat(100_001)}`);
  const before = await lookAtAll();
  for (const kind of ["cases", "results"] as const) {
    await expect(bringIn(kind, file, true)).rejects.toThrow(
      "Nothing was stored: more than 100,000 problems; these are probably the wrong files.",
    );
  }
  expect(await lookAtAll()).toEqual(before);
});
