import { describe, expect, it } from "vitest";
import { readAnswer } from "#lib/model-answers/read-answer.ts";

const names = ["Anna Petrowa", "Ben", "Chao"];
const read = (text: string) => readAnswer(text, names);
const ok = (probabilities: number[], repairs: string[] = [], normalised = false) => ({
  ok: true,
  probabilities,
  repairs,
  normalised,
});
const failed = (failure: string) => ({ ok: false, failure });

describe("a model's answer", () => {
  it("is the last whole object, in a fence or bare, in any order of names", () => {
    expect(read('{"Ben": 0.2, "Chao": 0.1, "Anna Petrowa": 0.7}')).toEqual(ok([0.7, 0.2, 0.1]));
    expect(read('Hm.\n```json\n{"Anna Petrowa": 1, "Ben": 0, "Chao": 0.0}\n```\nSo she is.')).toEqual(
      ok([1, 0, 0]),
    );
    const first = '{"Anna Petrowa": 1, "Ben": 0, "Chao": 0}';
    expect(read(`${first} No, rather: {"Anna Petrowa": 0, "Ben": 1e0, "Chao": 0}`)).toEqual(ok([0, 1, 0]));
  });

  it("is looked for behind braces that are prose, and before what was cut off", () => {
    const whole = '{"Anna Petrowa": 0.5, "Ben": 0.25, "Chao": 0.25}';
    expect(read(`The set {Anna, Ben} is "closed. ${whole} and {so on}`)).toEqual(ok([0.5, 0.25, 0.25]));
    expect(read(`${whole}\nCorrected: {"Anna Petrowa": 0.9, "Ben": 0.`)).toEqual(ok([0.5, 0.25, 0.25]));
  });

  it("is never guessed from an object that isn't closed", () => {
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.5, "Chao": 0.')).toEqual(failed("no_json"));
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.5')).toEqual(failed("no_json"));
  });

  it("is mended where one thing alone can be meant, and that is told", () => {
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.5, "Chao": 0,}')).toEqual(ok([0.5, 0.5, 0], ["comma"]));
    expect(read('{"anna  petrowa ": 0.5, "BEN": 0.5, "Chao": 0}')).toEqual(ok([0.5, 0.5, 0], ["name"]));
    expect(read('{"Anna Petrowa": 50%, "Ben": "25 %", "Chao": 25%}')).toEqual(
      ok([0.5, 0.25, 0.25], ["percent"]),
    );
  });

  it("keeps a sum within 1e-5 as it is, makes one within 1 % a distribution, and refuses others", () => {
    expect(read('{"Anna Petrowa": 0.333333, "Ben": 0.333333, "Chao": 0.333333}')).toEqual(
      ok([0.333333, 0.333333, 0.333333]),
    );
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.25, "Chao": 0.245}')).toEqual(
      ok([0.5 / 0.995, 0.25 / 0.995, 0.245 / 0.995], [], true),
    );
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.25, "Chao": 0.22}')).toEqual(failed("sum"));
    expect(read('{"Anna Petrowa": 0.9, "Ben": 0.4, "Chao": 0}')).toEqual(failed("sum"));
    expect(read('{"Anna Petrowa": 1.2, "Ben": -0.2, "Chao": 0}')).toEqual(failed("sum"));
    expect(read('{"Anna Petrowa": 50, "Ben": 25, "Chao": 25}')).toEqual(failed("sum"));
  });

  it("names every option once", () => {
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.5}')).toEqual(failed("names"));
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.25, "Ben": 0.25, "Chao": 0}')).toEqual(failed("names"));
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.25, "BEN": 0.25}')).toEqual(failed("names"));
    expect(read('{"Anna Petrowa": 0.5, "Ben": 0.25, "Dora": 0.25}')).toEqual(failed("names"));
    expect(read('{"answer": {"Anna Petrowa": 1, "Ben": 0, "Chao": 0}}')).toEqual(failed("names"));
    expect(read("{}")).toEqual(failed("names"));
    const twins = '{"Ann": 0.5, "ann": 0.5}';
    expect(readAnswer(twins, ["Ann", "ann"])).toMatchObject({
      ok: true,
      probabilities: [0.5, 0.5],
      repairs: [],
    });
    expect(readAnswer('{"ANN": 0.5, "ann": 0.5}', ["Ann", "ann"])).toEqual(failed("names"));
    expect(readAnswer('{"Ann": 0.5, "Ann": 0.5}', ["Ann", "Ann"])).toEqual(failed("names"));
  });

  it("is no answer where there is nothing, or prose alone", () => {
    expect(read(" \n")).toEqual(failed("empty"));
    expect(read("It was Ben, I am sure.")).toEqual(failed("no_json"));
    expect(read("{".repeat(150_000))).toEqual(failed("no_json"));
  });

  it("is found at the end of five million characters", () => {
    const long = "so she {said \\ ".repeat(340_000);
    expect(read(`${long}\n{"Anna Petrowa": 0, "Ben": 0, "Chao": 1}`)).toMatchObject({ ok: false });
    const prose = "and so on and so on ".repeat(250_000);
    expect(read(`${prose}{"Anna Petrowa": 0, "Ben": 0, "Chao": 1}`)).toEqual(ok([0, 0, 1]));
  });
});
