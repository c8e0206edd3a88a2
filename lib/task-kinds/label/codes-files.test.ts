import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { versionDigest } from "#lib/benchmarks/case-files/books.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import {
  codesFiles,
  codesPredictions,
  type LabelContent,
  codesServer,
} from "#lib/task-kinds/label/server-kind.ts";
import { codesForm } from "#lib/task-kinds/label/form.ts";
import { codeFields, joinCodes, listCodes, noneValue } from "#lib/task-kinds/label/value.ts";
import { codesAnswers } from "#lib/task-kinds/label/answers.ts";

const parts = [{ role: "judged", text: "I open, and go in before he ties up." }];
const three = ["Motive", "Feeling", "Plan"];
const line = { kind: "label", many: true, labels: three, content: { parts } };
const errors = { after: ["Cold"], question: { en: "Why?" }, types: [{ name: "a" }, { name: "b" }] };
const withErrors = { name: "tone", labels: [{ name: "Warm" }, { name: "Cold" }], errors };
const read = (value: object) =>
  readJsonCase({ line: 3, bytes: Buffer.from(JSON.stringify(value)), problems: [] });
type ParsedCase = Parameters<typeof codesFiles.understand>[0];

describe("a line of codes", () => {
  test("is one of the kind label of which many can fit, or of the kind codes", () => {
    for (const given of [line, { kind: "codes", labels: three, content: { parts } }])
      expect(read(given).good).toMatchObject({ kind: "codes", optionNames: three, gold: null });
    expect(read({ ...line, many: false }).good).toMatchObject({ kind: "label" });
    expect(read({ ...line, gold: ["Plan", "Motive"] }).good).toMatchObject({ gold: 5 });
    expect(read({ ...line, gold: [] }).good).toMatchObject({ gold: 0 });
  });

  test.each([
    [{ many: "yes" }, "many", "many is true where several labels can fit."],
    [{ kind: "codes", many: false }, "many", "take many labels"],
    [{ labels: "motives" }, "labels", "No label set is called that."],
    [{ labels: Array.from({ length: 16 }, (_, at) => `c${at}`) }, "labels", "at most 15 codes"],
    [{ labels: ["Plan", "Plan"] }, "labels", "Two labels have the same name."],
    [{ labels: withErrors }, "labels", "Only a case with one label can ask for types of errors."],
    [{ gold: "Plan" }, "gold", "gold is a list of the right codes"],
    [{ gold: ["plan"] }, "gold", "“plan” is not one of the codes: Motive, Feeling, Plan."],
    [{ content: { parts: [...parts, ...parts] } }, "content.parts", "has one judged part"],
  ])("is refused with what to do: %#", (change, column, problem) => {
    const [first] = read({ ...line, ...change }).problems ?? [];
    expect([first?.line, first?.column, first?.problem]).toEqual([
      3,
      column,
      expect.stringContaining(problem),
    ]);
  });

  test("is another version with other codes, or as a case with one label", () => {
    const given = [line, { ...line, labels: three.toReversed() }, { ...line, gold: ["Plan"] }];
    const digests = given.map((one) =>
      versionDigest(codesFiles.versionParts(read(one).good as ParsedCase)).toString("hex"),
    );
    expect(new Set(digests).size).toBe(3);
  });

  test("is written as it was read", async () => {
    const lines = readFileSync("docs/examples/thought-analysis.jsonl", "utf8").trimEnd().split("\n");
    for (const one of [...lines, JSON.stringify({ ...line, gold: ["Motive", "Plan"] })]) {
      const {
        id: _i,
        track: _t,
        group: _g,
        attributes: _a,
        ...rest
      } = JSON.parse(one) as Record<string, unknown>;
      const { good } = read(JSON.parse(one) as object);
      const { content } = await codesFiles.understand(good as ParsedCase);
      const { optionNames, gold } = good as ParsedCase;
      expect(codesFiles.write({ original: one, hasPrompt: false, content, optionNames, gold })).toEqual(rest);
    }
  });
});

describe("what a judge found", () => {
  const subject = { optionNames: three, gold: null };
  const hold = (given: object, failed = false) => codesPredictions.hold(given, failed, subject);

  test("is a list of codes, none among them or all", () => {
    for (const [labels, choice] of [
      [["Plan", "Motive"], 5],
      [[], 0],
      [three, 7],
    ] as const)
      expect(hold({ labels })).toMatchObject({ ok: true, prediction: { choice } });
    expect(hold({}, true)).toMatchObject({ ok: true, prediction: { failed: true, choice: null } });
    const stored = { failed: false, repaired: false, choice: 6, probabilities: [] };
    expect(codesPredictions.write(stored, three)).toEqual({ labels: ["Feeling", "Plan"] });
    expect(codesServer.scorePrediction(stored, 6)).toMatchObject({ choice: 6, correct: null });
  });

  test.each([
    [{ labels: ["Plans"] }, "Plans", "not one of the codes: Motive, Feeling, Plan"],
    [{ labels: ["Plan", "Plan"] }, "Plan", "the same code twice"],
    [{ label: "Plan" }, "", "gives the codes it found as a list, in labels"],
  ])("is refused: %#", (given, found, problem) => {
    expect(hold(given)).toMatchObject({
      ok: false,
      column: "labels",
      found,
      problem: expect.stringContaining(problem) as string,
    });
  });
});

describe("what is ticked", () => {
  const asked = { confidence: { ask: "off", form: "slider" } } as Parameters<typeof codesForm.readForm>[2];
  const readTicked = (ticked: Record<string, string>) =>
    codesForm.readForm(new Map(Object.entries(ticked)), 3, asked);
  const [first, third] = [{ [codeFields.code(0)]: "0" }, { [codeFields.code(2)]: "2" }];
  const none = { [codeFields.none]: noneValue };

  test("is one number; none of them is an answer, nothing isn't", () => {
    expect(readTicked({ ...first, ...third }).value).toEqual({ codes: 5 });
    expect(readTicked(none).value).toEqual({ codes: 0 });
    expect(readTicked({}).value).toEqual({ codes: null });
    // A code that this book doesn't have.
    expect(readTicked({ [codeFields.code(3)]: "3" }).value).toEqual({ codes: null });
  });

  test("is told where both a code and none is", () => {
    expect(readTicked({ ...first, ...none }).problem).toEqual({
      says: "contrary",
      insteadOf: "choice",
      parts: ["codes"],
    });
    expect(readTicked(first).problem).toBeNull();
  });

  test("is set as it was read", () => {
    for (const codes of [null, 0, 1, 5, 7]) {
      const pressed = Object.entries(codesForm.pressedIn({ codes })).filter(([, value]) => value !== "");
      expect(readTicked(Object.fromEntries(pressed)).value).toEqual({ codes });
    }
  });

  test("fits the book, or isn't stored", () => {
    const layout = codesAnswers.layOut(3, "random", 7n, "x");
    expect(layout).toEqual([0, 1, 2]);
    expect(codesAnswers.toStored({ codes: 7 }, layout)).toEqual({ codes: 7 });
    expect(codesAnswers.toStored({ codes: 8 }, layout)).toBeNull();
    expect(listCodes(joinCodes([2, 0, 2]))).toEqual([0, 2]);
  });
});

test("who codes gets the parts and the whole book", () => {
  const content = { parts, labels: "thought-analysis" } as LabelContent;
  const { content: shown } = codesServer.arrange(content, three, [0, 1, 2]);
  expect(shown).toMatchObject({ parts, labels: { name: "thought-analysis" } });
});
