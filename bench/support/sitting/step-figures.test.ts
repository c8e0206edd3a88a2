import { expect, test } from "vitest";
import { describeSteps, eventTimeOf } from "#bench/support/sitting/step-figures.ts";

const press = [
  { name: "pointerdown", at: 940, duration: 40, interaction: 7 },
  { name: "pointerup", at: 1000, duration: 24, interaction: 7 },
  { name: "click", at: 1000.1, duration: 24, interaction: 7 },
  { name: "pointerover", at: 900, duration: 120, interaction: 0 },
  { name: "keydown", at: 2000, duration: 80, interaction: 8 },
];
const step = (at: number, painted: number, frame = 1) => ({ at, painted, frame });

test("a press lasts as long as the longest of its events", () => {
  expect(eventTimeOf(step(1000.1, 1020), press)).toBe(40);
  expect(eventTimeOf(step(2000, 2060), press)).toBe(80);
});

test("what the browser doesn't tell was shorter than the least it tells", () => {
  expect(eventTimeOf(step(3000, 3004), press)).toBe(16);
});

test("frames that came too late are counted", () => {
  const figures = describeSteps("moving", [step(1000, 1030), step(2000, 2070, 2)], press, 50);
  const valueOf = (words: string) => figures.find(({ what }) => what.includes(words))?.value;
  expect(valueOf("by event timing")).toBe(80);
  expect(valueOf("main thread")).toBe(70);
  expect(valueOf("not in the first frame")).toBe(1);
  expect(valueOf("times")).toBe(2);
});
