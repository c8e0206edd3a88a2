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
import { answerOfSample, type LogSample, textOfOption } from "#lib/model-logs/log-sample.ts";

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
        answer: { kind: "text", response: generated.response, taken: null },
      },
    ]);
    expect(samples[0]?.keys.get("doc.case")).toBe("l1");
  });

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
      { targets: ["Ben"], answer: { kind: "likelihoods", options: ["Ann", "Ben"], logarithms: [-3, -1] } },
    ]);
    expect(await describeLog(write("a-log", line).path, "samples.jsonl")).toMatchObject({
      isLikelihoods: true,
    });
  });

  test("of choices, with the place of the right one as a text, as the harness writes it", async () => {
    const asLine = (target: number | string, options = ["Ann", "Ben"]) =>
      choiceLine(3, { prompt, options, target, logarithms: [-3, -1] });
    const targetsOf = async (line: string) => (await readAll(line)).samples.map(({ targets }) => targets);
    expect(await targetsOf(asLine("0"))).toEqual([["Ann"]]);
    expect(await targetsOf(asLine("[0, 1]"))).toEqual([["Ann", "Ben"]]);
    expect(await targetsOf(asLine("Ben"))).toEqual([["Ben"]]);
    // A place that no option has is held to be a text, for its refusal.
    expect(await targetsOf(asLine("2"))).toEqual([["2"]]);
    expect(await targetsOf(asLine("1", ["1", "0"]))).toEqual([["0"]]);
    // Where the document doesn’t list them, options are what was measured; or they stand beside their letters.
    const unlisted = asLine("1").replace('"choices":["Ann","Ben"]', '"question":"?"');
    expect(await targetsOf(unlisted)).toEqual([["Ben"]]);
    const lettered = asLine("1").replace('["Ann","Ben"]', '{"text":["Ann","Ben"],"label":["A","B"]}');
    expect((await readAll(lettered)).samples).toMatchObject([{ options: ["Ann", "Ben"], targets: ["Ben"] }]);
    // An answer that was written: a number may be what an option is called.
    const written = (target: string, choices: readonly string[]) =>
      generatedLine(0, { prompt, target, response: "1", doc: { choices } });
    expect(await targetsOf(written("1", ["1", "0"]))).toEqual([["1"]]);
    expect(await targetsOf(written("1", ["Ann", "Ben"]))).toEqual([["Ben"]]);
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
