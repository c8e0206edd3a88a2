import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { versionDigest } from "#lib/benchmarks/case-files/books.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import { errorOf, labelNames, labelSetNames, resolveLabels } from "#lib/task-kinds/label-set.ts";
import {
  labelFiles,
  labelPredictions,
  type LabelContent,
  labelServer,
} from "#lib/task-kinds/label/server-kind.ts";
import { labelForm } from "#lib/task-kinds/label/form.ts";
import { labelAnswers } from "#lib/task-kinds/label/answers.ts";

const parts = [
  { role: "facts", text: "Never learned to swim." },
  { role: "judged", text: "I swim like an otter." },
];
const three = ["Entailment", "Neutral", "Contradiction"];
const line = { kind: "label", labels: three, content: { parts } };
const own = { name: "tone", labels: [{ name: "Warm" }, { name: "Cold", about: { en: "Not warm." } }] };
const read = (value: object) =>
  readJsonCase({ line: 3, bytes: Buffer.from(JSON.stringify(value)), problems: [] });
type ParsedCase = Parameters<typeof labelFiles.understand>[0];

describe("a line of a label", () => {
  test("has parts in their order and labels in theirs", async () => {
    const { good } = read({ ...line, gold: "Neutral" });
    expect(good).toMatchObject({ optionNames: three, gold: 1, prompt: null });
    const understood = await labelFiles.understand(good as ParsedCase);
    expect(understood).toMatchObject({
      content: { parts, labels: three },
      said: "never learned to swim.\ni swim like an otter.",
    });
    expect(labelFiles.opening(understood.content as LabelContent)).toBe("I swim like an otter.");
    expect(read({ ...line, labels: own }).good).toMatchObject({ optionNames: ["Warm", "Cold"], gold: null });
    expect(read({ ...line, labels: "interviewsim-consistency" }).good?.optionNames).toEqual(three);
  });

  const errors = { after: ["Lukewarm"], question: { en: "Why?" }, types: [{ name: "a" }, { name: "b" }] };
  test.each([
    [{ labels: "nli" }, "labels", "No label set is called that. There is interviewsim-consistency"],
    [{ labels: 5 }, "labels", "labels must be a list of labels"],
    [{ labels: ["Warm"] }, "labels", "A case needs at least 2 labels."],
    [{ labels: ["Warm", "Cold", "Warm"] }, "labels", "Two labels have the same name."],
    [{ labels: ["Warm", " "] }, "labels[1]", "A text can’t be empty."],
    [{ labels: Array.from({ length: 10 }, (_, at) => `l${at}`) }, "labels", "Of more than 9 labels"],
    [
      { labels: { ...own, name: "interviewsim-consistency" } },
      "labels.name",
      "A label set of the product has this name.",
    ],
    [{ labels: { ...own, errors } }, "labels.errors.after", "after names a label that the set doesn’t have."],
    [{ gold: "Maybe" }, "gold", "The right label must be one of Entailment, Neutral, Contradiction."],
    [{ content: { parts: [...parts, parts[1]] } }, "content.parts", "has one judged part"],
    [
      { content: { parts: [{ role: "verdict", text: "x" }, ...parts] } },
      "content.parts[0].role",
      "A part’s role",
    ],
    [
      { content: { parts: [{ role: "judged", text: "" }] } },
      "content.parts[0].text",
      "A part’s text can’t be empty.",
    ],
    [
      { content: { parts: [{ role: "judged", text: "a".repeat((1 << 20) + 1) }] } },
      "content.parts[0].text",
      "A part’s text can have at most 1 MB.",
    ],
  ])("is refused with what to do: %#", (change, column, problem) => {
    const [first] = read({ ...line, ...change }).problems ?? [];
    expect([first?.line, first?.column, first?.problem]).toEqual([
      3,
      column,
      expect.stringContaining(problem),
    ]);
  });

  test("is another version with other parts, labels or another right one", () => {
    const others = [
      { ...line, content: { parts: parts.toReversed() } },
      { ...line, labels: "interviewsim-consistency" },
      { ...line, labels: three.toReversed() },
      { ...line, gold: "Neutral" },
    ];
    const digests = [line, ...others].map((value) =>
      versionDigest(labelFiles.versionParts(read(value).good as ParsedCase)).toString("hex"),
    );
    expect(new Set(digests).size).toBe(5);
  });

  test("is written as it was read", async () => {
    const lines = readFileSync("docs/formats/labels-example.jsonl", "utf8").trimEnd().split("\n");
    for (const one of lines) {
      const {
        id: _id,
        track: _track,
        kind: _kind,
        group: _group,
        attributes: _noted,
        ...rest
      } = JSON.parse(one) as Record<string, unknown>;
      const { good } = read(JSON.parse(one) as object);
      const { content } = await labelFiles.understand(good as ParsedCase);
      const { optionNames, gold } = good as ParsedCase;
      expect(labelFiles.write({ original: one, hasPrompt: false, content, optionNames, gold })).toEqual(rest);
    }
  });
});

describe("what a judge gave", () => {
  const subject = { optionNames: three, gold: 2 };
  const hold = (given: object, failed = false) => labelPredictions.hold(given, failed, subject);

  test("is a label or how probable each is", () => {
    expect(hold({ label: "Neutral" })).toMatchObject({ ok: true, prediction: { choice: 1 } });
    expect(hold({ probabilities: [0.2, 0.1, 0.7] })).toMatchObject({ ok: true, prediction: { choice: 2 } });
    expect(hold({}, true)).toMatchObject({ ok: true, prediction: { failed: true, choice: null } });
    const stored = { failed: false, repaired: false, choice: 1 };
    expect(labelPredictions.write({ ...stored, probabilities: [] }, three)).toEqual({ label: "Neutral" });
  });

  test.each(["neutral", "Maybe", null])("is refused where it is no label: %s", (label) => {
    expect(hold({ label })).toMatchObject({
      ok: false,
      column: "label",
      found: label ?? "",
      problem: "not one of the labels: Entailment, Neutral, Contradiction",
    });
  });
});

test("who labels gets the parts and the whole set, in one order for everybody", () => {
  const content = { parts, labels: "interviewsim-consistency" } as LabelContent;
  const layout = labelAnswers.layOut(3, "random", 7n, "x");
  expect(layout).toEqual([0, 1, 2]);
  expect(labelServer.arrange(content, three, layout)).toEqual({
    content: { parts, labels: resolveLabels("interviewsim-consistency") },
    names: three,
  });
});

test("the type of an error counts only where it was asked for", () => {
  const set = "interviewsim-consistency";
  const asked = { confidence: { ask: "off", form: "slider" } } as Parameters<typeof labelForm.readForm>[2];
  const fields = new Map([
    ["choice", "2"],
    ["error", "1"],
  ]);
  const { value } = labelForm.readForm(fields, 3, asked);
  expect(value).toEqual({ choice: 2, probabilities: [], error: 1 });
  expect(labelForm.pressedIn(value)).toEqual({ choice: "2", error: "1" });
  expect(errorOf(set, value)).toBe("event");
  expect(errorOf(set, { ...value, choice: 1 })).toBeNull();
  expect(errorOf(three, value)).toBeNull();
  expect(errorOf(set, { ...value, error: 8 })).toBeNull();
  // Earlier pages say nothing of it.
  expect(labelAnswers.toStored({ choice: 2, probabilities: [] }, [0, 1, 2])).toEqual({
    choice: 2,
    probabilities: [],
    error: null,
  });
});

test("a set that has a name never changes: other words need another name", () => {
  const digest = (name: string) =>
    createHash("sha256")
      .update(JSON.stringify(resolveLabels(name)))
      .digest("hex")
      .slice(0, 12);
  expect(Object.fromEntries(labelSetNames.map((name) => [name, digest(name)]))).toEqual({
    "interviewsim-consistency": "119213d4a664",
    "thought-analysis": "602c2eec1bf9",
  });
  expect(labelNames("interviewsim-consistency")).toEqual(three);
});
