import { expect, test } from "vitest";
import { itemsPart, partLimits, partsContent, textPart } from "#lib/task-kinds/parts/schema.ts";

const one = partsContent(textPart, 1);
const said = (content: unknown, schema: typeof one = one) => {
  const checked = schema.safeParse(content);
  return checked.success
    ? "good"
    : checked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n");
};
const judged = { role: "judged", text: "I must not speak of it." };

test("parts stand in the order they are given in, one of them judged", () => {
  const parts = [{ role: "scenario", text: "A hall at night." }, judged];
  expect(one.parse({ parts }).parts).toEqual(parts);
  expect(partsContent(textPart, 2).safeParse({ parts: [judged, judged] }).success).toBe(true);
});

test("what can't be shown is told where it stands", () => {
  expect(said({ parts: [judged, judged] })).toBe(
    "parts: A case of this kind has one judged part, no more and no fewer.",
  );
  expect(said({ parts: [] })).toContain("one judged part");
  expect(said({ parts: [{ role: "verdict", text: "x" }, judged] })).toContain(
    "parts.0.role: A part’s role must be one of profile, scenario",
  );
  expect(said({ parts: [{ role: "judged", text: " \n" }] })).toBe(
    "parts.0.text: A part’s text can’t be empty.",
  );
  const long = "思".repeat(Math.ceil(partLimits.bytes / 3) + 1);
  expect(said({ parts: [{ role: "judged", text: long }] })).toBe(
    "parts.0.text: A part’s text can have at most 1 MB.",
  );
  expect(said({ parts: [{ ...judged, name: "A" }] })).toBe(
    "parts.0: A part can’t have “name”, only role, text and seenBy.",
  );
  expect(said({ text: "x" })).toContain("content can’t have “text”, only parts.");
});

test("any part but the judged one can be kept for judges", () => {
  const hidden = { role: "reference", text: "She never told him.", seenBy: "judges" };
  expect(one.parse({ parts: [hidden, judged] }).parts).toEqual([hidden, judged]);
  expect(said({ parts: [{ ...judged, seenBy: "judges" }] })).toBe(
    "parts: Raters need the judged part: remove its seenBy.",
  );
  expect(said({ parts: [{ ...hidden, seenBy: "raters" }, judged] })).toContain(
    "parts.0.seenBy: seenBy can only be “judges”",
  );
});

test("only what is judged has items", () => {
  expect(itemsPart.safeParse({ role: "judged", items: ["a", "b"] }).success).toBe(true);
  expect(itemsPart.safeParse({ role: "facts", items: ["a"] }).success).toBe(false);
  expect(itemsPart.safeParse({ role: "judged", items: [] }).success).toBe(false);
});
