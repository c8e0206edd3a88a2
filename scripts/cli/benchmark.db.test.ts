import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { caseColumns, caseCsv, caseRow, csv, someCases } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { begin, run, write, read, expectJobs, expectHeld, holdBack, ownerUrl } = useCommands();

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

  test("Ctrl-C stores nothing and says so", async () => {
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
