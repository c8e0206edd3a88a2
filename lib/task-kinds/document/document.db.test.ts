import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { getCase, listCases } from "#lib/benchmarks/case-queries.ts";
import { caseFilter } from "#lib/benchmarks/schema.ts";
import { countEligible, listEligible } from "#lib/studies/frame/queries.ts";
import { frameSchema } from "#lib/studies/schema.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const file = readFileSync("docs/formats/documents-example.jsonl", "utf8");
const lines = file.trimEnd().split("\n");
const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string | Buffer, mode: "check" | "store" = "store") =>
  trial.importCases(content, { track: null, mode });
const parse = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

test("documents come in after a look at how they begin, are listed, searched and read, go out and come in again as they were", async () => {
  const checked = await importLines(file, "check");
  expect([checked.problems, checked.stored, checked.samples?.map(({ kind }) => kind)]).toEqual([
    [],
    false,
    ["document", "document", "document"],
  ]);
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks["Interviews"]?.added, stored.tracks["访谈"]?.added]).toEqual([
    [],
    10,
    2,
  ]);
  const find = (asked: object) => listCases(viewer, trial.id(), caseFilter.parse(asked));
  expect((await find({ kind: "document" })).total).toBe(12);
  const { cases } = await find({ text: "polishing a COFFIN" });
  expect(cases).toEqual([
    expect.objectContaining({ key: "joan-pell-mill", kind: "document", form: "dialogue" }),
  ]);
  expect(cases[0]?.excerpt).toMatch(/^Joan Pell on the last year of the mill — Ruth Adeyemi: When did/);
  expect((await find({ text: "守窑" })).total).toBe(1);
  expect(await getCase(viewer, trial.id(), "Interviews", "joan-pell-mill")).toMatchObject({
    group: "joan-pell",
    attributes: { Person: "Joan Pell" },
    content: (parse(file)[0] as { content: object }).content,
    predictions: [],
  });
  const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
  expect(parse(written)).toEqual(parse(file));
  expect((await importLines(written)).tracks["Interviews"]).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 10,
  });
});

test("another word is another version of the same document", async () => {
  await importLines(file);
  const changed = await importLines(file.replace("I ironed the flag.", "I ironed the flags."));
  expect(changed.tracks["Interviews"]).toMatchObject({ added: 0, changed: 1, unchanged: 9 });
  expect(await getCase(viewer, trial.id(), "Interviews", "emrys-vaughan-lighthouse")).toMatchObject({
    number: 2,
  });
});

test("one bad line keeps all of them out, and is told by its line and place", async () => {
  const bad = lines.with(4, lines[4]?.replace("00:00:09", "9 seconds") ?? "").with(7, lines[0] ?? "");
  const refused = await importLines(bad.join("\n"));
  expect(refused.stored).toBe(false);
  expect(refused.problems.map(({ line, column }) => [line, column])).toEqual([
    [5, "content.turns[1].at"],
    [8, "id"],
  ]);
  const latin = await importLines(Buffer.from(lines[6]?.replaceAll("’", "'") ?? "", "latin1"));
  expect(latin.stored).toBe(false);
  expect(latin.problems[0]?.problem).toContain("not UTF-8");
});

test("a transcript of a million characters comes in and is read back to the letter; one that is too long is refused", async () => {
  const turns = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      speaker: at % 2 ? "A" : "B",
      text: `${at} ${"tide ".repeat(40)}`,
    }));
  const line = (count: number) =>
    JSON.stringify({ id: "long", track: "Interviews", kind: "document", content: { turns: turns(count) } });
  expect((await importLines(line(5_000))).problems).toEqual([]);
  expect(await getCase(viewer, trial.id(), "Interviews", "long")).toMatchObject({
    content: { turns: turns(5_000) },
  });
  const blank = `${"\n\u3000 ".repeat(200)}vale`;
  const parts = [
    { title: "t", text: blank },
    ...Array.from({ length: 99 }, () => ({ title: "t", text: "y" })),
  ];
  const other = { id: "blank", track: "Interviews", kind: "document", content: { title: "Late", parts } };
  expect((await importLines(JSON.stringify(other))).problems).toEqual([]);
  const { cases } = await listCases(viewer, trial.id(), caseFilter.parse({}));
  const begins = new Map(cases.map(({ key, excerpt }) => [key, excerpt]));
  expect(begins.get("long")).toMatch(/^B: 0 (tide ){40} — A: 1 tide/);
  expect(begins.get("long")).toHaveLength(300);
  expect(begins.get("blank")).toMatch(/^Late — t: vale — t: y — t: y/);
  expect(begins.get("blank")).toHaveLength(300);
  expect((await importLines(line(20_000))).problems).toEqual([
    expect.objectContaining({ line: 1, problem: expect.stringContaining("longer than 4,000,000 bytes") }),
  ]);
});

test("no study draws a document, and no model answers one", async () => {
  await importLines(file);
  const frame = frameSchema.parse({ tracks: ["Interviews"] });
  expect(await countEligible(viewer, trial.id(), frame)).toMatchObject([
    { cases: 0, withoutGold: 10, kinds: [] },
  ]);
  expect(await listEligible(viewer, trial.id(), frame, { withEasy: false })).toEqual([]);
  const answered = JSON.stringify({
    model: "m",
    method: "x",
    track: "Interviews",
    case: "joan-pell-mill",
    choice: "A",
  });
  const results = await trial.importResults(answered, { track: null, model: null });
  expect(results.problems).toEqual([
    expect.objectContaining({
      line: 1,
      column: "case",
      problem: expect.stringContaining("no model answers it"),
    }),
  ]);
});
