import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { expectValue, finish, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run } = useCommands();
const { viewer, open } = await useTrialStudies({ cases: 12 });
const folder = mkdtempSync(path.join(tmpdir(), "benchside-reports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);

let study: TrialStudy;
let running: TrialStudy;
beforeAll(async () => {
  [study, running] = [await open(), await open()];
  for (const target of [study, study, running]) await finish(target, 5, 1000);
  expectValue(await closeStudy(viewer, study.slug));
});

const reported = (slug: string, out: string, ...more: string[]) =>
  run("study", "report", slug, "--out", at(out), ...more);

test("study report writes the same files into a folder and into a zip, the same each time", async () => {
  const first = await reported(study.slug, "whole", "--json");
  // A refusal with --json stands in what is printed.
  expect(first, first.out).toMatchObject({ code: 0, err: "" });
  const told = JSON.parse(first.out);
  expect(told).toMatchObject({ slug: study.slug, out: at("whole"), who: "people" });
  expect(told.files).toEqual(
    expect.arrayContaining([
      "README.txt",
      "checklist.md",
      "tables/table5.tex",
      "answers.csv",
      "manifest.json",
    ]),
  );
  const { met, partly, missing, not_applicable } = told.checklist;
  expect(met + partly + missing + not_applicable).toBe(14);
  const inFolder = readdirSync(at("whole"), { recursive: true, encoding: "utf8" });
  expect(inFolder.filter((name) => path.extname(name) !== "").sort()).toEqual([...told.files].sort());

  const zipped = await reported(study.slug, "first.zip");
  expect(zipped.out).toContain(`${told.files.length} files about people`);
  expect((await reported(study.slug, "again.zip")).code).toBe(0);
  expect(readFileSync(at("again.zip")).equals(readFileSync(at("first.zip")))).toBe(true);
  const files = readZip(readFileSync(at("first.zip")));
  for (const [name, text] of files)
    expect([name, readFileSync(path.join(at("whole"), name), "utf8") === text]).toEqual([name, true]);
});

test("study table prints what is wanted of one table, and says what there is", async () => {
  const table = (...args: string[]) => run("study", "table", study.slug, ...args);
  expect((await table()).out).toContain("results\t");
  expect((await table("results", "--columns", "list")).out).toContain("n\tn");
  const { out, code } = await table("results", "--columns", "n", "--rows", "people,consensus");
  expect([code, out.match(/^ +People &|^ +Consensus &/gm)?.length]).toEqual([0, 2]);
  expect(out).toContain("\\begin{tabular}{@{}lr@{}}");
  expect((await table("results", "--format", "csv")).out).toContain("answers_of,kind,");
  for (const wrong of [["nothing"], ["results", "--rows", "nobody"]])
    expect(await table(...wrong)).toMatchObject({ code: 1, out: "" });
});

test("study report refuses, and leaves nothing, where it can’t be done", async () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, err } = await reported(...(args as [string, string]));
    expect([args, code]).toEqual([args, 1]);
    return err;
  };
  expect(await refused(running.slug, "none.zip")).toContain("results are shown once it is closed");
  expect(await refused("nowhere", "none")).toContain("there is no study");
  expect((await reported(study.slug, "taken.zip")).code).toBe(0);
  const before = readFileSync(at("taken.zip"));
  expect(await refused(study.slug, "taken.zip")).toContain("nothing is overwritten");
  expect(readFileSync(at("taken.zip")).equals(before)).toBe(true);
  expect((await reported(study.slug, "none", "--who", "nobody")).code).toBe(2);
  expect([existsSync(at("none")), existsSync(at("none.zip"))]).toEqual([false, false]);
  expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
});
