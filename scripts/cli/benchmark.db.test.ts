import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { findSignIn, startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { makeFolder, useFolders } from "#lib/interviews/testing/person-files.ts";
import { caseColumns, caseCsv, caseRow, csv, someCases } from "#lib/testing/benchmark-files.ts";
import { listEventsAbout, makePerson } from "#lib/testing/people.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const commands = useCommands();

const { begin, run, write, read, expectJobs, expectHeld, holdBack, ownerUrl } = commands;

const cases = someCases(6);
const unparsed = { prompt: "谁在说话?没有人知道。", gt: "The Pilot" };
const levels = ["Child", "Teen", "College Student", "Graduate Student", "Expert"];
const wrong = csv([caseColumns, caseRow(cases[0]!), caseRow({ ...cases[1]!, gt: "=1+1" })]);

const listNames = async () =>
  (JSON.parse((await run("benchmark", "list", "--json")).out) as { name: string }[]).map(({ name }) => name);
const countCases = async (name: string) =>
  (
    await read(
      "SELECT FROM cases c JOIN tracks t ON t.id = c.track_id JOIN benchmarks b ON b.id = t.benchmark_id WHERE b.name = $1",
      name,
    )
  ).length;

describe("benchmark import", () => {
  test("prints one object with what was found and stored; a second time nothing changes", async () => {
    write("Literary.csv", caseCsv([...cases, cases[0]!]));
    write("Drama.csv", `\uFEFF${caseCsv([unparsed]).replaceAll("\n", "\r\n")}`);
    write(
      "Expertise.csv",
      csv([
        ["gt", ...levels.map((_, n) => `option${n + 1}`), "prompt"],
        ["Teen", ...levels, "Who?"],
      ]),
    );
    const files = ["Literary", "Drama", "Expertise"].flatMap((name) => ["--track", `${name}=${name}.csv`]);
    const command = ["benchmark", "import", "Three tracks", ...files, "--language", "Drama=yue"];
    const first = await run(...command, "--json");
    expect(first).toMatchObject({ code: 0, err: "" });
    const printed = JSON.parse(first.out);
    expect(Object.keys(printed)).toEqual(["benchmark", "tracks", "problems", "stored"]);
    expect(printed).toMatchObject({ benchmark: "Three tracks", problems: [], stored: true });
    const none = { unchanged: 0, changed: 0, unparsed: 0, duplicates: 0 };
    expect(printed.tracks).toMatchObject({
      Literary: { ...none, cases: 7, added: 7, duplicates: 1 },
      Drama: { ...none, cases: 1, added: 1, unparsed: 1 },
      Expertise: { ...none, cases: 1, added: 1, unparsed: 1 },
    });
    expect(await read("SELECT language FROM tracks WHERE name = 'Drama'")).toEqual([{ language: "yue" }]);

    const before = await fingerprint(ownerUrl());
    const again = await run(...command);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toMatch(/^Literary: 7 cases, 0 added, 0 changed, 7 unchanged, /);
    expect(again.out.trimEnd().split("\n").at(-1)).toBe("nothing to store: these files change nothing");
    const { jobs: _before, audit_events: _asked, ...stood } = before;
    const { jobs: _after, audit_events: _told, ...stands } = await fingerprint(ownerUrl());
    expect(stands).toEqual(stood);
  });

  test("with a bad row stores nothing, places it and ends with 1; --skip-bad stores the rest", async () => {
    write("Wrong.csv", wrong);
    const command = ["benchmark", "import", "With a bad row", "--track", "Literary=Wrong.csv"];
    const refused = await run(...command, "--json");
    expect(refused).toMatchObject({ code: 1, err: "" });
    const { problems, stored, tracks } = JSON.parse(refused.out);
    expect({ stored, added: tracks.Literary.added }).toEqual({ stored: false, added: 1 });
    const line = cases[0]!.prompt.split("\n").length + 2;
    expect(problems).toEqual([
      { file: "Wrong.csv", line, column: "gt", problem: expect.stringContaining("not among"), found: "=1+1" },
    ]);
    expect(await listNames()).not.toContain("With a bad row");

    const people = await run(...command);
    expect(people.code).toBe(1);
    expect(people.out).toContain(`Wrong.csv, line ${line}, gt: the right answer is not among the options`);
    expect(people.out).toContain("--skip-bad");

    const skipped = await run(...command, "--skip-bad", "--json");
    expect(skipped.code).toBe(0);
    expect(JSON.parse(skipped.out)).toMatchObject({ stored: true, problems: [{ line }] });
    expect(await countCases("With a bad row")).toBe(1);
  });

  test("--check looks and stores nothing, not even a benchmark", async () => {
    write("Good.csv", caseCsv(cases));
    const checked = await run(
      "benchmark",
      "import",
      "Looked at",
      "--track",
      "A=Good.csv",
      "--check",
      "--json",
    );
    expect(checked.code).toBe(0);
    expect(JSON.parse(checked.out)).toMatchObject({ stored: false, tracks: { A: { cases: 6, added: 6 } } });
    expect(await listNames()).not.toContain("Looked at");
  });

  test.each([
    ["an empty file", "", /^The file is empty/],
    ["a zip archive", "PK\u0003\u0004\u0014\0", /zip archive/],
    ["UTF-16", Buffer.from(`\uFEFF${wrong}`, "utf16le"), /UTF-16/],
    [
      "another kind of table",
      "a,b\n1,2\n",
      /columns prompt, gt, option1, option2 are missing.*it names: a, b/,
    ],
  ])("a first import of %s leaves no benchmark behind", async (what, content, problem) => {
    const file = `${what}.csv`;
    write(file, content);
    const refused = await run("benchmark", "import", what, "--track", `A=${file}`, "--skip-bad", "--json");
    expect(refused).toMatchObject({ code: 1, err: "" });
    expect(JSON.parse(refused.out)).toMatchObject({ stored: false, tracks: {}, problems: [{ file }] });
    expect(JSON.parse(refused.out).problems[0].problem).toMatch(problem);
    expect(await listNames()).not.toContain(what);
  });
});

describe("refused before anything is read", () => {
  test.each([
    [["X", "--track", "A=nowhere.csv"], "there is no file nowhere.csv"],
    [["X", "--track", "A=."], ". is not a file"],
    [["X", "--track", "nowhere.csv"], "--track nowhere.csv: write it as Name=value"],
    [["X", "--track", "=nowhere.csv"], "write it as Name=value"],
    [["X", "--track", "A="], "write it as Name=value"],
    [["X"], "name at least one file"],
    [
      ["X", "--track", "A=Any.csv", "--language", "B=zh"],
      "--language B: there is no --track of that name; the tracks of --cases have the language of their texts",
    ],
    [["X", "--track", "A=Any.csv", "--language", "A=Chinese!"], "language"],
    [["", "--track", "A=Any.csv"], "1 to 120 characters"],
    [["X", "--track", `${"x".repeat(61)}=Any.csv`], "track"],
  ])("%j ends with 1 and says why", async (args, reason) => {
    write("Any.csv", caseCsv(cases));
    const before = await fingerprint(ownerUrl());
    const refused = await run("benchmark", "import", ...args);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain(reason);
    const asJson = await run("benchmark", "import", ...args, "--json");
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.out)).toMatchObject({
      refused: true,
      reasons: [expect.stringContaining(reason)],
    });
    const { audit_events: _made, ...stood } = before;
    const { audit_events: _undone, ...stands } = await fingerprint(ownerUrl());
    expect(stands).toEqual(stood);
  });

  test.each([[["--nonsense"]], [[]]])("wrong usage %j ends with 2", async (args) => {
    expect((await run("benchmark", "import", ...args)).code).toBe(2);
  });
});

describe("in the middle of an import", () => {
  const importing = (name: string) => ["benchmark", "import", name, "--track", "A=Middle.csv"];

  thorough("Ctrl-C stores nothing and says so", async () => {
    write("Middle.csv", caseCsv(cases));
    const release = await holdBack("case_golds");
    const { child, ended } = begin(...importing("Interrupted"));
    await expectHeld("case_golds");
    child.kill("SIGINT");
    const asked = "SELECT FROM jobs WHERE cancel_requested_at IS NOT NULL AND state = 'running'";
    await expect.poll(() => read(asked)).toHaveLength(1);
    await release();
    expect(await ended).toEqual({ code: 1, out: "", err: "refused: cancelled: nothing was stored\n" });
    expect(await listNames()).not.toContain("Interrupted");
  });

  thorough("kill -9 leaves nothing in the way: the next import works", async () => {
    write("Middle.csv", caseCsv(cases));
    const release = await holdBack("case_golds");
    const { child } = begin(...importing("Killed"));
    await expectHeld("case_golds");
    const gone = once(child, "close");
    child.kill("SIGKILL");
    await gone;
    await release();
    await expect
      .poll(() =>
        read(
          "SELECT FROM pg_stat_activity WHERE application_name = 'benchside import' AND datname = current_database()",
        ),
      )
      .toEqual([]);
    expect(await countCases("Killed")).toBe(0);

    const next = await run(...importing("Killed"), "--json");
    expect(next.code).toBe(0);
    expect(JSON.parse(next.out)).toMatchObject({ stored: true, tracks: { A: { added: 6 } } });
    expect(await read("SELECT slug FROM benchmarks WHERE name = 'Killed'")).toHaveLength(1);
    await expectJobs("Killed", "failed", "done");
  });

  test("kill -9 of a first import leaves a benchmark only until the next command clears up", async () => {
    write("Middle.csv", caseCsv(cases));
    const release = await holdBack("case_golds");
    const { child } = begin(...importing("Made for nothing"));
    await expectHeld("case_golds");
    const gone = once(child, "close");
    child.kill("SIGKILL");
    await gone;
    await release();
    await run("benchmark", "import", "Looked at", "--track", "A=Middle.csv", "--check");
    expect(await listNames()).not.toEqual(expect.arrayContaining(["Made for nothing"]));
    expect(await listNames()).not.toEqual(expect.arrayContaining(["Looked at"]));
  });

  thorough("another import of the same benchmark waits, and finds everything there", async () => {
    write("Middle.csv", caseCsv(cases));
    write("Before.csv", caseCsv(someCases(1)));
    await run("benchmark", "import", "Shared", "--track", "A=Before.csv");
    const release = await holdBack("case_golds");
    const one = begin(...importing("Shared"), "--json");
    await expectHeld("case_golds");
    const two = begin(...importing("Shared"), "--json");
    await expectJobs("Shared", "done", "running", "queued");
    await release();
    expect(JSON.parse((await one.ended).out)).toMatchObject({
      stored: true,
      tracks: { A: { added: 5, unchanged: 1 } },
    });
    expect(JSON.parse((await two.ended).out)).toMatchObject({
      stored: true,
      tracks: { A: { added: 0, unchanged: 6 } },
    });
    expect(await countCases("Shared")).toBe(6);
  });

  thorough("two first imports of one name make one benchmark", async () => {
    write("Middle.csv", caseCsv(cases));
    const both = [begin(...importing("Together"), "--json"), begin(...importing("Together"), "--json")];
    const ended = await Promise.all(both.map((one) => one.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(await read("SELECT slug FROM benchmarks WHERE name = 'Together'")).toEqual([{ slug: "together" }]);
    expect(await countCases("Together")).toBe(6);
  });
});

describe("documents", () => {
  const { run } = commands;

  test("benchmark import takes a folder of transcripts, a case a file, with the folders in it", async () => {
    const say = (name: string) => `${name}: Yes.\nRuth: No.\n`;
    const folder = mkdtempSync(path.join(tmpdir(), "benchside-talks-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, "more"));
    writeFileSync(path.join(folder, "ada.txt"), say("Ada"));
    writeFileSync(path.join(folder, "more", "bo.vtt"), `WEBVTT\n\n00:01.000 --> 00:02.000\n${say("Bo")}`);
    writeFileSync(path.join(folder, "cover.jpeg"), "");
    const command = ["benchmark", "import", "Talks", "--documents", `Interviews=${folder}`];
    expect(await run(...command)).toMatchObject({
      code: 0,
      out: expect.stringContaining("Interviews: 2 cases, 2 added"),
    });
    const bad = await run(...command.slice(0, 4), "Interviews=nowhere");
    expect(bad).toMatchObject({ code: 1, err: expect.stringContaining("there is no file nowhere") });
  });
});

describe("interviews", () => {
  const { run, read } = commands;
  const write = useFolders();

  /** The folder that the files of one person lie in. */
  function makePlace(method: number): string {
    const [file] = write("", makeFolder(1, method));
    if (!file) throw new Error("there are no files");
    return path.dirname(file.path);
  }

  test("folders of interviews come in with the method that made their answers, and are told apart by it", async () => {
    const folders = [`Memory-100=${makePlace(1)}`, `Chrono-100=${makePlace(2)}`];
    const named = folders.flatMap((folder) => ["--interviews", folder]);
    const told = ["--model", "quill-3", "--judge", "assessor", "--pairs", "2"];
    const command = ["benchmark", "import", "Interviews", ...named, ...told];
    const checked = await run(...command, "--check", "--json");
    expect(JSON.parse(checked.out)).toMatchObject({
      stored: false,
      interviews: { people: [{ id: "PERSON_1" }] },
    });
    const stored = await run(...command);
    expect(stored).toMatchObject({ code: 0, err: "" });
    expect(stored.out).toMatch(/^Similarity: 4 cases, 4 added/m);
    expect(stored.out).toMatch(/^Consistency: 4 cases, 4 added/m);
    expect(stored.out).toMatch(/^quill-3 · Chrono-100 on MCQ-4: 2 results$/m);
    const methods = await read(
      "SELECT attributes ->> 'method' AS method, count(*)::int FROM case_versions WHERE attributes ? 'method' GROUP BY 1 ORDER BY 1",
    );
    expect(methods).toEqual([
      { method: "Chrono-100", count: 5 },
      { method: "Memory-100", count: 5 },
    ]);
    expect(await read("SELECT cluster_unit FROM benchmarks WHERE name = 'Interviews'")).toEqual([
      { cluster_unit: "person" },
    ]);
  });

  test("what isn't told, isn't there or doesn't go together is refused", async () => {
    const refusal = async (...words: string[]) => (await run("benchmark", "import", "Others", ...words)).err;
    expect(await refusal("--interviews", "M=nowhere")).toMatch(/there is no folder nowhere/);
    const folder = `M=${makePlace(1)}`;
    expect(await refusal("--interviews", folder, "--track", "A=a.csv")).toMatch(/stands alone/);
    const untold = await run("benchmark", "import", "Others", "--interviews", folder);
    expect(untold).toMatchObject({ code: 1 });
    expect(untold.out).toMatch(/generated_responses\.json, line 1: No model was named/);
    expect(await read("SELECT FROM benchmarks WHERE name = 'Others'")).toEqual([]);
  });
});

describe("benchmark describe", () => {
  test("stores the work of each case from a small file, or of none, and what clusters are called", async () => {
    const turns = (speaker: string) => [
      { speaker, parts: [{ type: "speech", text: `${speaker} speaks.` }] },
      { speaker: null, parts: [{ type: "speech", text: "Who?" }] },
    ];
    const lines = ["Anna Reed", "Anna Reed", "Tom"].map((speaker, at) =>
      JSON.stringify({
        id: `c${at}`,
        track: "Quay",
        content: { turns: turns(speaker) },
        options: ["Will", "Ida"].map((name) => ({ name })),
        gold: "Will",
      }),
    );
    write("quay.jsonl", lines.join("\n"));
    expect(await run("benchmark", "import", "Sourced", "--cases", "quay.jsonl")).toMatchObject({ code: 0 });
    const suggested = await run("benchmark", "describe", "Sourced", "--suggest-sources");
    expect(suggested.out.split("\r\n")).toEqual([
      "track,case,source",
      'Quay,c0,"Anna Reed, Will"',
      'Quay,c1,"Anna Reed, Will"',
      "Quay,c2,",
      "",
    ]);
    const sources = () =>
      read(
        "SELECT c.key, c.source FROM cases c JOIN tracks t ON t.id = c.track_id WHERE t.name = 'Quay' ORDER BY 1",
      );
    write(
      "bad.csv",
      csv([
        ["case", "source"],
        ["c0", "Tides"],
        ["c9", "Tides"],
      ]),
    );
    const refused = await run("benchmark", "describe", "Sourced", "--sources", "bad.csv");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain("bad.csv, line 3, case: no case of Quay has this id");
    write("none.csv", csv([["case"], ["c0"]]));
    expect((await run("benchmark", "describe", "Sourced", "--sources", "none.csv")).err).toContain(
      "The column source is missing",
    );
    expect((await sources()).every(({ source }) => source === null)).toBe(true);
    write("sources.csv", suggested.out);
    const stored = await run(
      "benchmark",
      "describe",
      "Sourced",
      "--sources",
      "sources.csv",
      "--clusters",
      "work",
      "--json",
    );
    expect(JSON.parse(stored.out)).toEqual({ benchmark: "sourced", clusters: "work", changed: 2 });
    expect(await sources()).toEqual([
      { key: "c0", source: "Anna Reed, Will" },
      { key: "c1", source: "Anna Reed, Will" },
      { key: "c2", source: null },
    ]);
    const [benchmark] = await read<{ id: number }>("SELECT id FROM benchmarks WHERE name = 'Sourced'");
    const { id } = benchmark ?? { id: 0 };
    expect(
      await read(
        "SELECT action FROM audit_events WHERE subject_type = 'benchmark' AND subject_id = $1 ORDER BY id",
        String(id),
      ),
    ).toEqual([
      { action: "benchmark.created" },
      { action: "cases.imported" },
      { action: "benchmark.sources_stated" },
      { action: "benchmark.edited" },
    ]);
    expect((await run("benchmark", "describe", "Sourced")).err).toContain("say what is to be stored");
  });
});

describe("people", () => {
  const { run } = commands;

  test("user reset-second-factor takes it away, signs the person out, and stands in the record", async () => {
    const { id, handle } = await makePerson({ role: "admin" });
    await db.codeApp.create({ data: { userId: id, secret: new Uint8Array(48), confirmedAt: new Date() } });
    const signInId = await startSignIn(db, id, "link", "?");
    expect((await run("user", "reset-second-factor", handle)).err).toContain("--yes");
    expect(await db.codeApp.count({ where: { userId: id } })).toBe(1);
    expect(await run("user", "reset-second-factor", handle, "--yes")).toMatchObject({ code: 0, err: "" });
    expect(await db.codeApp.count({ where: { userId: id } })).toBe(0);
    expect(await findSignIn(signInId)).toBeNull();
    const [event] = await listEventsAbout(id);
    expect(event).toMatchObject({ action: "second_factor.reset", origin: "command_line" });
  });

  test("it refuses somebody who has none, and somebody who isn't there", async () => {
    const { handle } = await makePerson();
    const [none, nobody] = [
      await run("user", "reset-second-factor", handle, "--yes"),
      await run("user", "reset-second-factor", "nobody-at-all"),
    ];
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("has no second factor")]);
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining("nobody is called")]);
  });
});
