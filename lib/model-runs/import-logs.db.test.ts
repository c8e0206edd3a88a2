import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { optionNames, someCases } from "#lib/testing/benchmark-files.ts";
import { choiceLine, generatedLine, inspectEval, type InspectSample } from "#lib/testing/model-logs.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(4);
const trial = await useTrialBenchmark({ cases });
const [first, second, third] = cases as [Case, Case, Case];
type Case = (typeof cases)[number];

const whole = { track: null, model: null };
const listStored = () =>
  db.prediction.findMany({
    where: { run: { benchmarkId: trial.id() } },
    select: {
      ...{ failed: true, repaired: true, choice: true, probabilities: true, correct: true },
      run: { select: { model: true, version: true, method: true } },
      caseVersion: { select: { case: { select: { key: true } } } },
    },
    orderBy: [{ run: { version: "asc" } }, { caseVersion: { case: { position: "asc" } } }],
  });
const listKeys = async () =>
  (
    await db.case.findMany({
      where: { track: { benchmarkId: trial.id() } },
      orderBy: { position: "asc" },
      select: { key: true },
    })
  ).map(({ key }) => key);

const spread = (names: readonly string[], shares: readonly number[]) =>
  JSON.stringify(Object.fromEntries(names.map((name, at) => [name, shares[at]])));

/** The options in another order, as a log that shuffles them has them. */
const shuffled = optionNames.toReversed();
const letterOf = (name: string) => "ABCD"[shuffled.indexOf(name)] ?? "";
const sampleOf = (one: Case, id: string, rest: Partial<InspectSample>): InspectSample => ({
  ...{ id, input: one.prompt, choices: shuffled, target: letterOf(one.gt) },
  ...rest,
});

describe("a log of Inspect becomes a run", () => {
  test("joined by the field that names cases, options by their texts; epochs are runs", async () => {
    const keys = await listKeys();
    const about = (at: number) => ({ metadata: { key: keys[at], row: String(at) } });
    const log = inspectEval([
      sampleOf(first, "a", { ...about(0), completion: spread(shuffled, [0.1, 0.2, 0.3, 0.4]) }),
      sampleOf(second, "b", { ...about(1), completion: "I say so.", answer: letterOf(second.gt) }),
      sampleOf(third, "c", { ...about(2), error: "the connection was lost" }),
      sampleOf(first, "a", {
        ...about(0),
        epoch: 2,
        completion: `${spread(shuffled, [1, 0, 0, 0]).slice(0, -1)},}`,
      }),
    ]);
    const report = await trial.importResults(log, whole);
    expect(report).toMatchObject({
      stored: true,
      problems: [],
      runs: [
        {
          model: "openai/gpt-4o",
          version: "",
          track: "Literary",
          rows: 3,
          matched: 3,
          failed: 1,
          missing: 1,
        },
        { model: "openai/gpt-4o", version: "epoch 2", rows: 1, matched: 1, repaired: 1 },
      ],
    });
    expect(await listStored()).toMatchObject([
      { failed: false, probabilities: [0.4, 0.3, 0.2, 0.1], caseVersion: { case: { key: keys[0] } } },
      { failed: false, probabilities: [], choice: optionNames.indexOf(second.gt), correct: true },
      { failed: true, choice: null, correct: null },
      { repaired: true, probabilities: [0, 0, 0, 1], run: { version: "epoch 2" } },
    ]);
    const responses = await db.modelResponse.findMany({ where: { run: { benchmarkId: trial.id() } } });
    expect(responses.map(({ text, tokens }) => [text === "", tokens])).toEqual(
      Array.from({ length: 4 }, () => [false, 440]),
    );
    expect(await trial.importResults(log, whole)).toMatchObject({
      runs: [{ outcome: "unchanged" }, { outcome: "unchanged" }],
    });
  });

  test("joined by the prompt, where no field names cases; what is said of it counts first", async () => {
    const log = inspectEval([sampleOf(first, "1", { completion: spread(optionNames, [1, 0, 0, 0]) })]);
    const report = await trial.importResults(log, { track: "Literary", model: "gpt-4o", version: "May" });
    expect(report.runs).toMatchObject([{ model: "gpt-4o", version: "May", matched: 1, unmatched: 0 }]);
  });

  test("another right answer refuses the file, whole", async () => {
    const wrong = optionNames.find((name) => name !== first.gt) ?? "";
    const log = inspectEval([
      sampleOf(first, "1", { target: letterOf(wrong), completion: spread(optionNames, [1, 0, 0, 0]) }),
      sampleOf(second, "2", { completion: spread(optionNames, [1, 0, 0, 0]) }),
    ]);
    const report = await trial.importResults(log, whole);
    expect(report).toMatchObject({ stored: false });
    expect(report.problems).toMatchObject([
      {
        line: null,
        column: "samples/1_epoch_1.json, target",
        problem: expect.stringMatching(/another option to be right/) as string,
        found: wrong,
      },
    ]);
    expect(await listStored()).toEqual([]);
  });

  test("of no samples, of another benchmark, or cancelled, it says so", async () => {
    const sayOf = async (log: Buffer) =>
      (await trial.importResults(log, whole)).problems.map(({ problem }) => problem);
    expect(await sayOf(inspectEval([]))).toEqual([expect.stringMatching(/no results/)]);
    const other = { id: "1", input: "Who else?", target: "Nobody", completion: "{}" };
    expect(await sayOf(inspectEval([other]))).toEqual([expect.stringMatching(/none of its 1 rows belongs/)]);
    expect(await sayOf(inspectEval([other], { status: "cancelled" }))).toEqual([
      expect.stringMatching(/was cancelled/),
    ]);
    expect(await listStored()).toEqual([]);
  });
});

describe("samples of lm-evaluation-harness become a run", () => {
  test("of choices, as shares of their likelihoods", async () => {
    const lines = cases.map(({ prompt, gt }, id) =>
      choiceLine(id, {
        prompt,
        options: shuffled,
        target: shuffled.indexOf(gt),
        logarithms: shuffled.map((name) => Math.log(name === gt ? 0.7 : 0.1)),
      }),
    );
    const how = { track: "Literary", model: "llama", method: "log-likelihood" };
    const report = await trial.importResults(lines.join("\n"), how);
    expect(report.runs).toMatchObject([{ model: "llama", method: "log-likelihood", matched: 4, failed: 0 }]);
    const stored = await listStored();
    expect(stored.map(({ correct }) => correct)).toEqual([true, true, true, true]);
    expect(stored[0]?.probabilities[optionNames.indexOf(first.gt)]).toBeCloseTo(0.7, 12);
  });

  test("generated, with the line of each problem", async () => {
    const lines = [
      generatedLine(0, {
        prompt: first.prompt,
        target: first.gt,
        response: spread(optionNames, [0.4, 0.3, 0.2, 0.1]),
      }),
      generatedLine(1, { prompt: second.prompt, target: "Nobody", response: "?" }),
    ];
    const refused = await trial.importResults(lines.join("\n"), { track: null, model: "llama" });
    expect(refused).toMatchObject({
      stored: false,
      problems: [{ line: 2, column: "doc_id 1, target", found: "Nobody" }],
    });
    const unnamed = await trial.importResults(lines[0] ?? "", whole);
    expect(unnamed).toMatchObject({ stored: false, problems: [{ column: "model" }] });
    expect(await listStored()).toEqual([]);
    const report = await trial.importResults(lines[0] ?? "", { track: null, model: "llama" });
    expect(report.runs).toMatchObject([{ rows: 1, matched: 1, missing: 3 }]);
  });
});
