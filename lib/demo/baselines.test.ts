import { describe, expect, test } from "vitest";
import { answerByOverlap, answerUniformly, type DemoCase } from "#lib/demo/baselines.ts";

const make = (said: string, options: DemoCase["options"], before = ""): DemoCase => ({
  id: "1",
  track: "Literary",
  content: {
    turns: [
      { speaker: "Ada", parts: [{ text: before }] },
      { speaker: null, parts: [{ text: said }] },
    ],
  },
  options,
  gold: options[0]?.name ?? "",
});

describe("the lexical baseline", () => {
  test("goes by distinct shared words of four letters or more in the unknown turn alone", () => {
    const options = [
      { name: "Bo", profile: "mends nets, nets and more nets by the harbour" },
      { name: "Cy", profile: "rings the bell in the chapel" },
    ];
    expect(answerByOverlap(make("Nets! The harbour is full of NETS", options, "bell chapel rings"))).toEqual([
      0.75, 0.25,
    ]);
  });
  test("compares pairs of Chinese characters", () => {
    const options = [
      { name: "甲", profile: "他在码头修船" },
      { name: "乙", profile: "她在学堂教书" },
    ];
    expect(answerByOverlap(make("码头的船坏了", options))).toEqual([2 / 3, 1 / 3]);
  });
  test("knows nothing where nothing is shared", () => {
    const options = ["a", "b", "c", "d"].map((name) => ({ name, profile: "" }));
    expect(answerByOverlap(make("Whatever you say", options))).toEqual(answerUniformly(make("", options)));
  });
});
