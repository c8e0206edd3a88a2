import { describe, expect, it } from "vitest";
import { bleu4, bleu4Corpus } from "#lib/metrics/text/bleu.ts";
import { rougeL, rougeLText } from "#lib/metrics/text/rouge-l.ts";

const words = (text: string) => text.split(" ");

describe("BLEU", () => {
  it("counts a repeated word no more often than the reference has it", () => {
    const { expEffective } = bleu4(words("the cat"), words("the the"));
    expect(expEffective).toBeCloseTo(Math.sqrt((1 / 2) * (1 / 2)), 15);
  });

  it("keeps tokens apart whatever they contain", () => {
    expect(bleu4(["a", "b c", "d", "e"], ["a b", "c", "d", "e"]).none).toBe(0);
    expect(bleu4(['a","b', "c"], ["a", 'b","c'])).toEqual({
      none: 0,
      epsilon: 0,
      addOne: 0,
      expEffective: 0,
    });
  });

  it("is 0 where either side is empty", () => {
    for (const [reference, candidate] of [
      [[], ["a"]],
      [["a"], []],
      [[], []],
    ] as [string[], string[]][])
      expect(bleu4(reference, candidate).addOne).toBe(0);
  });

  it("of a corpus of one is that of the sentence, and of none is undefined", () => {
    const reference = words("a b c d e f");
    const candidate = words("a b c d x f g");
    expect(bleu4Corpus([{ reference, candidate }])).toEqual({ ...bleu4(reference, candidate), reason: null });
    expect(bleu4Corpus([])).toMatchObject({ none: null, expEffective: null, reason: "no_items" });
  });

  it("of a corpus sums before it divides", () => {
    const long = { reference: words("a b c d e"), candidate: words("a b c d e") };
    const short = { reference: words("x y"), candidate: words("x z") };
    const precisions = [6 / 7, 4 / 5, 3 / 3, 2 / 2];
    const expected = precisions.reduce((product, each) => product * each, 1) ** 0.25;
    expect(bleu4Corpus([long, short]).none).toBeCloseTo(expected, 14);
  });
});

describe("ROUGE-L", () => {
  it("changes precision and recall when the sides change places", () => {
    const there = rougeL(words("a b c d"), words("b d"));
    expect(there).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
    expect(rougeL(words("b d"), words("a b c d"))).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 });
  });

  it("reads Chinese by characters", () => {
    expect(rougeL([..."他不知道"], [..."他知道"]).recall).toBe(0.75);
    expect(rougeLText("他不知道", "他知道")).toEqual({ precision: 0, recall: 0, f1: 0 });
  });

  it("splits text at everything but letters and digits", () => {
    expect(rougeLText("It's 9 o'clock", "it s 9 O CLOCK").f1).toBe(1);
    expect(rougeLText("", "...").f1).toBe(0);
  });
});
