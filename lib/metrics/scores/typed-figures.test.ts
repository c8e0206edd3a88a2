import { describe, expect, test } from "vitest";
import { codeAgreement, codeShares } from "#lib/metrics/codes/coded-answers.ts";
import { chooseLongest, mcqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { commonLevel, similarityOfPeople } from "#lib/metrics/scores/trait-levels.ts";
import { overlapVariants, textOverlap, tokensOf } from "#lib/metrics/text/overlap.ts";
import { rougeLText } from "#lib/metrics/text/rouge-l.ts";

describe("typed options", () => {
  const answers = {
    types: ["correct", "opposite_negation", "near_miss"],
    chosen: Int32Array.of(0, 0, 1, 2, -1),
    group: Int32Array.of(0, 1, 2, 3, 4),
    rightPlace: Int32Array.of(0, 1, 0, 1, 0),
    longest: Float64Array.of(1, 1, 0, 0, 0.5),
  };

  test("malformed answers are left out and counted, or score 0 and -0.5", () => {
    const [ours, theirs] = [mcqFigures(answers, "left_out"), mcqFigures(answers, "as_public_code")];
    expect([ours.malformed, theirs.malformed]).toEqual([1, 1]);
    expect([ours.accuracy.mean, ours.reward.mean]).toEqual([0.5, (2 - 1 - 0.5) / 4]);
    expect([theirs.accuracy.mean, theirs.reward.mean]).toEqual([0.4, 0]);
    expect(ours.shares.map(({ mean }) => mean)).toEqual([0.5, 0.25, 0.25]);
    expect(ours.byPlace.map(({ mean, n }) => [mean, n])).toEqual([[0.5, 2], [0.5, 2]]); // oxfmt-ignore
    expect([ours.longest.mean, ours.notLongest.mean, ours.choosingLongest.mean]).toEqual([1, 0, 0.5]);
  });

  test("a place or a kind that nobody had is undefined with its reason", () => {
    const none = mcqFigures({ ...answers, chosen: new Int32Array(5).fill(-1) }, "left_out");
    expect(none.accuracy).toMatchObject({ mean: null, reason: "no_items", n: 0 });
    expect(none.byPlace).toEqual([]);
  });

  test("the longest of several options gets a part where it isn't the only one", () => {
    expect([chooseLongest([3, 5, 4], 1), chooseLongest([5, 5, 4], 1), chooseLongest([5, 4], 1)]).toEqual([
      1, 0.5, 0,
    ]);
  });
});

describe("traits", () => {
  test("a tie is neutral and said to be one", () => {
    expect(commonLevel(["low", "high"])).toEqual({ level: "neutral", isTie: true });
    expect(commonLevel(["low", "high", "high"])).toEqual({ level: "high", isTie: false });
    expect(commonLevel([])).toEqual({ level: null, isTie: false });
  });

  test("a person without a trait on one side has no similarity and is not in the mean", () => {
    const all = { O: "high", C: "low", E: "low", A: "high", N: "neutral" } as const;
    const found = similarityOfPeople([
      { reference: [all], generated: [all] },
      { reference: [all], generated: [{ ...all, N: null }] },
      { reference: [all], generated: [{ ...all, O: "low" }] },
    ]);
    expect(found.byPerson).toEqual([1, null, 0.8]);
    expect(found).toMatchObject({ similarity: { mean: 0.9, n: 2 }, ties: 0, levels: 29 });
    expect(similarityOfPeople([]).similarity).toMatchObject({ mean: null, reason: "no_items" });
  });
});

test("a code that everybody finds everywhere has shares, but no agreement to measure", () => {
  const coded = {
    raters: 3,
    cases: 2,
    methods: 1,
    rater: Int32Array.of(0, 1, 2, 0, 1, 2),
    case: Int32Array.of(0, 0, 0, 1, 1, 1),
    found: new Uint8Array(6).fill(1),
    groupOf: Int32Array.of(0, 1),
    methodOf: Int32Array.of(0, 0),
  };
  expect(codeShares(coded)[0]).toMatchObject({ mean: 1, high: 1, groups: 2 });
  expect(codeAgreement(coded)).toMatchObject({
    alpha: { value: null, reason: "one_category" },
    pairwise: { value: 1 },
  });
  expect(codeShares({ ...coded, rater: null })[0]).toMatchObject({ mean: 1, raters: null });
});

describe("overlap of texts", () => {
  test("tokens of English are those of Google's ROUGE, of Chinese its characters", () => {
    const [a, b] = ["The King's men, 300 of them!", "300 men of the king"];
    expect(textOverlap(a, b).rougeL).toBe(rougeLText(a, b).f1);
    expect(tokensOf("我有3个NBA球员。")).toEqual([..."我有", "3", "个", "nba", "球", "员"]);
    expect(tokensOf("Änderung naïve")).toEqual(["änderung", "naïve"]);
  });

  test("is 1 for the same text and 0 for none", () => {
    expect(textOverlap("他不知道父亲", "他不知道父亲")).toEqual({ bleu4: 1, rougeL: 1 });
    expect(textOverlap("something", "...")).toEqual({ bleu4: 0, rougeL: 0 });
    expect(overlapVariants).toMatchObject({ bleu4: "expEffective", rougeL: "f1" });
  });
});
