import type { Body } from "#bench/support/hostile/bodies.ts";
import { deep } from "#lib/testing/hostile-bodies.ts";
import { readPassphrase } from "#lib/auth/secrets/participant-secrets.ts";
import { readTyped } from "#lib/auth/schema.ts";
import { isTooDeep } from "#lib/files/json-text.ts";
import { readJsonDocument } from "#lib/files/json-document.ts";
import { languageOf } from "#lib/files/sniff.ts";
import { parsePythonJson } from "#lib/model-logs/python-json.ts";
import { longestTemplate, readTemplate } from "#lib/prompt-templates/schema.ts";
import { readWrittenBook } from "#lib/imports/coding/code-book.ts";
import { longestCodes } from "#lib/imports/coding/schema.ts";
import { measureText } from "#lib/studies/reading/reading-time.ts";
import { fillFields, listFields, textFields, type TextField } from "#lib/studies/texts/fields.ts";
import { findBreak, findCaseCounts, findDurations, findSelection } from "#lib/studies/texts/promises.ts";
import { kindsForModels, requireModelQuestion } from "#lib/task-kinds/server-registry.ts";
import { readCues } from "#lib/transcripts/cues.ts";
import { readSpeakerLines } from "#lib/transcripts/speaker-lines.ts";
import { guessInterview, isBook } from "#lib/uploads/guess.ts";
import { handleFrom } from "#lib/users/schema.ts";

type Reader = {
  what: string;
  texts: readonly Body[];
  read: (text: string) => unknown;
  /** Of a text that what comes before lets through. */
  longest: number;
  /** Requests don't wait for the worker. */
  isWorkers?: boolean;
};

const longestStudyText = 40_000;
const longestSecret = 1000;
const longestName = 200;

const million = 1_000_000;
const text = (what: string, piece: string, end = ""): Body => ({
  what,
  type: "text/plain",
  body: piece.repeat(Math.floor(million / piece.length)) + end,
});

const runs = [
  text("hyphens", "-", "a"),
  text("blanks", " ", "a"),
  text("tabs and blanks", "\t ", "a"),
  text("line ends", "\n", "a"),
  text("digits", "1", "a"),
  text("signs", "文"),
  text("words", "one two "),
  text("numbers", "12,345 "),
  text("stars", "*", "x"),
  text("brackets", "[", "]"),
];
const tags = [
  {
    what: "a tag with blanks",
    type: "",
    body: `<rate>${"\t".repeat(million / 2)}x${"\t".repeat(million / 2)}</rat>`,
  },
  text("tags", "<rate>"),
  text("thoughts", "<think>"),
  text("braces", '{"a":'),
  text("objects", '{"score":1}'),
  text("fences", "```json\n"),
];
const fields = [text("fields", "{cases}"), text("open fields", "{"), text("doubled braces", "{{")];
const cues = [
  text("cues", "00:01.000 --> 00:02.000\na\n\n"),
  text("arrows", "-->"),
  { what: "one long cue", type: "", body: `WEBVTT\n\n00:01.000 --> 00:02.000\n${"a\n".repeat(million / 2)}` },
  text("voices", "<v a>"),
  text("speakers", "Ann: a\n"),
];
const json = [
  text("empty lists", "[],"),
  { what: "deep lists", type: "", body: deep },
  { what: "numbers", type: "", body: `[${"1,".repeat(million / 2)}1]` },
  { what: "escapes after NaN", type: "", body: `[NaN,"${String.raw`\"`.repeat(million / 2)}"]` },
  { what: "an open text", type: "", body: `[NaN,"${"a".repeat(million)}` },
  text("quotation marks", '"'),
];

const codes = {
  what: "names that differ",
  type: "",
  body: Array.from({ length: 50_000 }, (_, at) => at.toString(36)).join("\n"),
};

const reader = (what: string, texts: Reader["texts"], read: Reader["read"], longest = million): Reader => ({
  what,
  texts,
  read,
  longest,
});
/** It may take its time: requests don't wait for it. */
const workers = (...given: Parameters<typeof reader>): Reader => ({ ...reader(...given), isWorkers: true });

const promises = [findCaseCounts, findDurations, findBreak, findSelection].map((read) =>
  reader(read.name, runs, read, longestStudyText),
);
const asked = {
  content: { parts: [], labels: "interviewsim-consistency" },
  original: "",
  optionNames: ["1", "2"],
  layout: [0, 1],
  language: "en",
} as const;
const replies = kindsForModels.map((kind) => {
  const { read } = requireModelQuestion(kind);
  return workers(`a reply, ${kind}`, [...runs, ...tags], (given) => read(given, asked));
});
const values = Object.fromEntries(textFields.map((field) => [field, "50"])) as Record<TextField, string>;

/** Whatever reads texts that come from outside, each with what would be hardest for it. */
export const readers: readonly Reader[] = [
  ...promises,
  ...replies,
  reader("measureText", runs, measureText),
  reader("listFields", [...runs, ...fields], listFields, longestStudyText),
  reader("fillFields", [...runs, ...fields], (given) => fillFields(given, values), longestStudyText),
  reader("readTemplate", [...runs, ...fields], (given) => readTemplate(given, ["cases"]), longestTemplate),
  workers("readCues, WebVTT", [...runs, ...cues], (given) => readCues(given, "vtt")),
  workers("readCues, SubRip", [...runs, ...cues], (given) => readCues(given, "srt")),
  workers("readSpeakerLines", [...runs, ...cues], readSpeakerLines),
  workers("parsePythonJson", json, parsePythonJson),
  reader("readWrittenBook", [codes, ...json], readWrittenBook, longestCodes),
  workers("readJsonDocument", json, readJsonDocument),
  reader("JSON.parse and its depth", json.slice(2, 3), (given) => isTooDeep(JSON.parse(given))),
  reader("languageOf", runs, languageOf, 64 * 1024),
  reader("guessInterview", [...runs, text("names", '"personality_id" ')], guessInterview, 4096),
  reader("isBook", [...runs, text("plots", '{"plots" ')], isBook, 16 * 1024),
  reader("readTyped", runs, readTyped),
  reader("readPassphrase", runs, readPassphrase, longestSecret),
  reader("handleFrom", runs, handleFrom, longestName),
];
