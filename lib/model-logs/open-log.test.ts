import { expect, test } from "vitest";
import { readHarnessName } from "#lib/model-logs/lm-eval.ts";
import { describeLog } from "#lib/model-logs/open-log.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { generatedLine, inspectEval, inspectJson } from "#lib/testing/model-logs.ts";

const write = useFiles();
const asked = [1, 2].map((epoch) => ({
  id: "l1",
  epoch,
  input: "Who speaks?",
  target: "Ann",
  completion: "Ann",
}));

test("a log names its model and epochs where it begins", async () => {
  const [packed, text] = [write("packed", inspectEval(asked)).path, write("text", inspectJson(asked)).path];
  for (const path of [packed, text])
    expect(await describeLog(path, "a.eval")).toMatchObject({
      model: "openai/gpt-4o",
      epochs: 2,
      isUnnamed: false,
    });
  const broken = write("broken", inspectEval(asked).subarray(0, 300)).path;
  expect(await describeLog(broken, "a.eval")).toMatchObject({ model: null, isUnnamed: false });
});

test("of a log of any length no more than its beginning is read", async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({ ...asked[0]!, id: `l${at}`, epoch: 1 + (at % 2) }));
  const broken = { more: [["samples/x_epoch_1.json", "{"]] as [string, string][] };
  expect(await describeLog(write("long", inspectEval(many, broken)).path, "a.eval")).toMatchObject({
    model: "openai/gpt-4o",
    epochs: 2,
  });
  const text = inspectJson(many);
  expect(await describeLog(write("cut", text.slice(0, 100_000)).path, "a.json")).toMatchObject({
    model: "openai/gpt-4o",
  });
  const filters = ["strict", "loose", "last"];
  const lines = filters.flatMap((filter) =>
    Array.from({ length: 400 }, (_, at) =>
      generatedLine(at, {
        prompt: `${at} "filter": "none" `.repeat(20),
        target: "Ann",
        response: "Ann",
        filter,
      }),
    ),
  );
  const samples = `${lines.join("\n")}\n{"doc_id": 1, "filter": 7`;
  expect(await describeLog(write("samples", samples).path, "samples.jsonl")).toMatchObject({
    model: null,
    filters,
    isLikelihoods: false,
    isUnnamed: true,
  });
});

test("results of the harness stand beside samples, and name the model in one of two ways", async () => {
  const about = async (results: object) => {
    const { path } = write("results", JSON.stringify({ results: { personaeval: {} }, ...results }));
    const described = await describeLog(path, "results.json");
    expect(described).toMatchObject({ isResults: true });
    return described?.model;
  };
  expect(await about({ model_name: "org/llama" })).toBe("org/llama");
  expect(await about({ config: { model: "hf", model_args: "dtype=auto,pretrained=org/llama" } })).toBe(
    "org/llama",
  );
  expect(await about({ config: { model_args: { pretrained: "org/llama" } }, model_name: "" })).toBe(
    "org/llama",
  );
  expect(await about({})).toBeNull();
  const moment = "2026-05-31T10-00-00.123456";
  expect(readHarnessName(`runs/samples_persona_eval_${moment}.jsonl`)).toEqual({
    isResults: false,
    date: moment,
  });
  expect(readHarnessName(`results_${moment}.json`)).toEqual({ isResults: true, date: moment });
  expect(readHarnessName("samples.jsonl")).toBeNull();
});
