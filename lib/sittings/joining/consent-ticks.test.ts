import { expect, test } from "vitest";
import { checkTicks, readTick, tickField } from "#lib/sittings/joining/consent-ticks.ts";
import { joinForm } from "#lib/sittings/joining/participant-forms.ts";

const ticks = [
  { key: "adult", label: "I am 18 or older." },
  { key: "data", label: "I agree that my answers are published." },
];
const now = new Date("2026-11-22T12:00:00.000Z");

test("every statement has to be ticked; what the text doesn't ask for is not stored", () => {
  const at = now.toISOString();
  expect(checkTicks({ ticks }, ["data", "adult", "else"], now)).toEqual([
    { key: "adult", at },
    { key: "data", at },
  ]);
  expect(checkTicks({ ticks }, ["data"], now)).toBeNull();
  expect(checkTicks({ ticks }, undefined, now)).toBeNull();
  expect(checkTicks({}, undefined, now)).toEqual([]);
});

test("boxes come out of the form by their names, with a script and without", () => {
  expect(readTick(tickField("adult"))).toBe("adult");
  expect(readTick("code")).toBeNull();
  const sent = { code: "AAAAA", language: "en", "tick.adult": "on", "tick.data": "on", other: "on" };
  expect(joinForm.parse(sent)).toEqual({ code: "AAAAA", language: "en", ticks: ["adult", "data"] });
});
