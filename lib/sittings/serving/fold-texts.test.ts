import { expect, test } from "vitest";
import { foldTexts } from "#lib/sittings/serving/fold-texts.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { unfoldTexts } from "#lib/sittings/serving/unfold-texts.ts";

const scenario = "The tide went out over the flats. ".repeat(1000);
const other = "Nobody was on the quay. ".repeat(50);
const judged = (position: number, ...texts: string[]): ShownCase => ({
  position,
  kind: "rating",
  isPractice: false,
  language: "en",
  names: ["1", "2"],
  content: {
    parts: texts.map((text) => ({ role: "scenario", text })),
    scale: { notes: null, points: [1, 2] },
  },
});
const textsOf = ({ content }: ShownCase) => (content as { parts: { text: string }[] }).parts;
const receive = (folded: ReturnType<typeof foldTexts>) => {
  const { cases, texts } = JSON.parse(JSON.stringify(folded)) as typeof folded;
  return unfoldTexts(cases, texts);
};

test("what several cases share is sent once, and stands in each of them again", () => {
  const cases = [
    judged(1, scenario, "0"),
    judged(2, other, "a"),
    judged(3, scenario, other),
    judged(4, scenario, "b"),
  ];
  const folded = foldTexts(cases);
  expect(folded.texts).toEqual([scenario, other]);
  expect(JSON.stringify(folded).split(scenario)).toHaveLength(2);
  expect(textsOf(folded.cases[2] as ShownCase).map(({ text }) => text)).toEqual([{ same: 0 }, { same: 1 }]);
  expect(receive(folded)).toEqual(cases);
});

test("a short text, and one that a single case has, stay where they are", () => {
  const cases = [judged(1, scenario, "So it is."), judged(2, other, "So it is.")];
  expect(foldTexts(cases)).toEqual({ cases, texts: [] });
});

test("cases from a server that sends no texts apart stay as they are", () => {
  const cases = [judged(1, "1", scenario), judged(2, scenario)];
  expect(unfoldTexts(structuredClone(cases))).toEqual(cases);
});
