import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { optionNames, quietly, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import {
  choiceLine,
  generatedLine,
  inspectEval,
  inspectJson,
  type InspectSample,
  zip,
} from "#lib/testing/model-logs.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const write = useFiles();
const cases = someCases(4);
const trial = await useTrialBenchmark({ cases });
const [first, second, third] = cases as [Case, Case, Case];
type Case = (typeof cases)[number];

const whole = { track: null, model: null };
const listStored = () =>
  db.prediction.findMany({
    where: { run: { benchmarkId: trial.id() } },
    select: {
      failed: true,
      repaired: true,
      choice: true,
      probabilities: true,
      correct: true,
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
  id,
  input: one.prompt,
  choices: shuffled,
  target: letterOf(one.gt),
  ...rest,
});

const matching = ({ problem }: { problem: RegExp }) => ({
  problem: expect.stringMatching(problem) as string,
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
          replicate: 1,
          track: "Literary",
          rows: 3,
          matched: 3,
          failed: 1,
          missing: 1,
        },
        { model: "openai/gpt-4o", version: "epoch 2", replicate: 2, rows: 1, matched: 1, repaired: 1 },
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

  test("of several epochs one run by majority, or by mean", async () => {
    const asked = (one: Case, epoch: number, rest: Partial<InspectSample>) =>
      sampleOf(one, `s${cases.indexOf(one)}`, { epoch, ...rest });
    const answers = [
      [0.6, 0.4, 0, 0],
      [0.1, 0.9, 0, 0],
      [0.3, 0.7, 0, 0],
    ].map((shares) => spread(optionNames, shares));
    const log = inspectEval([
      ...answers.map((completion, at) => asked(first, at + 1, { completion })),
      ...answers.slice(0, 2).map((completion, at) => asked(second, at + 1, { completion })),
      asked(third, 1, { error: "lost" }),
      asked(third, 2, { error: "lost" }),
    ]);
    const by = (epochs: "majority" | "mean") =>
      trial.importResults(log, { ...whole, epochs, method: `self-consistency 3, ${epochs}` });
    for (const way of ["majority", "mean"] as const)
      expect((await by(way)).runs).toMatchObject([
        { version: "", replicate: null, rows: 3, matched: 3, failed: 1, missing: 1 },
      ]);
    const stored = await listStored();
    const [voted, averaged] = [/majority/, /mean/].map((way) =>
      stored.filter(({ run }) => way.test(run.method)),
    );
    // Of as many votes the more probable on average; votes are no probabilities, so that nothing is calibrated by them.
    expect(voted?.map(({ choice, probabilities }) => [choice, probabilities])).toEqual([
      [1, []],
      [1, []],
      [null, []],
    ]);
    const means = averaged?.map(({ probabilities }) =>
      probabilities.map((share) => Number(share.toFixed(12))),
    );
    expect(means).toEqual([[0.333333333333, 0.666666666667, 0, 0], [0.35, 0.65, 0, 0], []]);
    const { text, tokens } = await db.modelResponse.findFirstOrThrow({
      where: { run: { benchmarkId: trial.id(), method: { contains: "majority" } } },
      orderBy: { caseVersion: { case: { position: "asc" } } },
    });
    expect([JSON.parse(text), tokens]).toEqual([
      {
        epochs: 3,
        answered: 3,
        combined: "majority",
        isTied: false,
        votes: Object.fromEntries(optionNames.map((name, at) => [name, [1, 2, 0, 0][at]])),
      },
      3 * 440,
    ]);
  });

  test("a choice without probabilities has no mean, and a case twice in an epoch no vote", async () => {
    const plain = sampleOf(first, "a", { completion: "I say so.", answer: letterOf(first.gt) });
    const refused = await trial.importResults(inspectEval([plain]), { ...whole, epochs: "mean" });
    expect(refused).toMatchObject({ stored: false, problems: [{ problem: /by majority/ }].map(matching) });
    const voted = await trial.importResults(inspectEval([plain]), { ...whole, epochs: "majority" });
    expect(voted.runs).toMatchObject([{ matched: 1, failed: 0 }]);
    const twice = inspectEval([plain, { ...plain, id: "b" }]);
    const again = await trial.importResults(twice, { ...whole, model: "other", epochs: "majority" });
    expect(again).toMatchObject({ stored: false, problems: [{ problem: /twice in epoch 1/ }].map(matching) });
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

  test("beside their results, which name the model, and alone say what to do", async () => {
    const line = generatedLine(0, {
      prompt: first.prompt,
      target: first.gt,
      response: spread(optionNames, [0.4, 0.3, 0.2, 0.1]),
    });
    const about = { track: null, model: null, method: "zero-shot", version: "", ranAt: null };
    const results = JSON.stringify({
      results: {},
      config: { model: "hf", model_args: "pretrained=org/llama,dtype=auto" },
    });
    const [samples, named] = [
      { ...write("samples_personaeval_2026-05-31T10-00-00.1.jsonl", line), ...about },
      { ...write("results_2026-05-31T10-00-00.1.json", results), ...about },
    ];
    const importAll = (files: (typeof samples)[]) =>
      runResultImport(
        trial.viewer,
        { benchmark: trial.benchmark, files, mode: "store", skipBad: false },
        quietly,
      );
    for (const alone of [samples, named])
      expect(await importAll([alone])).toMatchObject({ report: { stored: false }, problems: [{}] });
    expect((await importAll([named])).problems).toMatchObject(
      [{ problem: /Import the file samples_/ }].map(matching),
    );
    expect(await listStored()).toEqual([]);
    const { report, problems } = await importAll([named, samples]);
    expect([problems, report.runs]).toMatchObject([[], [{ model: "org/llama", matched: 1 }]]);
  });
});

describe("bad logs", async () => {
  const cases = someCases(2);
  const trial = await useTrialBenchmark({ cases });
  const [first, second] = cases as [(typeof cases)[0], (typeof cases)[0]];

  const sure = JSON.stringify(Object.fromEntries(optionNames.map((name, at) => [name, Number(at === 0)])));
  const sample = (rest: Partial<InspectSample> = {}): InspectSample => ({
    id: "1",
    input: first.prompt,
    choices: optionNames,
    target: first.gt,
    completion: sure,
    ...rest,
  });
  const other = { id: "1", input: "Who else?", target: "Nobody", completion: "{}" };
  const wrong = optionNames.find((name) => name !== first.gt) ?? "";
  const measured = choiceLine(0, {
    prompt: first.prompt,
    options: optionNames,
    target: optionNames.indexOf(first.gt),
    logarithms: [-1, -2, -3, -4],
  });

  /** What is wrong with a log, as a whole or with a sample of it, and what it says to do. */
  const bad: Record<string, [content: () => string | Buffer, says: RegExp]> = {
    "cut off": [
      () => inspectEval([sample()]).subarray(0, 400),
      /broken or cut off\. Copy the \.eval file again/,
    ],
    "JSON that is cut off": [() => inspectJson([sample()]).slice(0, -20), /cut off\. Copy the log again/],
    encrypted: [() => zip([["header.json", "{}"]], "deflated", { flags: 1 }), /encrypted\. Unpack it/],
    "with a name that leads out of it": [
      () => zip([["../samples/1_epoch_1.json", "{}"]]),
      /outside of itself.* Import the \.eval file/,
    ],
    "a bomb": [
      () => zip([["header.json", " ".repeat(70 << 20)]]),
      /unpacks to more than 250 times its size.* Import the \.eval file/,
    ],
    "a sample that is a bomb": [
      () =>
        inspectEval([sample({ id: "2", input: second.prompt, target: second.gt })], {
          more: [["samples/9_epoch_1.json", " ".repeat(70 << 20)]],
        }),
      /unpacks to more than 250 times its size/,
    ],
    "of no samples": [() => inspectEval([]), /no samples: import that of a run that answered some/],
    "of another benchmark": [
      () => inspectEval([other]),
      /none of its 1 samples belongs to this benchmark.*Import the log into/,
    ],
    cancelled: [
      () => inspectEval([sample()], { status: "cancelled" }),
      /was cancelled.* Import the log of a run that ended well/,
    ],
    "ended by an error": [
      () => inspectEval([sample()], { status: "error" }),
      /ended with an error.* Import the log of a run/,
    ],
    "whose scores were edited": [
      () => inspectEval([sample({ isEdited: true })]),
      /edited after the run\. Import the log as the run wrote it/,
    ],
    "whose score says right of a wrong answer": [
      () => inspectEval([sample({ value: "C", answer: wrong })]),
      /isn’t what follows from its answer and its target.* Import the log as the run wrote it/,
    ],
    "whose score says wrong of a right answer": [
      () => inspectEval([sample({ value: "I", answer: "ABCD"[optionNames.indexOf(first.gt)] ?? "" })]),
      /isn’t what follows/,
    ],
    "of whose options one has no number": [
      () => measured.replaceAll('"-2"', '"nan"'),
      /log-likelihood of this line is no number \(NaN\)\. Ask the model anew/,
    ],
  };

  async function expectRefused([content, says]: (typeof bad)[string]) {
    for (const skipBad of [false, true]) {
      const report = await trial.importResults(content(), { track: null, model: "m", skipBad });
      expect(report.problems.map(({ problem }) => problem)).toEqual([expect.stringMatching(says)]);
      // Good samples may be stored without the bad ones, where somebody says so.
      if (skipBad && report.stored) expect(report.runs).toMatchObject([{ matched: 1 }]);
      else expect(await db.modelRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
    }
  }

  const title = "a log %s is refused, says what to do, and leaves nothing";
  const isLargest = (what: string) => what === "a sample that is a bomb";
  test.each(Object.entries(bad).filter(([what]) => !isLargest(what)))(title, (_what, one) =>
    expectRefused(one),
  );
  thorough.each(Object.entries(bad).filter(([what]) => isLargest(what)))(title, (_what, one) =>
    expectRefused(one),
  );

  test("where all of several options were asked for, one of them alone may be wrong", async () => {
    const partly = sample({ target: [first.gt, wrong], answer: first.gt, value: "I" });
    const report = await trial.importResults(inspectEval([partly]), { track: null, model: "m" });
    expect([report.problems, report.runs]).toMatchObject([[], [{ matched: 1 }]]);
  });

  test("NaN in place of a number that nobody needs refuses nothing; in an answer there is no answer", async () => {
    const text = inspectJson([sample(), sample({ id: "2", input: second.prompt, target: second.gt })])
      .replace('"value": 1', '"value": NaN')
      .replace(JSON.stringify(sure), JSON.stringify(sure.replace("1", "NaN")));
    const report = await trial.importResults(text, { track: null, model: "m" });
    expect([report.problems, report.runs]).toMatchObject([[], [{ matched: 2, failed: 1 }]]);
  });
});

describe("epochs as replicates", async () => {
  const [first = expect.fail()] = someCases(1);
  const trial = await useTrialBenchmark({ cases: [first] });
  const whole = { track: null, model: null };
  const completion = JSON.stringify(
    Object.fromEntries(optionNames.map((name, at) => [name, at === 0 ? 1 : 0])),
  );
  const asked = (epoch: number) => ({
    id: "a",
    input: first.prompt,
    choices: optionNames,
    target: first.gt,
    epoch,
    completion,
  });

  test("epochs are replicates by their own numbers; a log of one, or what was combined, is the one it is said to be", async () => {
    const several = inspectEval([asked(1), asked(2)]);
    const refused = await trial.importResults(several, { ...whole, replicate: 3 });
    expect(refused).toMatchObject({ stored: false, problems: [{ column: "replicate", found: "3" }] });
    const combined = { ...whole, epochs: "mean", method: "self-consistency 2", replicate: 3 } as const;
    expect((await trial.importResults(several, combined)).runs).toMatchObject([{ replicate: 3 }]);
    const one = await trial.importResults(inspectEval([asked(1)]), { ...whole, replicate: 4 });
    expect(one.runs).toMatchObject([{ version: "", replicate: 4 }]);
    const far = await trial.importResults(inspectEval([asked(1), asked(32_768)]), { ...whole, model: "far" });
    expect(far).toMatchObject({
      stored: false,
      problems: [{ problem: expect.stringMatching(/at most 32767/) as string, found: "32768" }],
    });
  });
});
