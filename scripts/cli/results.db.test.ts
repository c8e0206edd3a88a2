import { once } from "node:events";
import { beforeAll, describe, expect, test } from "vitest";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { caseCsv, csv, makePrompt, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { begin, run, write, read, expectJobs, expectHeld, holdBack, ownerUrl } = useCommands();

const cases = someCases(4);
const levels = ["Child", "Teen", "College Student", "Graduate Student", "Expert"];
const leveled = levels.map((gt) => ({ prompt: `Who explains it to a ${gt}?`, gt, names: levels }));
const [first, second, third] = cases as [(typeof cases)[0], (typeof cases)[0], (typeof cases)[0]];

beforeAll(async () => {
  write("Literary.csv", caseCsv(cases));
  const header = ["prompt", "gt", ...levels.map((_, n) => `option${n + 1}`)];
  write("Expertise.csv", csv([header, ...leveled.map(({ prompt, gt }) => [prompt, gt, ...levels])]));
  const tracks = ["--track", "Literary=Literary.csv", "--track", "Expertise=Expertise.csv"];
  expect((await run("benchmark", "import", "Harbour", ...tracks)).code).toBe(0);
});

const importing = (model: string, ...tracks: string[]) => [
  "results",
  "import",
  "Harbour",
  "--model",
  model,
  ...tracks.flatMap((track) => ["--track", track]),
];
const countRuns = async (model: string) =>
  (await read("SELECT FROM model_runs WHERE model = $1", model)).length;

describe("results import and metrics", () => {
  const results = {
    "Literary_gpt-4o.csv": resultCsv([
      { case: first, probs: [0.7, 0.1, 0.1, 0.1], res: "Ilse Brandt" },
      { case: second, probs: [0.4, 0.3, 0.2, 0.1], res: "The Pilot" },
      { case: third, probs: [], success: "-1.0" },
      { case: { prompt: makePrompt({ said: "From elsewhere." }), gt: "The Pilot" }, probs: [1, 0, 0, 0] },
    ]),
    // Without prob5, as the reference code writes it.
    "Expertise_gpt-4o.csv": resultCsv(
      [
        { case: leveled[4]!, probs: [0.1, 0.1, 0.1, 0.1] },
        { case: leveled[0]!, probs: [0.5, 0.5, 0, 0] },
      ],
      5,
      4,
    ),
  };
  const tracks = ["Literary=Literary_gpt-4o.csv", "Expertise=Expertise_gpt-4o.csv"];

  test("print what was found, change nothing a second time, and give the figures unrounded", async () => {
    for (const [name, content] of Object.entries(results)) write(name, content);
    const given = await run(...importing("gpt-4o", ...tracks), "--method", "few-shot 5", "--json");
    expect(given).toMatchObject({ code: 0, err: "" });
    const printed = JSON.parse(given.out);
    expect(Object.keys(printed)).toEqual(["runs", "problems", "stored"]);
    expect(printed).toMatchObject({ problems: [], stored: true });
    const model = { model: "gpt-4o", method: "few-shot 5" };
    expect(printed.runs).toMatchObject([
      { ...model, track: "Literary", rows: 4, matched: 3, repaired: 0, failed: 1, unmatched: 1, missing: 1 },
      { ...model, track: "Expertise", rows: 2, matched: 2, repaired: 2, failed: 0, unmatched: 0, missing: 3 },
    ]);
    expect(printed.runs[0]).toMatchObject({ resDiffers: 1 });

    const { jobs: _before, audit_events: _asked, ...stood } = await fingerprint(ownerUrl(), "contents");
    const again = await run(...importing("gpt-4o", ...tracks), "--method", "few-shot 5");
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out.trimEnd().split("\n").at(-1)).toBe("nothing to store: these files change nothing");
    const { jobs: _after, audit_events: _told, ...stands } = await fingerprint(ownerUrl(), "contents");
    expect(Object.keys(stands).filter((table) => stands[table] !== stood[table])).toEqual([]);

    const figures = await run("metrics", "Harbour", "--model", "gpt-4o", "--json");
    expect(figures).toMatchObject({ code: 0, err: "" });
    const rows = JSON.parse(figures.out) as Record<string, number | string | null>[];
    expect(rows.map(({ track }) => track)).toEqual(["Literary", "Expertise", null]);
    const names = ["n", "failed", "top1", "top2", "meanRank", "ece", "brier", "f1"];
    for (const row of rows)
      expect(Object.keys(row)).toEqual(expect.arrayContaining(["model", "track", ...names]));
    const [literary, expertise, pooled] = rows;
    expect(literary).toMatchObject({ n: 2, failed: 1, top1: 0.5, top2: 1, meanRank: 1.5 });
    expect(literary?.brier).toBeCloseTo((0.03 + 0.175) / 2, 12);
    // Of two that share the highest probability the reference code chooses the first and ranks it behind.
    expect(expertise).toMatchObject({ n: 2, failed: 0, top1: 1, top2: 1, meanRank: 1.5 });
    expect(expertise?.brier).toBeCloseTo((0.04 + 0.1) / 2, 12);
    expect(pooled).toMatchObject({ n: 4, failed: 1, top1: 0.75, top2: 1, meanRank: 1.5 });
    for (const { ece, f1 } of rows) expect([typeof ece, typeof f1]).toEqual(["number", "number"]);
  });

  type BadFile = [model: string, content: string, problem: RegExp];
  const bad: BadFile[] = [
    [
      "another benchmark’s",
      resultCsv([{ case: { prompt: "Elsewhere?", gt: "The Pilot" }, probs: [1, 0, 0, 0] }]),
      /belongs to this benchmark/,
    ],
    ["a decimal comma", resultCsv([{ case: first, probs: ["0,7", 0.1, 0.1, 0.1] }]), /decimal comma/],
    ["NaN", resultCsv([{ case: first, probs: ["NaN", 1, 0, 0] }]), /NaN is not a number/],
    ["negative", resultCsv([{ case: first, probs: [-0.5, 1, 0.5, 0] }]), /between 0 and 1/],
    ["a sum of 3", resultCsv([{ case: first, probs: [1, 1, 1, 0] }]), /sum to 1/],
    ["an empty file", "", /The file is empty/],
  ];
  async function expectRefused(...[model, content, problem]: BadFile) {
    const file = `Literary_${model}.csv`;
    write(file, content);
    const refused = await run(...importing(model, `Literary=${file}`), "--json");
    expect(refused).toMatchObject({ code: 1, err: "" });
    const printed = JSON.parse(refused.out);
    expect(printed).toMatchObject({ stored: false, problems: [{ file }] });
    expect(Object.keys(printed.problems[0]).sort()).toEqual(["column", "file", "found", "line", "problem"]);
    expect(printed.problems[0].problem).toMatch(problem);
    const people = await run(...importing(model, `Literary=${file}`), "--skip-bad");
    expect(people).toMatchObject({ code: 1, err: "" });
    expect(people.out).toContain(file);
    expect(await countRuns(model)).toBe(0);
  }
  const title = "refuse %s, name the place and leave no run";
  test.each(bad.slice(0, 2))(title, expectRefused);
  thorough.each(bad.slice(2))(title, expectRefused);
});

describe("refused before anything is read", () => {
  const unknown = 'there is no benchmark "Nowhere"';
  test.each([
    [["results", "import", "Nowhere", "--model", "m", "--track", "Literary=Literary.csv"], unknown],
    [["metrics", "Nowhere"], unknown],
    [["results", "export", "Nowhere"], unknown],
    [["metrics", "Harbour", "--model", "no such model"], "no runs of no such model; models with runs: "],
    [importing("m", "Literary=nowhere.csv"), "there is no file nowhere.csv"],
    [importing("m", "Literary"), "--track Literary: write it as Name=value"],
    [importing("m"), "name at least one file"],
    [[...importing("m", "Literary=Literary.csv"), "--ran-at", "last week"], "ranAt: "],
    [importing("", "Literary=Literary.csv"), "a CSV file doesn’t name its model"],
  ])("%j", async (args, reason) => {
    const before = await countRuns("m");
    const refused = await run(...args);
    expect(refused.code).toBe(1);
    expect(refused.err + refused.out).toContain(reason);
    expect(await countRuns("m")).toBe(before);
  });

  test.each([[["results", "import"]], [["metrics"]], [["metrics", "Harbour", "--nonsense"]]])(
    "wrong usage %j ends with 2",
    async (args) => {
      expect((await run(...args)).code).toBe(2);
    },
  );
});

describe("in the middle of an import", () => {
  const content = resultCsv(cases.map((fields) => ({ case: fields, probs: [0.4, 0.3, 0.2, 0.1] })));

  thorough.each(["SIGINT", "SIGKILL"] as const)(
    "%s stores nothing, and the next import works",
    async (signal) => {
      const file = `Literary_${signal}.csv`;
      write(file, content);
      const release = await holdBack("predictions");
      const { child, ended } = begin(...importing(signal, `Literary=${file}`));
      await expectHeld("predictions");
      const gone = once(child, "close");
      child.kill(signal);
      const asked = "SELECT FROM jobs WHERE cancel_requested_at IS NOT NULL AND state = 'running'";
      if (signal === "SIGINT") await expect.poll(() => read(asked)).toHaveLength(1);
      else await gone;
      await release();
      const { code, out, err } = await ended;
      const cancelled = "refused: cancelled: nothing was stored\n";
      expect([code, out, err]).toEqual(signal === "SIGINT" ? [1, "", cancelled] : [null, "", ""]);
      expect(await countRuns(signal)).toBe(0);
      const next = await run(...importing(signal, `Literary=${file}`), "--json");
      expect(JSON.parse(next.out)).toMatchObject({ stored: true, runs: [{ matched: 4, missing: 0 }] });
    },
  );

  thorough("an import of cases waits for one of results", async () => {
    write("Literary_waiting.csv", content);
    write("More.csv", caseCsv(someCases(5)));
    await run("benchmark", "import", "Two kinds", "--track", "Literary=Literary.csv");
    const release = await holdBack("predictions");
    const results = importing("waiting", "Literary=Literary_waiting.csv").with(2, "Two kinds");
    const one = begin(...results, "--json");
    await expectHeld("predictions");
    const two = begin("benchmark", "import", "Two kinds", "--track", "Literary=More.csv", "--json");
    await expectJobs("Two kinds", "done", "running", "queued");
    await release();
    expect(JSON.parse((await one.ended).out)).toMatchObject({ stored: true, runs: [{ matched: 4 }] });
    expect(JSON.parse((await two.ended).out)).toMatchObject({
      stored: true,
      tracks: { Literary: { added: 1 } },
    });
  });
});
