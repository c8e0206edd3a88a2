import { expect, test } from "vitest";
import { openSeal, sealAnswer } from "#lib/sittings/answers/seal.ts";

const value = { choice: 0, probabilities: [], confidence: 0.5, reason: null, knowsWork: null };
const rest = { isFlagged: false, activeMs: 0, firstAnswerMs: null, focusLosses: 0 };
const sealed = { sittingId: "s", position: 3, studyCaseId: 12, id: "a", value: { ...value, ...rest } };
const times = { givenAt: new Date(1_700_000_000_123), savedAt: new Date(1_700_000_001_456) };
const key = "of this server";
const seal = sealAnswer(sealed, times, key);

test("a seal opens to the times it was made with, whatever the order of the answer's parts", () => {
  const turned = Object.fromEntries(Object.entries(sealed.value).reverse()) as typeof sealed.value;
  expect(openSeal({ ...sealed, value: turned }, seal, key)).toEqual(times);
  // A part that a later version has, and that nobody gave.
  expect(openSeal({ ...sealed, value: { ...sealed.value, cannotRead: false } }, seal, key)).toEqual(times);
});

test.each([
  ["another sitting", { sittingId: "t" }],
  ["another place", { position: 4 }],
  ["another case at the place", { studyCaseId: 13 }],
  ["another id", { id: "b" }],
  ["another choice", { value: { ...sealed.value, choice: 1 } }],
  ["no choice", { value: { ...sealed.value, choice: null } }],
])("it isn't that of %s", (_what, other) => {
  expect(openSeal({ ...sealed, ...other }, seal, key)).toBeNull();
});

test("nobody changes the times, and what is no seal opens nothing", () => {
  const [given, saved, mark] = seal.split(".");
  for (const other of [
    `${Number(given) - 1}.${saved}.${mark}`,
    `${given}.0.${mark}`,
    "",
    "..",
    `${given}.${saved}.`,
  ])
    expect(openSeal(sealed, other, key)).toBeNull();
  expect(openSeal(sealed, seal, "of another")).toBeNull();
});
