import { describe, expect, test } from "vitest";
import { guessUpload } from "#lib/uploads/guess.ts";

const english = "Who speaks next? She looked at him and waited for an answer.";
const chinese = "You are an AI specialist. 谁在说话?他看着她,等着她的回答。今天外面的风很大。";
const columns = ["prompt", "gt", "option1", "option2"];
const cases = (text: string) => ({ format: "csv" as const, columns, sample: [text] });
const results = { format: "csv" as const, columns: [...columns, "res", "prob1"], sample: [english] };
const lines = (...objects: Record<string, unknown>[]) => ({ format: "jsonl" as const, objects });

describe("a CSV of cases: track and language", () => {
  test.each([
    ["Literary.csv", english, "Literary", "en"],
    ["Drama.csv", chinese, "Drama", "zh"],
    ["Drama (1).CSV", chinese, "Drama", "zh"],
    ["C:\\data\\Expertise.csv", english, "Expertise", "en"],
    ["../../x<script>.csv", english, "x<script>", "en"],
    ["drama.csv", chinese, "Drama", "zh", ["Literary", "Drama"]],
    ["personaeval-drama-v2.csv", chinese, "Drama", "zh", ["Literary", "Drama"]],
    [".csv", english, null, "en"],
    [`${"x".repeat(200)}.csv`, english, "x".repeat(60), "en"],
  ] as const)("%s", (name, text, track, language, known?: readonly string[]) => {
    expect(guessUpload(name, cases(text), known)).toEqual({
      purpose: "cases",
      format: "csv",
      track,
      language,
      model: null,
    });
  });
});

describe("a CSV of results: track and model", () => {
  test.each([
    ["Drama_gpt-4o.csv", "Drama", "gpt-4o"],
    ["Literary_deepseek-ai-DeepSeek-R1_v2.csv", "Literary", "deepseek-ai-DeepSeek-R1_v2"],
    ["Old_Plays_gpt-4o.csv", "Old_Plays", "gpt-4o", ["Old", "Old_Plays"]],
    ["literary_gpt-4o.csv", "Literary", "gpt-4o", ["Literary"]],
    ["results.csv", null, null],
    ["Drama.csv", "Drama", null, ["Drama"]],
    ["_.csv", null, null],
  ] as const)("%s", (name, track, model, known?: readonly string[]) => {
    expect(guessUpload(name, results, known)).toEqual({
      purpose: "results",
      format: "csv",
      track,
      language: null,
      model,
    });
  });

  test.each([
    ["Drama_gpt-4o_zero-shot.csv", "gpt-4o", "zero-shot"],
    ["Drama_gpt-4o_few-shot-5.csv", "gpt-4o", "few-shot 5"],
    ["Drama_Qwen2.5_72b_CoT.csv", "Qwen2.5_72b", "chain of thought"],
    ["Drama_llama-fine-tuned.csv", "llama-fine-tuned", undefined],
    ["Drama_cot.csv", "cot", undefined],
  ])("%s tells its method, too", (name, model, method) => {
    const guess = guessUpload(name, results, ["Drama"]);
    expect([guess.track, guess.model, guess.method]).toEqual(["Drama", model, method]);
  });

  test.each(["res", "response", "prob1"])("the column %s alone is enough", (column) => {
    const sniffed = { format: "csv" as const, columns: ["prompt", column], sample: [] };
    expect(guessUpload("Drama.csv", sniffed)).toMatchObject({ purpose: "results" });
  });
});

describe("JSON Lines", () => {
  test("cases that name their tracks", () => {
    const content = { turns: [{ spoken: "你怎么来了?快进来坐。" }] };
    const sniffed = lines(
      { track: "Drama", content, options: [], gold: "a" },
      { track: "Literary", content, options: [], gold: "b" },
      { track: "Drama", content, options: [], gold: "c" },
    );
    expect(guessUpload("demo.jsonl", sniffed)).toEqual({
      purpose: "cases",
      format: "jsonl",
      track: null,
      language: "zh",
      model: null,
      tracks: ["Drama", "Literary"],
    });
  });

  test("cases that don't", () => {
    expect(guessUpload("Literary.jsonl", lines({ prompt: english, options: [], gold: "a" }))).toEqual({
      purpose: "cases",
      format: "jsonl",
      track: "Literary",
      language: "en",
      model: null,
    });
  });

  test("predictions: the model stands in the lines", () => {
    const sniffed = lines({ model: "gpt-4o", case: "1" }, { model: "gpt-4o", case: "2" });
    expect(guessUpload("predictions.jsonl", sniffed)).toEqual({
      purpose: "results",
      format: "jsonl",
      track: null,
      language: null,
      model: "gpt-4o",
    });
  });

  test("predictions of several models have no one model", () => {
    const sniffed = lines({ model: "a", case: "1" }, { model: "b", case: "1" });
    expect(guessUpload("Drama_all.jsonl", sniffed)).toMatchObject({ purpose: "results", model: null });
  });

  test("a case may tell where it comes from in a key called case", () => {
    expect(guessUpload("x.jsonl", lines({ case: "1", gold: "a" }))).toMatchObject({ purpose: "cases" });
  });

  test("nothing that can be read", () => {
    expect(guessUpload("x.jsonl", lines())).toMatchObject({ purpose: "cases", track: "x", language: "en" });
  });
});
