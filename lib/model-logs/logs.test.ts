import { describe, expect, test } from "vitest";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import {
  choiceLine,
  generatedLine,
  inspectEval,
  inspectJson,
  zip,
  type InspectSample,
} from "#lib/testing/model-logs.ts";
import { describeLog, logFormatOf, openLog } from "#lib/model-logs/open-log.ts";
import {
  answerOfSample,
  findJoin,
  type LogSample,
  serialKey,
  textOfOption,
} from "#lib/model-logs/log-sample.ts";

const write = useFiles();

async function readAll(content: string | Buffer, filter: string | null = null) {
  const { path } = write("a-log", content);
  const format = await logFormatOf(path);
  if (!format) return { format, fault: null, samples: [], problems: [], head: null };
  const opened = await openLog(format, path, filter, {});
  if (!opened.ok) return { format, fault: opened.fault, samples: [], problems: [], head: null };
  const samples: LogSample[] = [];
  const problems: { name: string; problem: string }[] = [];
  for await (const read of opened.log.samples)
    if (read.sample) samples.push(read.sample);
    else problems.push(read.problem);
  return { format, fault: null, samples, problems, head: opened.log.head };
}

const asked: InspectSample[] = [
  {
    id: "l1",
    input: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "Who " },
          { type: "text", text: "speaks?" },
        ],
      },
    ],
    choices: ["Ann", "Ben"],
    target: "B",
    completion: '{"Ann": 0.25, "Ben": 0.75}',
    answer: "B",
    metadata: { case_id: "literary-1", place: 7, tags: ["a"] },
  },
  { id: 2, input: "And now?", target: "Ann", error: "rate limit", epoch: 2 },
];

describe("a log of Inspect", () => {
  test.each(["stored", "deflated", "zstd", "zstd in two frames"] as const)("packed: %s", async (packing) => {
    const read = await readAll(inspectEval(asked, { packing, inFolders: packing === "zstd" }));
    expect(read).toMatchObject({
      fault: null,
      problems: [],
      head: { model: "openai/gpt-4o", task: "personaeval" },
    });
    expect(read.samples).toMatchObject([
      {
        epoch: 1,
        prompt: "Who speaks?",
        options: ["Ann", "Ben"],
        targets: ["B"],
        answer: { kind: "text", response: '{"Ann": 0.25, "Ben": 0.75}', taken: "B" },
        tokens: 440,
      },
      { epoch: 2, prompt: "And now?", options: null, answer: { kind: "failed", response: "rate limit" } },
    ]);
    expect([...(read.samples[0]?.keys ?? [])]).toEqual([
      ["id", "l1"],
      ["metadata.case_id", "literary-1"],
      ["metadata.place", "7"],
    ]);
  });

  test("as one JSON document, with what Python writes for no number", async () => {
    const text = inspectJson(asked)
      .replace('"value": 1', '"value": NaN')
      .replace("Be brief.", "NaN, briefly: -Infinity");
    const read = await readAll(text);
    expect(read.format).toBe("inspect_json");
    expect(read.samples).toHaveLength(2);
  });

  test.each([
    ["started", /still going on/],
    ["cancelled", /was cancelled/],
    ["error", /ended with an error/],
  ])("of a run that %s is refused", async (status, problem) => {
    expect((await readAll(inspectEval(asked, { status }))).fault?.problem).toMatch(problem);
    expect((await readAll(inspectJson(asked, status))).fault?.problem).toMatch(problem);
  });

  test("says what is wrong with an archive", async () => {
    const whole = inspectEval(asked);
    const faultOf = async (bytes: Buffer) => (await readAll(bytes)).fault;
    expect((await faultOf(whole.subarray(0, 300)))?.problem).toMatch(/broken or cut off/);
    expect((await faultOf(zip([["header.json", "{}"]], "deflated", { flags: 1 })))?.problem).toMatch(
      /encrypted/,
    );
    expect((await faultOf(zip([["../header.json", "{}"]])))?.problem).toMatch(/outside of itself/);
    expect((await faultOf(zip([["letters.txt", "Dear Ann"]])))?.problem).toMatch(
      /zip archive or an Excel workbook/,
    );
    expect((await faultOf(zip([["_journal/start.json", "{}"]])))?.problem).toMatch(/still going on/);
    expect((await faultOf(zip([["header.json", '{"version": 1}']])))?.problem).toMatch(/only version 2/);
    // Named as a log it is one whose check says what is wrong; otherwise an archive like any other.
    const letters = write("letters", zip([["letters.txt", "Dear Ann"]])).path;
    expect(await describeLog(letters, "letters.zip")).toBeNull();
    expect(await describeLog(letters, "letters.eval")).toMatchObject({ model: null });
    // As dense as text is, and said to be as large as that.
    const dense = Array.from({ length: 100_000 }, (_, at) => Math.imul(at, 2_654_435_761)).join(" ");
    const large = zip([["header.json", dense]], "deflated", { claimed: 65 << 20 });
    expect((await faultOf(large))?.problem).toMatch(/larger than 64 MB/);
    const bomb = zip([["header.json", " ".repeat(2 << 20)]]);
    expect((await faultOf(bomb))?.problem).toMatch(/unpacks to more than 250 times its size/);
    // One that says it is small, and isn't.
    const liar = zip([["header.json", " ".repeat(2 << 20)]], "deflated", { claimed: 10 });
    expect((await faultOf(liar))?.problem).toMatch(/broken or cut off/);
  });

  test("of more values than any has is refused, and so is a sample", async () => {
    const many = `[${"1,".repeat(1_000_000)}1]`;
    const header = JSON.stringify({ version: 2, status: "success" }).replace("}", `,"eval":${many}}`);
    expect((await readAll(zip([["header.json", header]], "stored"))).fault?.problem).toMatch(
      /header.json has more than 1,000,000 values/,
    );
    const { problems } = await readAll(
      inspectEval(asked, { packing: "stored", more: [["samples/l9_epoch_1.json", `{"id":${many}}`]] }),
    );
    expect(problems).toMatchObject([
      { problem: expect.stringMatching(/more than 1,000,000 values/) as string },
    ]);
    const json = inspectJson(asked).replace('"samples": [', `"samples": [${"{},".repeat(5_000_000)}`);
    expect((await readAll(json)).fault?.problem).toMatch(/more than 5,000,000 values. Convert it/);
  });

  test("names the sample that is no sample, or whose scores were edited", async () => {
    const [first, second] = asked as [InspectSample, InspectSample];
    const edited = { ...second, isEdited: true };
    const broken: [string, string] = ["samples/l3_epoch_1.json", '{"id": "l3"'];
    const { samples, problems } = await readAll(inspectEval([first, edited], { more: [broken] }));
    expect(samples).toHaveLength(1);
    expect(problems).toMatchObject([
      { name: "samples/2_epoch_2.json", problem: expect.stringMatching(/edited after the run/) as string },
      { name: "samples/l3_epoch_1.json", problem: expect.stringMatching(/no JSON/) as string },
    ]);
  });
});

describe("samples of lm-evaluation-harness", () => {
  const prompt = "Who speaks?";
  const generated = { prompt, target: "Ben", response: 'So: {"Ann": 0.1, "Ben": 0.9}' };

  test("generated", async () => {
    const { samples, format } = await readAll(generatedLine(0, { ...generated, doc: { case: "l1" } }));
    expect(format).toBe("lm_eval");
    expect(samples).toMatchObject([
      {
        name: "doc_id 0",
        prompt,
        targets: ["Ben"],
        answer: { kind: "text", response: generated.response, taken: generated.response },
      },
    ]);
    expect([...(samples[0]?.keys ?? [])]).toEqual([
      ["doc.case", "l1"],
      ["doc_id", "0"],
    ]);
  });

  test("generated, of a chat, the prompt is what was asked last", async () => {
    const chat = [
      { role: "user", content: "An example?" },
      { role: "assistant", content: "Ann" },
      { role: "user", content: prompt },
    ];
    const promptOf = async (written: string) => {
      const line = JSON.parse(generatedLine(0, generated)) as { arguments: { gen_args_0: object } };
      Object.assign(line.arguments.gen_args_0, { arg_0: [written] });
      return (await readAll(JSON.stringify(line))).samples.map((one) => one.prompt);
    };
    expect(await promptOf(JSON.stringify(chat))).toEqual([prompt]);
    expect(await promptOf("no chat")).toEqual(["no chat"]);
  });

  test.each([" B", "b", "(B).", " Under a bridge", "under a bridge.", "Neither"])(
    "generated, the answer %j names an option by its letter or its text",
    async (response) => {
      const choices = ["in the barn", "under a bridge"];
      const line = generatedLine(0, { prompt, target: "B", response, doc: { question: "q", choices } });
      const [sample = expect.fail()] = (await readAll(line)).samples;
      const held = answerOfSample(sample, { optionNames: choices.toReversed(), gold: 0 });
      expect(held).toMatchObject(
        response === "Neither"
          ? { ok: true, failed: true, answer: {} }
          : { ok: true, failed: false, answer: { choice: "under a bridge" } },
      );
    },
  );

  test("of several filters one is chosen", async () => {
    const lines = ["strict", "loose"]
      .map((filter) =>
        generatedLine(0, { ...generated, filter, taken: filter === "loose" ? "Ben" : "[invalid]" }),
      )
      .join("\n");
    expect((await readAll(lines)).fault?.problem).toMatch(/several filters \(strict, loose\)/);
    expect((await readAll(lines, "none")).fault?.problem).toMatch(/no answers under the filter none/);
    const { samples } = await readAll(lines, "loose");
    expect(samples).toMatchObject([{ answer: { taken: "Ben" } }]);
    expect(await describeLog(write("a-log", lines).path, "samples.jsonl")).toMatchObject({
      model: null,
      filters: ["strict", "loose"],
      isLikelihoods: false,
    });
  });

  test("of choices, with logarithms that stand there as text", async () => {
    const line = choiceLine(3, { prompt, options: ["Ann", "Ben"], target: 1, logarithms: [-3, -1] });
    const { samples } = await readAll(line);
    expect(samples).toMatchObject([
      { targets: [1], answer: { kind: "likelihoods", options: ["Ann", "Ben"], logarithms: [-3, -1] } },
    ]);
    expect(await describeLog(write("a-log", line).path, "samples.jsonl")).toMatchObject({
      isLikelihoods: true,
    });
  });

  test("of choices, a target written as text is a choice’s text or else its place", async () => {
    const asLine = (target: number | string, options = ["Ann", "Ben"], acc?: number) =>
      choiceLine(3, { prompt, options, target, logarithms: [-3, -1], acc });
    const targetsOf = async (line: string) => (await readAll(line)).samples.map(({ targets }) => targets);
    expect(await targetsOf(asLine("0"))).toEqual([[0]]);
    expect(await targetsOf(asLine("[0, 1]"))).toEqual([[0, 1]]);
    expect(await targetsOf(asLine("Ben"))).toEqual([[1]]);
    // No option has this place: kept as text, for the refusal.
    expect(await targetsOf(asLine("2"))).toEqual([["2"]]);
    // Either reading is possible: the text, unless the task's score fits the place only, or both.
    expect(await targetsOf(asLine("1", ["1", "0"]))).toEqual([[0]]);
    expect(await targetsOf(asLine("1", ["1", "0"], 1))).toEqual([[1]]);
    expect(await targetsOf(asLine("1", ["1", "0"], 0))).toEqual([[0]]);
    expect(await targetsOf(asLine("2", ["3", "0", "1", "2"], 0))).toEqual([[3, 2]]);
    const written = (target: string, choices: readonly string[]) =>
      generatedLine(0, { prompt, target, response: "1", doc: { choices } });
    expect(await targetsOf(written("1", ["1", "0"]))).toEqual([["1"]]);
    expect(await targetsOf(written("1", ["Ann", "Ben"]))).toEqual([[1]]);
  });

  // The documents, choices and targets of the harness's commonest tasks, with one question of our own. The third is right.
  const letters = ["A", "B", "C", "D"];
  const places = ["in the barn", "under a bridge", "on the roof", "at the well"];
  const lettered = { text: places, label: letters };
  const endings = places.map((one) => `[step] ${one}.`);
  const question = "Where did the cat sleep?";
  const tasks: Record<
    string,
    [doc: object, measured: readonly string[], target: string, options: readonly string[]]
  > = {
    mmlu: [{ question, choices: places, answer: 2 }, letters, "2", places],
    "mmlu, of numbers": [{ question, choices: ["3", "0", "1", "2"] }, letters, "2", ["3", "0", "1", "2"]],
    hellaswag: [{ ind: 4, ctx_a: "a", ctx_b: "b", endings, choices: places }, places, "2", endings],
    arc_challenge: [{ id: "Q1", question, choices: lettered, answerKey: "C" }, places, "2", places],
    openbookqa: [{ question_stem: question, choices: lettered, answerKey: "C" }, places, "2", places],
    commonsense_qa: [{ question, choices: lettered, answerKey: "C" }, letters, "C", places],
    truthfulqa_mc1: [
      { question, mc1_targets: { choices: places, labels: [0, 0, 1, 0] } },
      places,
      "2",
      places,
    ],
    piqa: [{ goal: question, sol1: places[0], sol2: places[1], label: 2 }, places, "2", places],
    boolq: [{ question, passage: "p", label: 2 }, ["no", "maybe", "yes"], "2", ["No", "Maybe", "Yes"]],
    copa: [{ premise: question, choice1: "In the barn" }, places, "2", places.map((one) => `${one}.`)],
    medmcqa: [
      { question, opa: places[0], opb: places[1], opc: places[2], opd: places[3], cop: 2 },
      letters,
      "2",
      places,
    ],
    gpqa: [
      { Question: question, choice1: places[0], choice2: places[1], choice3: places[2], choice4: places[3] },
      letters.map((letter) => `(${letter})`),
      "(C)",
      places,
    ],
  };
  const orderOf = (options: readonly string[], right: string | undefined) => ({
    optionNames: options,
    gold: options.indexOf(right ?? ""),
  });
  test.each(Object.entries(tasks))("lines of %s belong to a case's options in any order", async (...task) => {
    const [, [doc, measured, target, options]] = task;
    const logarithms = measured.map((_one, at) => (at === 2 ? -1 : -3));
    const told = { doc: { choices: undefined, ...doc }, acc: 1 };
    const { samples } = await readAll(
      choiceLine(0, { prompt, options: measured, target, logarithms, ...told }),
    );
    const [sample = expect.fail()] = samples;
    const subject = orderOf(options.toReversed(), options[2]);
    const held = answerOfSample(sample, subject);
    const { probabilities = [] } = held.ok ? held.answer : {};
    expect(probabilities.indexOf(Math.max(...probabilities))).toBe(subject.gold);
    const wrong = orderOf(options.toReversed(), options[0]);
    expect(answerOfSample(sample, wrong)).toMatchObject({ ok: false, column: "target" });
    const strange = options.map((one) => `${one} not`);
    expect(answerOfSample(sample, orderOf(strange, strange[2]))).toMatchObject({ ok: false });
  });

  test("lines of winogrande measure one text after prompts that end with the options", async () => {
    const doc = { sentence: "Ann saw Mary before _ left.", option1: "Mary", option2: "Maria", answer: "2" };
    const asked = (option: string) => ({ arg_0: `Ann saw Mary before ${option}`, arg_1: " left." });
    const line = JSON.stringify({
      doc_id: 0,
      doc,
      target: "left.",
      arguments: { gen_args_0: asked("Mary"), gen_args_1: asked("Maria") },
      resps: [[["-2.0", "False"]], [["-1.0", "False"]]],
      filtered_resps: [
        ["-2.0", "False"],
        ["-1.0", "False"],
      ],
      filter: "none",
      acc: 1,
    });
    const [sample = expect.fail()] = (await readAll(line)).samples;
    const held = answerOfSample(sample, { optionNames: ["Maria", "Mary"], gold: 0 });
    expect(held).toMatchObject({ ok: true, failed: false });
    const [probability = 0] = (held.ok && held.answer.probabilities) || [];
    expect(probability).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
    expect(answerOfSample(sample, { optionNames: ["Maria", "Mary"], gold: 1 })).toMatchObject({
      column: "target",
    });
  });

  test("what is no line of them is named", async () => {
    const lines = `${generatedLine(0, generated)}\n{"doc_id": 1, "doc": {}\n{"doc_id": 2, "doc": {}}`;
    const { samples, problems } = await readAll(lines);
    expect(samples).toHaveLength(1);
    expect(problems).toMatchObject([
      { line: 2, problem: expect.stringMatching(/no JSON/) as string },
      { line: 3, problem: expect.stringMatching(/no line of the harness/) as string },
    ]);
  });
});

describe("held against a case", () => {
  const subject = { optionNames: ["Ben", "Ann"], gold: 0 };
  const sample = (parts: Partial<LogSample>): LogSample => ({
    name: "s",
    line: 1,
    epoch: 1,
    keys: new Map(),
    prompt: null,
    tokens: null,
    isFake: false,
    isPeople: false,
    options: ["Ann", "Ben"],
    targets: ["B"],
    answer: { kind: "failed", response: "" },
    ...parts,
  });
  const said = (response: string, taken: string | null = null) =>
    answerOfSample(sample({ answer: { kind: "text", response, taken } }), subject);

  test("an answer is a distribution, else the option that the log took, else none", () => {
    expect(said('{"Ann": 0.25, "Ben": 0.75}')).toMatchObject({
      ok: true,
      answer: { probabilities: [0.75, 0.25] },
    });
    expect(said("ANSWER: A", "A")).toMatchObject({ ok: true, failed: false, answer: { choice: "Ann" } });
    expect(said("It is Ann.", "Ann")).toMatchObject({ ok: true, answer: { choice: "Ann" } });
    expect(said("Neither.", "[invalid]")).toMatchObject({ ok: true, failed: true });
    expect(answerOfSample(sample({}), subject)).toMatchObject({ ok: true, failed: true });
  });

  test("likelihoods are shares of their sum, by the texts of the options", () => {
    const logarithms = [Math.log(0.02), Math.log(0.06)];
    const held = answerOfSample(
      sample({ answer: { kind: "likelihoods", options: ["A", "B"], logarithms } }),
      subject,
    );
    expect(held).toMatchObject({ ok: true, failed: false });
    const { probabilities = [] } = held.ok ? held.answer : {};
    expect(probabilities[0]).toBeCloseTo(0.75, 12);
    expect(probabilities[1]).toBeCloseTo(0.25, 12);
    const none = {
      kind: "likelihoods",
      options: ["Ann", "Ben"],
      logarithms: [-Infinity, -Infinity],
    } as const;
    expect(answerOfSample(sample({ answer: none }), subject)).toMatchObject({ ok: true, failed: true });
  });

  test("a sample's case is found by a field, else by the prompt, and by its number where these find fewer", () => {
    const one = (id: string, prompt: string) =>
      sample({
        prompt,
        keys: new Map([
          [serialKey, id],
          ["doc.name", `case ${id}`],
        ]),
      });
    const both = [one("0", "first"), one("1", "second")];
    const known = (ids: readonly string[], prompts: number) => ({
      ofKey: (key: string) => (ids.includes(key) ? key : undefined),
      ofPrompt: (() => {
        const found = new Map<string, string>();
        return (hash: string) => {
          if (!found.has(hash) && found.size < prompts) found.set(hash, hash);
          return found.get(hash);
        };
      })(),
    });
    expect(findJoin(both, known(["case 0", "case 1", "0", "1"], 2))).toEqual({
      by: "key",
      field: "doc.name",
    });
    expect(findJoin(both, known(["0", "1"], 2))).toEqual({ by: "prompt" });
    expect(findJoin(both, known(["0", "1"], 1))).toEqual({ by: "key", field: serialKey });
  });

  test("another right answer, or other options, say that it is another benchmark’s", () => {
    expect(answerOfSample(sample({ targets: ["A"] }), subject)).toMatchObject({
      ok: false,
      column: "target",
    });
    expect(answerOfSample(sample({ options: ["Ann", "Bob"] }), subject)).toMatchObject({
      ok: false,
      column: "choices",
    });
    // Where no right answer is known, none can differ.
    expect(answerOfSample(sample({ targets: ["A"] }), { ...subject, gold: null })).toMatchObject({
      ok: true,
    });
  });

  test("a letter is one of the log’s order", () => {
    expect(["B", "(A)", "A.", "C", "Ben", "I"].map((one) => textOfOption(one, ["Ann", "Ben"]))).toEqual([
      "Ben",
      "Ann",
      "Ann",
      "C",
      "Ben",
      "I",
    ]);
    expect(textOfOption("A", ["B", "A"])).toBe("A");
  });
});
