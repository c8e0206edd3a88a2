import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { checkFolder, checkPlace } from "#lib/benchmark-folders/check/check-folder.ts";
import { forge, readIn, useFolders } from "#lib/benchmark-folders/testing/written-folder.ts";
import { zip } from "#lib/study-exports/zip.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open, benchmark } = await useTrialStudies({ cases: 12 });
const { root, write, pack } = useFolders();

let whole = "";
beforeAll(async () => {
  const study = await open();
  for (let person = 0; person < 2; person++) await finish(study, 5, 20_000);
  expectValue(await closeStudy(viewer, study.slug));
  whole = await write(viewer, benchmark.id, { study: [study.slug] });
});

function copy(): string {
  const folder = mkdtempSync(path.join(root, "copy-"));
  cpSync(whole, folder, { recursive: true });
  return folder;
}

/** What is said of a copy that something was done to, as places and sentences. */
async function tell(change: (folder: string) => void): Promise<string[]> {
  const folder = copy();
  change(folder);
  const { description, problems } = await checkFolder(folder);
  expect(description).toBeNull();
  return problems.map(({ file, line, column, problem }) =>
    [file, line, column, problem].filter((one) => one !== null).join(" | "),
  );
}
const remove = (name: string) => (folder: string) => rmSync(path.join(folder, name));
const replaced = (from: string | RegExp, to: string) => (content: string) => {
  expect(content).toMatch(from);
  return content.replace(from, to);
};

test("nothing is said against a folder that is whole, whatever lies beside its files", async () => {
  const folder = copy();
  writeFileSync(path.join(folder, ".DS_Store"), "x");
  expect(await checkFolder(folder)).toMatchObject({ problems: [], answers: 10 });
});

test.each([
  [
    "a file is missing",
    remove("data/answers.parquet"),
    /^data\/answers.parquet \| This file is missing. Get/,
  ],
  ["no checksums", remove("SHA256SUMS"), /^SHA256SUMS \| There is no file SHA256SUMS/],
  [
    "checksums without end",
    (folder: string) => writeFileSync(path.join(folder, "SHA256SUMS"), "\n".repeat((4 << 20) + 1)),
    /^SHA256SUMS \| This file is larger than 4 MB/,
  ],
  [
    "one letter of a case",
    (folder: string) =>
      writeFileSync(
        path.join(folder, "data/cases.jsonl"),
        replaced("Answer 0", "Answer 9")(readIn(folder, "data/cases.jsonl")),
      ),
    /^data\/cases.jsonl \| This file isn’t as it was written/,
  ],
  [
    "a checksum that leads out",
    (folder: string) =>
      writeFileSync(path.join(folder, "SHA256SUMS"), `${"0".repeat(64)}  ../secrets.json\n`),
    /^SHA256SUMS \| 1 \| This name leads out of the folder/,
  ],
  [
    "a line that is no checksum",
    (folder: string) =>
      writeFileSync(path.join(folder, "SHA256SUMS"), `${readIn(folder, "SHA256SUMS")}nonsense\n`),
    /^SHA256SUMS \| 8 \| This line is not a SHA-256/,
  ],
])("%s", async (_what, change, said) => {
  expect(await tell(change)).toEqual(expect.arrayContaining([expect.stringMatching(said)]));
});

test.each([
  [
    "another right answer",
    "data/cases.jsonl",
    replaced('"gold":"Ilse Brandt"', '"gold":"The Pilot"'),
    /^data\/cases.jsonl \| 1 \| sha256 \| What the case says has another digest/,
  ],
  [
    "a case less",
    "data/cases.jsonl",
    (content: string) => content.slice(content.indexOf("\n") + 1),
    /^data\/cases.jsonl \| benchmark.json says that there are 12 cases/,
  ],
  [
    "an answer to no case",
    "data/answers.jsonl",
    replaced(/"case":"[^"]+"/, '"case":"nowhere"'),
    /^data\/answers.jsonl \| 1 \| case \| There is no such case/,
  ],
  [
    "an answer less",
    "data/answers.jsonl",
    (content: string) => content.slice(content.indexOf("\n") + 1),
    /has 10 answers of at most 2 people/,
  ],
  [
    "another format",
    "benchmark.json",
    replaced("benchside-benchmark/1", "benchside-benchmark/9"),
    /^benchmark.json \| This folder is of another format/,
  ],
  ["no JSON", "benchmark.json", replaced("{", ""), /^benchmark.json \| 2 /],
  [
    "no licence",
    "croissant.json",
    replaced(/ *"license": "[^"]*",\n/, ""),
    /^croissant.json \| \d+ \| license \| license is missing/,
  ],
  [
    "a column that isn’t there",
    "croissant.json",
    replaced('"column": "gold"', '"column": "good"'),
    /has no such column/,
  ],
  [
    "a field without its file",
    "croissant.json",
    replaced(/"fileObject": \{\s+"@id": "[^"]+"/, '"fileObject": { "@id": "none"'),
    /There is no such file in distribution/,
  ],
  [
    "a word without its vocabulary",
    "croissant.json",
    replaced('"column": "cr:column",', ""),
    /column is Croissant’s own word/,
  ],
  [
    "an id twice",
    "croissant.json",
    replaced('"@id": "cases/track",\n          "@type"', '"@id": "cases/id",\n          "@type"'),
    /This @id stands twice/,
  ],
  [
    "a record set’s key that is no field",
    "croissant.json",
    replaced(/"key": \[\s+\{\s+"@id": "[^"]+"/, '"key": [{ "@id": "cases/none"'),
    /There is no such field/,
  ],
  [
    "another checksum in Croissant",
    "croissant.json",
    replaced(/"sha256": "[0-9a-f]{4}/, '"sha256": "0000'),
    /The file has another SHA-256/,
  ],
  [
    "lines as a table",
    "data/cases.parquet",
    () => "no Parquet",
    /^data\/cases.parquet \| This is no Parquet file/,
  ],
  [
    "a description without end",
    "croissant.json",
    (content: string) => content + " ".repeat(4 << 20),
    /^croissant.json \| This file is larger than 4 MB/,
  ],
])("with checksums written anew: %s", async (_what, name, change, said) => {
  expect(await tell((folder) => forge(folder, name, change))).toEqual(
    expect.arrayContaining([expect.stringMatching(said)]),
  );
});

test("an archive with the folder, or its files, verifies as the folder does", async () => {
  for (const prefix of ["harbour/", "", "深/of/"])
    expect(await checkPlace(await pack(whole, prefix)), prefix).toMatchObject({ problems: [], answers: 10 });
});

test("an archive that is cut off, or holds something else, is refused by its name", async () => {
  const file = await pack(whole);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  expect(await checkPlace(file)).toMatchObject({
    problems: [{ file: path.basename(file), problem: expect.stringContaining("The archive isn’t whole") }],
  });
  const other = [{ name: "notes.txt", content: () => ["hello"] }];
  writeFileSync(file, Buffer.concat(await Array.fromAsync(zip(other))));
  expect(await checkPlace(file)).toMatchObject({
    problems: [{ problem: expect.stringContaining("no exported benchmark") }],
  });
});
