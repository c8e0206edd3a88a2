import { describe, expect, test } from "vitest";
import { chunkOf, cutIntoChunks } from "#lib/reading/blocks.ts";
import { fitsIn, makeMark, markLimits, spansOf, toggleMark } from "#lib/reading/marks.ts";
import { findWords, listSpeakers, nextOf } from "#lib/reading/pieces.ts";

const pieces = [
  { title: "Ruth", text: "When did the Mill close?" },
  { title: "Joan", text: "The mill? In the wet spring.\nI was nineteen. 磨坊关了。" },
  { title: "Ruth", text: "And then?" },
];

describe("what is looked for", () => {
  test("is found everywhere, in any case, with its place, and signs mean themselves", () => {
    expect(findWords(pieces, " mill ")).toEqual([
      { piece: 0, start: 13, end: 17 },
      { piece: 1, start: 4, end: 8 },
    ]);
    expect(findWords(pieces, "磨坊")).toHaveLength(1);
    expect(findWords(pieces, "?")).toHaveLength(3);
    expect(findWords(pieces, ".*")).toEqual([]);
    expect(findWords(pieces, "  ")).toEqual([]);
  });

  test("is a speaker’s next turn, or the one before", () => {
    const speakers = listSpeakers(pieces);
    expect(speakers.map(({ name, turns }) => [name, turns])).toEqual([
      ["Ruth", [0, 2]],
      ["Joan", [1]],
    ]);
    expect(speakers.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    expect([nextOf([0, 2], 0, 1), nextOf([0, 2], 2, 1), nextOf([0, 2], 2, -1), nextOf([], 0, 1)]).toEqual([
      2,
      null,
      0,
      null,
    ]);
  });
});

describe("a long text in chunks", () => {
  const texts = [
    "short",
    "A sentence of some length, which ends. ".repeat(3000),
    "line\n".repeat(5000),
    "字".repeat(9000),
    "😀".repeat(3000),
    "x".repeat(9001),
  ];
  const long = texts.map((text) => ({ title: null, text }));
  const chunks = cutIntoChunks(long);
  const blocks = chunks.flatMap((chunk) => chunk.blocks);

  test("loses nothing, doubles nothing, and parts no character", () => {
    for (const [piece, text] of texts.entries()) {
      const own = blocks.filter((block) => block.piece === piece);
      expect(own.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
      expect(own.every(({ start, end }) => text.slice(start, end).isWellFormed())).toBe(true);
    }
    expect(Math.max(...blocks.map(({ start, end }) => end - start))).toBeLessThanOrEqual(4000);
  });

  test("is cut at ends of lines, and of sentences", () => {
    expect(blocks.filter(({ piece }) => piece === 2).every(({ end }) => texts[2]?.[end - 1] === "\n")).toBe(
      true,
    );
    expect(
      blocks.filter(({ piece }) => piece === 1).every(({ end }) => texts[1]?.slice(0, end).endsWith(". ")),
    ).toBe(true);
  });

  test("is found by piece and place", () => {
    for (const [index, { blocks: own }] of chunks.entries())
      for (const { piece, start, end } of own) {
        expect(chunkOf(chunks, piece, start)).toBe(index);
        expect(chunkOf(chunks, piece, end - 1)).toBe(index);
      }
  });
});

describe("a mark", () => {
  test("covers words of one turn or several, without the blanks at its ends", () => {
    const one = makeMark({ piece: 1, offset: 9 }, { piece: 1, offset: 29 }, pieces);
    expect(one).toEqual({
      from: { piece: 1, offset: 10 },
      to: { piece: 1, offset: 28 },
      quote: "In the wet spring.",
    });
    const all = makeMark({ piece: 0, offset: 18 }, { piece: 2, offset: 3 }, pieces);
    expect(all?.quote).toBe("close? … The mill? In the wet spring.\nI was nineteen. 磨坊关了。 … And");
    expect(all && spansOf(all, pieces)).toHaveLength(3);
    expect(makeMark({ piece: 1, offset: 9 }, { piece: 1, offset: 10 }, pieces)).toBeNull();
    expect(makeMark({ piece: 2, offset: 0 }, { piece: 1, offset: 3 }, pieces)).toBeNull();
  });

  test("goes when it is set again, stands in the order of the text, and there are not endlessly many", () => {
    const at = (piece: number, offset: number) =>
      ({ from: { piece, offset }, to: { piece, offset: offset + 1 }, quote: "x" }) as const;
    expect(toggleMark(toggleMark([at(1, 4)], at(1, 2)), at(0, 9))).toEqual([at(0, 9), at(1, 2), at(1, 4)]);
    expect(toggleMark([at(0, 1), at(1, 2)], at(1, 2))).toEqual([at(0, 1)]);
    const full = Array.from({ length: markLimits.marks }, (_, offset) => at(0, offset));
    expect(toggleMark(full, at(1, 0))).toEqual(full);
  });

  test("of another version of the text is known by its places", () => {
    const mark = { from: { piece: 2, offset: 0 }, to: { piece: 2, offset: 9 }, quote: "And then?" };
    expect(fitsIn(mark, pieces)).toBe(true);
    expect(fitsIn(mark, pieces.slice(0, 2))).toBe(false);
    expect(fitsIn({ ...mark, to: { piece: 2, offset: 10 } }, pieces)).toBe(false);
  });

  test("of a long stretch is quoted by its beginning, in whole characters", () => {
    const emoji = [{ title: null, text: `x${"😀".repeat(400)}` }];
    const made = makeMark({ piece: 0, offset: 0 }, { piece: 0, offset: 801 }, emoji);
    expect(made?.quote.isWellFormed()).toBe(true);
    expect(made?.quote.length).toBeLessThanOrEqual(markLimits.quote + 1);
  });
});
