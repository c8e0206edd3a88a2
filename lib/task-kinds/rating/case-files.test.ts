import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { versionDigest } from "#lib/benchmarks/case-files/books.ts";
import { readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";
import {
  ratingFiles,
  ratingPredictions,
  type RatingContent,
  ratingServer,
} from "#lib/task-kinds/rating/server-kind.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import { pointsOf, resolveScale, scaleNames } from "#lib/task-kinds/scale.ts";

const parts = [
  { role: "reference", text: "The lamp is out again." },
  { role: "judged", text: "No light on the quay." },
];
const line = { kind: "rating", scale: "rolethink-gold", content: { parts } };
const own = {
  name: "kindness",
  question: { en: "How kind?" },
  points: [{ label: { en: "No" } }, { label: { en: "Yes" } }],
};
const read = (value: object) =>
  readJsonCase({ line: 3, bytes: Buffer.from(JSON.stringify(value)), problems: [] });
type ParsedCase = Parameters<typeof ratingFiles.understand>[0];

describe("a line of a rating", () => {
  test("has parts in their order and a scale, whose points are what can be given", async () => {
    const { good } = read(line);
    expect(good).toMatchObject({ optionNames: ["1", "2", "3", "4", "5"], gold: null, prompt: null });
    const understood = await ratingFiles.understand(good as ParsedCase);
    expect(understood).toMatchObject({
      content: { parts, scale: "rolethink-gold" },
      said: "the lamp is out again.\nno light on the quay.",
    });
    expect(ratingFiles.opening(understood.content as RatingContent)).toBe("No light on the quay.");
    expect(read({ ...line, scale: own }).good?.optionNames).toEqual(["1", "2"]);
  });

  test.each([
    [{ scale: "rolethink-bronze" }, "scale", "No scale is called that."],
    [{ scale: 5 }, "scale", "scale must be one of rolethink-gold"],
    [{ scale: { ...own, name: "rolethink-gold" } }, "scale.name", "A scale of the product has this name."],
    [{ scale: { ...own, points: own.points.slice(1) } }, "scale.points", "A scale needs at least 2 points."],
    [{ scale: { ...own, question: {} } }, "scale.question", "Write it in en, in zh-CN, or in both."],
    [
      { content: { parts: [...parts, parts[1]] } },
      "content.parts",
      "A case of this kind has one judged part",
    ],
    [
      { content: { parts: [{ role: "verdict", text: "x" }, ...parts] } },
      "content.parts[0].role",
      "A part’s role must be",
    ],
    [
      { content: { parts: [{ role: "judged", text: " " }] } },
      "content.parts[0].text",
      "A part’s text can’t be empty.",
    ],
    [{ content: undefined }, "content", "content must be an object with parts."],
  ])("is refused with what to do: %j", (change, column, problem) => {
    const [first] = read({ ...line, ...change }).problems ?? [];
    expect([first?.line, first?.column]).toEqual([3, column]);
    expect(first?.problem).toContain(problem);
  });

  test("is another version with other parts, scale, group or attributes", () => {
    const others = [
      { ...line, content: { parts: parts.toReversed() } },
      { ...line, scale: "rolethink-silver" },
      { ...line, scale: own },
    ];
    const digests = [line, ...others].map((value) =>
      versionDigest(ratingFiles.versionParts(read(value).good as ParsedCase)).toString("hex"),
    );
    expect(new Set(digests).size).toBe(4);
  });

  test("is written as it was read", async () => {
    const lines = readFileSync("docs/formats/ratings-example.jsonl", "utf8").trimEnd().split("\n");
    for (const one of lines) {
      const { id, track, kind, group, attributes, ...rest } = JSON.parse(one) as Record<string, unknown>;
      const { good } = read(JSON.parse(one) as object);
      const { content } = await ratingFiles.understand(good as ParsedCase);
      expect({ id, track, kind, group, attributes }).toMatchObject({ kind: "rating" });
      expect(
        ratingFiles.write({ original: one, hasPrompt: false, content, optionNames: [], gold: null }),
      ).toEqual(rest);
    }
  });
});

describe("what a judge gave", () => {
  const subject = { optionNames: pointsOf("rolethink-gold"), gold: null };
  const hold = (given: object, failed = false) => ratingPredictions.hold(given, failed, subject);

  test("is a point of the scale or a measure's number", () => {
    expect(hold({ rating: 3 })).toMatchObject({ ok: true, prediction: { choice: 2, score: null } });
    expect(hold({ score: 0.389 })).toMatchObject({ ok: true, prediction: { choice: null, score: 0.389 } });
    expect(hold({}, true)).toMatchObject({ ok: true, prediction: { failed: true, choice: null } });
    const write = ratingPredictions.write;
    const stored = { failed: false, repaired: false, probabilities: [] };
    expect(write({ ...stored, choice: 2 }, [])).toEqual({ rating: 3 });
    expect(write({ ...stored, choice: null, score: 0.389 }, [])).toEqual({ score: 0.389 });
  });

  test.each([0, 6, 3.5, -1])("is refused where it is no point: %d", (rating) => {
    expect(hold({ rating })).toEqual({
      ok: false,
      column: "rating",
      problem: "not a point of the case’s scale, which has 1, 2, 3, 4, 5",
      found: String(rating),
    });
  });

  test("isn't both", () => {
    expect(hold({ rating: 3, score: 0.5 })).toMatchObject({ ok: false, column: "score" });
  });
});

test("who rates gets the parts and the whole scale, its points in their order", () => {
  const content = { parts, scale: "rolethink-gold" } as RatingContent;
  const layout = answerKindOf("rating").layOut(5, "random", 7n, "x");
  expect(layout).toEqual([0, 1, 2, 3, 4]);
  expect(ratingServer.arrange(content, pointsOf("rolethink-gold"), layout)).toEqual({
    content: { parts, scale: resolveScale("rolethink-gold") },
    names: ["1", "2", "3", "4", "5"],
  });
});

test("a reference for judges alone is measured against, is another version, and is not shown", async () => {
  const hidden = [{ ...parts[0], seenBy: "judges" }, parts[1]];
  const readWith = (given: readonly unknown[]) =>
    read({ ...line, content: { parts: given } }).good as ParsedCase;
  const [plain, other] = [readWith(parts.slice(1)), readWith(hidden)];
  const understood = await ratingFiles.understand(other);
  expect(understood.overlap).toEqual((await ratingFiles.understand(readWith(parts))).overlap);
  expect(understood.overlap?.rougeL).toBeGreaterThan(0);
  expect(ratingFiles.shown(other)).toEqual(ratingFiles.shown(plain));
  expect(ratingFiles.versionParts(other)).not.toEqual(ratingFiles.versionParts(plain));
  const content = understood.content as RatingContent;
  const { arrange, listWords } = ratingServer;
  const bare = { ...content, parts: content.parts.slice(1) };
  expect(JSON.stringify(arrange(content, [], []))).toBe(JSON.stringify(arrange(bare, [], [])));
  expect(listWords(content as never)).toEqual(listWords(bare as never));
  expect(
    ratingFiles.write({ original: "", hasPrompt: false, content, optionNames: [], gold: null }),
  ).toMatchObject({ content: { parts: hidden } });
});

test("a scale that has a name never changes: other words need another name", () => {
  const digest = (name: string) =>
    createHash("sha256")
      .update(JSON.stringify(resolveScale(name)))
      .digest("hex")
      .slice(0, 12);
  expect(Object.fromEntries(scaleNames.map((name) => [name, digest(name)]))).toEqual({
    "rolethink-gold": "f9be25e3e2b2",
    "rolethink-silver": "933867509e5b",
    "interviewsim-similarity": "526036840c3d",
  });
});
