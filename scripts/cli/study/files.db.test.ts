import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeStudy } from "#lib/studies/mutations.ts";
import { readExport } from "#lib/study-exports/testing/read-export.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { writeResults } from "#lib/results/document.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { thorough } from "#lib/testing/thorough.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  type TrialStudy,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const commands = useCommands();
const trial = await useTrialStudies({ cases: 12 });

describe("export", () => {
  const { run, begin: startCommand } = commands;
  const { viewer, open } = trial;
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-exports-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => path.join(folder, name);
  const filesIn = (name: string) =>
    readdirSync(at(name), { recursive: true, encoding: "utf8" }).filter((file) => path.extname(file) !== "");

  let study: TrialStudy;
  let running: TrialStudy;
  beforeAll(async () => {
    [study, running] = [await open(), await open()];
    for (const target of [study, study, running]) await finish(target, 5, 1000);
    expectValue(await closeStudy(viewer, study.slug));
  });

  const exported = (slug: string, out: string, ...more: string[]) =>
    run("study", "export", slug, "--out", at(out), ...more);
  const refused = async (...args: string[]): Promise<string> => {
    const { code, err } = await run("study", ...args);
    expect([args, code]).toEqual([args, 1]);
    return err;
  };

  test("study export writes the files that the page gives, and tells the key that makes them again", async () => {
    const first = await exported(study.slug, "both", "--format", "both", "--json");
    expect(first).toMatchObject({ code: 0, err: "" });
    const told = JSON.parse(first.out);
    expect(told).toMatchObject({ slug: study.slug, folder: at("both"), who: "people", numbers: "random" });
    expect(told.files).toContainEqual({ name: "answers.csv", rows: 10 });
    const files = await readExport(viewer, study.slug, { key: told.key });
    expect(filesIn("both").sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) expect(readFileSync(path.join(at("both"), name), "utf8")).toBe(text);

    const again = await exported(study.slug, "again", "--key", told.key, "--logs");
    expect([again.code, again.out]).toEqual([0, expect.stringContaining(told.key)]);
    expect(again.out).toContain("participants.csv: 2 rows");
    for (const name of ["answers.csv", "history.csv"])
      expect(readFileSync(path.join(at("again"), name), "utf8")).toBe(files.get(name));
    const [asLogs, others] = [true, false].map((isLog) =>
      filesIn("again").filter((name) => name.startsWith("people-as-log") === isLog),
    );
    expect(asLogs?.map((name) => path.extname(name)).sort()).toEqual([".eval", ".eval", ".json", ".jsonl"]);
    expect(others?.filter((name) => name.endsWith(".jsonl"))).toEqual([]);
  });

  test("study export refuses, and leaves nothing, where it can’t be done", async () => {
    writeFileSync(at("taken"), "something");
    expect(await refused("export", study.slug, "--out", at("taken"))).toContain("it is a file");
    expect((await exported(study.slug, "full")).code).toBe(0);
    const before = readFileSync(path.join(at("full"), "answers.csv"), "utf8");
    expect(await refused("export", study.slug, "--out", at("full"))).toContain("isn’t empty");
    expect(readFileSync(path.join(at("full"), "answers.csv"), "utf8")).toBe(before);
    expect(await refused("export", running.slug, "--out", at("none"))).toContain(`${running.slug} is open`);
    expect(await refused("export", "nowhere", "--out", at("none"))).toContain("there is no study");
    expect(await refused("export", study.slug, "--out", at("none"), "--key", "abc")).toContain("--key");
    expect((await exported(study.slug, "none", "--format", "xml")).code).toBe(2);
    expect(existsSync(at("none"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
  });

  thorough("a command that draws resamples on other threads ends in a process of its own, too", async () => {
    const { out } = await run("study", "results", study.slug, "--json");
    expect(await startCommand("study", "results", study.slug, "--json").ended).toEqual({
      code: 0,
      out,
      err: "",
    });
  });

  test("study results prints what every screen shows, unrounded, or a table in words", async () => {
    const rows = await getRows(viewer, study.slug);
    if (!rows) throw new Error("no rows");
    const { code, out, err } = await run("study", "results", study.slug, "--json");
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(await writeResults(rows, mainView("people")))));
    const table = await run("study", "results", study.slug, "--track", "Literary");
    expect(table.out).toMatch(/^people +too few +10 answers of 2 people to 5 cases$/m);
    expect(table.out).toMatch(/^model-a, zero-shot +too few +5 cases, 0 failed, 0 without a row$/m);
    expect(await refused("results", study.slug, "--track", "Opera")).toContain(
      "--track Opera: must be one of Literary",
    );
    expect(await refused("results", study.slug, "--cohort", "PhD")).toContain("there are none");
    expect(await refused("results", study.slug, "--excluded", "maybe")).toContain("one of with, without");
    expect(await refused("results", running.slug)).toContain("results are shown once it is closed");
  });

  test("study close lists the unfinished sittings, and wants --yes where nobody can be asked", async () => {
    const { slug, link } = await open();
    await finish({ link }, 5, 1000);
    const [first, second] = [await begin({ link }), await begin({ link })];
    await answerCase(first, 1, { choice: 0 });
    const said = await refused("close", slug);
    expect(said).toContain("for good");
    expect(said).toContain("2 sittings are unfinished:");
    expect(said).toMatch(new RegExp(`participant 2 \\(${first.handle}\\), at case 2 of 5, last seen 20`));
    expect(said).toMatch(new RegExp(`participant 3 \\(${second.handle}\\), at case 1 of 5`));
    const json = await run("study", "close", slug, "--json");
    expect([json.code, JSON.parse(json.out).reasons.at(-1)]).toEqual([1, "add --yes to confirm"]);
    const closed = await run("study", "close", slug, "--yes", "--json");
    expect(JSON.parse(closed.out)).toEqual({ slug, state: "closed", underWay: 2 });
  });
});

describe("report", () => {
  const { run } = commands;
  const { viewer, open } = trial;
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

  test("study report writes the same files into a folder and into a zip", async () => {
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
    const files = [...readZip(readFileSync(at("first.zip")))];
    const readWritten = (name: string) => readFileSync(path.join(at("whole"), name), "utf8");
    expect(files.filter(([name, text]) => readWritten(name) !== text).map(([name]) => name)).toEqual([]);
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
    writeFileSync(at("taken.zip"), "something");
    const before = readFileSync(at("taken.zip"));
    expect(await refused(study.slug, "taken.zip")).toContain("nothing is overwritten");
    expect(readFileSync(at("taken.zip")).equals(before)).toBe(true);
    expect((await reported(study.slug, "none", "--who", "nobody")).code).toBe(2);
    expect([existsSync(at("none")), existsSync(at("none.zip"))]).toEqual([false, false]);
    expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);
  });
});
