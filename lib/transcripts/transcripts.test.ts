import { describe, expect, test } from "vitest";
import { readCues } from "#lib/transcripts/cues.ts";
import { idFrom, transcriptFormatOf } from "#lib/transcripts/formats.ts";
import { readSpeakerLines, type ReadTranscript } from "#lib/transcripts/speaker-lines.ts";
import { makeThought, thoughtsFile } from "#lib/transcripts/thoughts.ts";

const said = (read: ReadTranscript) =>
  read.ok ? read.turns.map(({ speaker, text, at }) => [speaker, text, at]) : read;
const places = (read: ReadTranscript) =>
  read.ok ? [] : read.problems.map(({ line, column, problem }) => [line, column, problem.split(".")[0]]);

describe("WebVTT", () => {
  test("has voices, several in a cue if need be, and what one says in several cues is one turn", () => {
    const file = `WEBVTT - Pell
Kind: captions
Language: en

NOTE by hand

STYLE
::cue { color: lime }

1
00:00:01.000 --> 00:00:04.000 align:start
<v Ruth Adeyemi>When did the <i>mill</i> close?</v>

00:00:04.500 --> 00:00:06.000
<v.loud Joan Pell>In the wet
spring.

00:00:06.000 --> 00:00:09.000
<v Joan Pell>I was nineteen &amp; proud.</v> <v Ruth Adeyemi>Ah.

00:00:09.500 --> 00:00:10.000

`;
    expect(said(readCues(file, "vtt"))).toEqual([
      ["Ruth Adeyemi", "When did the mill close?", "00:00:01.000"],
      ["Joan Pell", "In the wet spring. I was nineteen & proud.", "00:00:04.500"],
      ["Ruth Adeyemi", "Ah.", "00:00:06.000"],
    ]);
  });

  test("has names with a colon in the manner of meetings, over line ends of Windows, and hours left out", () => {
    const file =
      "WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nAda Moor: Hello.\r\n\r\n00:02.000 --> 00:03.000\r\nIt’s 12:30, by the way.\r\n";
    expect(said(readCues(file, "vtt"))).toEqual([
      ["Ada Moor", "Hello. It’s 12:30, by the way.", "00:01.000"],
    ]);
  });

  test("without a name anywhere is parted at ends of sentences", () => {
    const cues = Array.from({ length: 40 }, (_, at) => {
      const two = String(at).padStart(2, "0");
      return `00:00:${two}.000 --> 00:00:${two}.900\nthe river came over the weir${at % 4 === 3 ? "." : ""}`;
    });
    const read = readCues(`WEBVTT\n\n${cues.join("\n\n")}`, "vtt");
    if (!read.ok) throw new Error("it is bad");
    expect(read.turns.length).toBeGreaterThan(2);
    expect(read.turns.every(({ speaker, text }) => speaker === null && text.endsWith("."))).toBe(true);
  });

  test("tells everything that is wrong, each by its line", () => {
    const file = `00:00:01.000 --> 00:00:02.000
No head.

00:00:61.000 --> 00:01:02.000
Sixty-one seconds.

00:00:05.000 --> 5 seconds
No end.

00:00:09.000 --> 00:00:08.000
Backwards.

Words without a time.
`;
    expect(places(readCues(file, "vtt"))).toEqual([
      [1, null, "A WebVTT file begins with the line WEBVTT"],
      [4, "start", "This is no time"],
      [7, "end", "This is no time"],
      [10, "end", "These words end before they begin"],
      [13, null, "No time stands above these words"],
    ]);
    expect(places(readCues("WEBVTT\n\n00:01.000 --> 00:02.000\n\n", "vtt"))).toEqual([
      [1, null, "There are no words in this file"],
    ]);
  });
});

describe("SubRip", () => {
  test("has commas in its times, dashes where another speaks, and Chinese without blanks", () => {
    const file = `1
00:00:01,000 --> 00:00:02,500
记者：守一窑火

2
00:00:02,500 --> 00:00:04,000
要几个夜晚？

3
00:00:04,500 --> 00:00:06,000
陈晚秋：三夜。
`;
    expect(said(readCues(file, "srt"))).toEqual([
      ["记者", "守一窑火要几个夜晚？", "00:00:01.000"],
      ["陈晚秋", "三夜。", "00:00:04.500"],
    ]);
  });

  test("with a number missing is read, and with a broken time is not", () => {
    expect(said(readCues("00:00:01,000 --> 00:00:02,000\nA: Yes.\n", "srt"))).toEqual([
      ["A", "Yes.", "00:00:01.000"],
    ]);
    expect(places(readCues("1\n00:00:01;000 --> 00:00:02,000\nA: Yes.\n", "srt"))).toEqual([
      [2, "start", "This is no time"],
    ]);
  });
});

describe("plain text", () => {
  test.each([
    [
      "Ada: Hello.\nBo: Hi.\nWe waited.\n\nThen it rained.\nAda: It does.",
      [
        ["Ada", "Hello."],
        ["Bo", "Hi.\nWe waited.\n\nThen it rained."],
        ["Ada", "It does."],
      ],
    ],
    [
      "[00:01:05] Ada Moor: Hello.\n(1:07) Bo: Hi.",
      [
        ["Ada Moor", "Hello.", "00:01:05"],
        ["Bo", "Hi.", "1:07"],
      ],
    ],
    ["Ada Moor (00:01:05): Hello.", [["Ada Moor", "Hello.", "00:01:05"]]],
    [
      "Ada Moor  0:07\nHello.\n\nBo  0:09\nHi.",
      [
        ["Ada Moor", "Hello.", "0:07"],
        ["Bo", "Hi.", "0:09"],
      ],
    ],
    [
      "Ada:\nHello.\nBo:\nHi.",
      [
        ["Ada", "Hello."],
        ["Bo", "Hi."],
      ],
    ],
    [
      "Dr. Ada Moor: Hello.\n>> BO: Hi.",
      [
        ["Dr. Ada Moor", "Hello."],
        ["BO", "Hi."],
      ],
    ],
    [
      "记者：几点？\n何松林：八点。",
      [
        ["记者", "几点？"],
        ["何松林", "八点。"],
      ],
    ],
    [
      "Ada: See https://example.org: it says 12:30.\nAnd so it was, she said: late.",
      [["Ada", "See https://example.org: it says 12:30.\nAnd so it was, she said: late."]],
    ],
  ])("%j", (file, turns) => {
    expect(said(readSpeakerLines(file))).toEqual(turns.map(([speaker, text, at]) => [speaker, text, at]));
  });

  test("has what stands above all turns as its title, or as words of nobody", () => {
    expect(readSpeakerLines("At the kiln\n\nAda: Yes.")).toMatchObject({
      title: "At the kiln",
      turns: [{ speaker: "Ada" }],
    });
    expect(said(readSpeakerLines("At the kiln\nMay 2026\n\nAda: Yes."))).toEqual([
      [null, "At the kiln\nMay 2026", undefined],
      ["Ada", "Yes.", undefined],
    ]);
  });

  test("in which nobody is named, or says nothing, is told by its line", () => {
    expect(places(readSpeakerLines("\nIt rained.\nAnd then it stopped."))).toEqual([
      [2, null, "No line begins with who speaks"],
    ]);
    expect(places(readSpeakerLines("Ada: Yes.\nBo:\n\nAda: No.\nBo: \n"))).toEqual([
      [2, null, "Nothing is said in this turn"],
      [5, null, "Nothing is said in this turn"],
    ]);
  });
});

test("thoughts keep what a reviewer needs to see in this order, and types beside it", () => {
  const [thought] = thoughtsFile.parse([
    {
      character: "沈砚",
      reason: "他翻了印。",
      raw_text: "来客把印翻过来。他不认得这方印。",
      thought: { content: "他不认得这方印。", type: "推理式" },
      action: { content: "", type: "行为" },
      book: "let pass",
    },
  ]);
  expect(thought && makeThought(thought)).toEqual({
    content: {
      title: "沈砚",
      parts: [
        { title: "thought", text: "他不认得这方印。" },
        { title: "reason", text: "他翻了印。" },
        { title: "passage", text: "来客把印翻过来。他不认得这方印。" },
      ],
    },
    attributes: { character: "沈砚", thought_type: "推理式", action_type: "行为" },
  });
});

test.each([
  ["a.vtt", "WEBVTT\n", "vtt"],
  ["a.txt", "\uFEFFWEBVTT\n", "vtt"],
  ["a.vtt", "00:01", "vtt"],
  ["a", "1\r\n00:00:01,000 --> 00:00:02,000", "srt"],
  ["a.srt", "x", "srt"],
  ["a.txt", "Ada: Yes.", "text"],
  ["a.txt", '{"id":"x"}', null],
  ["a.txt", "prompt,gt,option1\n", null],
  ["a.csv", "Ada: Yes.", null],
  ["x/results.json", "[\n", "thoughts"],
  ["book.json", '[{"character": "A", "reason": "b", "thought": {', "thoughts"],
  ["x/prepared_input.json", "{", "interview"],
  ["cases.json", '[{"id": 1}]', null],
] as const)("%s that begins with %j is %s", (name, beginning, format) => {
  expect(transcriptFormatOf(name, beginning)).toBe(format);
});

test("a transcript is known by its file’s name", () => {
  expect(["a/b/Ada Moor.vtt", "C:\\x\\Ada (1).txt", "ada.en.srt", ".txt"].map(idFrom)).toEqual([
    "Ada Moor",
    "Ada",
    "ada.en",
    "",
  ]);
});

test("a million signs of tags or blanks are read once", () => {
  const cue = (text: string) => readCues(`WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n`, "vtt");
  expect(cue(`<v${" ".repeat(1_000_000)}Ada`).ok).toBe(true);
  expect(cue("<v ".repeat(300_000)).ok).toBe(true);
  expect(cue(`<v${".".repeat(1_000_000)}`).ok).toBe(true);
  expect(readSpeakerLines(`00:01${" ".repeat(1_000_000)}.`).ok).toBe(false);
});

test("an hour without a new speaker or a full stop is put together once", () => {
  const cue = "00:00.000 --> 00:01.000\nand on\n";
  const read = readCues(`WEBVTT\n\n${`${cue}\n`.repeat(20_000)}`, "vtt");
  if (!read.ok) throw new Error("it was not read");
  expect(read.turns.map(({ text }) => text.length)).toEqual([20_000 * 7 - 1]);
  const lines = `WEBVTT\n\n00:00.000 --> 00:01.000\n${"好\n".repeat(200_000)}`;
  const long = readCues(lines, "vtt");
  expect(long.ok && long.turns.map(({ text }) => text.length)).toEqual([200_000]);
});
