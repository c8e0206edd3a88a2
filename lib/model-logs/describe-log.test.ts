import { expect, test } from "vitest";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { inspectEval, inspectJson } from "#lib/testing/model-logs.ts";
import { describeLog } from "#lib/model-logs/describe-log.ts";
import { readHarnessName } from "#lib/model-logs/lm-eval/results-file.ts";

const write = useFiles();
const asked = [1, 2].map((epoch) => ({
  id: "l1",
  epoch,
  input: "Who speaks?",
  target: "Ann",
  completion: "Ann",
}));

test("a log tells its model and epochs before anything is read", async () => {
  const [packed, text] = [write("packed", inspectEval(asked)).path, write("text", inspectJson(asked)).path];
  for (const path of [packed, text])
    expect(await describeLog(path, "a.eval")).toMatchObject({
      model: "openai/gpt-4o",
      epochs: 2,
      isReadable: true,
    });
  const broken = write("broken", inspectEval(asked).subarray(0, 300)).path;
  expect(await describeLog(broken, "a.eval")).toMatchObject({ model: null, isReadable: false });
});

test("results of the harness stand beside samples, and name the model in one of two ways", async () => {
  const about = async (results: object) => {
    const { path } = write("results", JSON.stringify({ results: { personaeval: {} }, ...results }));
    const described = await describeLog(path, "results.json");
    expect(described).toMatchObject({ isResults: true, isReadable: true });
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
