import { describe, expect, test } from "vitest";
import { parsePrompt } from "#lib/task-kinds/choice/prompt/prompt-parser.ts";
import { choiceContentSchema } from "#lib/task-kinds/choice/schema.ts";
import { type Sample, writePrompt } from "#lib/task-kinds/choice/testing/sample-prompt.ts";

const candidates = [
  { name: "Agnes Thorne", profile: "Keeps the light at Saltmarsh.\nSpeaks little." },
  { name: "Bo Lind", profile: "The pilot’s boy, quick with his tongue." },
  { name: "Captain Bo Lind", profile: "His uncle, thirty years at sea." },
  { name: "Wenna Pascoe", profile: "Runs the chandlery and reads every letter twice." },
];
const names = candidates.map((candidate) => candidate.name);
const profiles = candidates.map((candidate) => candidate.profile);
const first = {
  header: "[Character1: Agnes Thorne]",
  text: "[He has been at the lamp.] (without turning) Who lit it?",
};
const second = { header: "[Character2]", text: "[She knows.] Not I. (looking at the door) Ask the wind." };
const base: Sample = { turns: [first, second], candidates };

const expected = {
  form: "dialogue",
  turns: [
    {
      speaker: "Agnes Thorne",
      parts: [
        { type: "thought", text: "He has been at the lamp." },
        { type: "manner", text: "without turning" },
        { type: "speech", text: "Who lit it?" },
      ],
    },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "She knows." },
        { type: "speech", text: "Not I." },
        { type: "manner", text: "looking at the door" },
        { type: "speech", text: "Ask the wind." },
      ],
    },
  ],
  profiles,
};

describe("a prompt of the release's layout", () => {
  const depths = [1, 2, 3, 4, 5].map((section) => [`headings of depth ${section}`, { section }] as const);
  test.each([
    ...depths.map(([rule, given]) => [rule, { ...base, depths: given }] as const),
    ["a section deeper than its candidates", { ...base, depths: { section: 3, candidate: 2 } }],
    ["headings all of one depth", { ...base, depths: { section: 2, candidate: 2 } }],
    ["sections of mixed depths", { ...base, depths: { section: 2, task: 4, candidate: 3, format: 1 } }],
    ["blank lines everywhere", { ...base, gap: "\n\n\n" }],
    ["blank lines of white space", { ...base, gap: "\n \t\n" }],
    ["Windows line ends", { ...base, gap: "\r\n" }],
    ["candidates without numbers", { ...base, number: () => "" }],
    ["candidates numbered with brackets", { ...base, number: (index: number) => `(${index + 1}) ` }],
    ["candidates called so", { ...base, number: (index: number) => `Candidate ${index + 1}: ` }],
    ["headings in words it has never seen", { ...base, words: unknownWords() }],
    ["shouted headings", { ...base, words: { task: "TASK", format: "RESPONSE FORMAT:" } }],
    ["an example of the markers in the preamble", { ...base, preamble: example() }],
  ] satisfies (readonly [string, Sample])[])("parses with %s", (_, sample) => {
    const unified = { ...expected, profiles };
    expect(parsePrompt(writePrompt(sample), names)).toEqual(unified);
  });

  test("parses without a line break at all between its lines", () => {
    expect(parsePrompt(writePrompt(base).replaceAll("\n", "\r"), names)).toEqual(expected);
  });

  test("parses behind a byte-order mark, and with lines that are indented or end in blanks", () => {
    expect(parsePrompt(`\uFEFF${writePrompt(base)}`, names)).toEqual(expected);
    const skeleton = /^(?=[#[]\S*(?: .*)?$)(.*)$/gm;
    expect(parsePrompt(writePrompt(base).replace(skeleton, "  $1  "), names)?.turns).toHaveLength(2);
  });

  test("parses with candidates' headings of different depths", () => {
    const prompt = writePrompt(base).replace("## 3.", "#### 3.");
    expect(parsePrompt(prompt, names)).toEqual(expected);
  });

  test("ends with the last section even where more instructions follow it", () => {
    const tail = "Answer in JSON.\n## Format\nOne object.\n# Last words\nGood luck.";
    expect(parsePrompt(writePrompt({ ...base, tail }), names)).toEqual(expected);
    const plain = { ...base, tail: "Answer.\n# Last words\nGood luck.", words: unknownWords() };
    expect(parsePrompt(writePrompt(plain), names)).toEqual(expected);
  });

  test("parses with candidates in another order than the options", () => {
    const turned = [2, 0, 3, 1];
    const parsed = parsePrompt(
      writePrompt(base),
      turned.map((index) => names[index] ?? ""),
    );
    expect(parsed?.profiles).toEqual(turned.map((index) => profiles[index]));
  });

  test("parses with five options, and with more than two turns", () => {
    const five = ["Child", "Teen", "College Student", "Graduate Student", "Expert"];
    const prompt = writePrompt({
      candidates: five.map((name) => ({ name, profile: `How a ${name} talks.` })),
      turns: [
        { header: "[Character1: Host]", text: "What is a tide?" },
        { header: "[Character2]", text: "The sea breathing." },
        { header: "[Character1: Host]", text: "And why?" },
        { header: "[Character2]", text: "The moon pulls." },
      ],
    });
    const parsed = parsePrompt(prompt, five);
    expect(parsed?.turns.map((turn) => turn.speaker)).toEqual(["Host", null, "Host", null]);
    expect(parsed?.profiles).toEqual(five.map((name) => `How a ${name} talks.`));
  });

  test("has no profile where nothing stands below a candidate", () => {
    const empty = candidates.map((candidate, index) =>
      index % 2 ? { ...candidate, profile: "\n  \n" } : candidate,
    );
    expect(parsePrompt(writePrompt({ ...base, candidates: empty }), names)?.profiles).toEqual([
      profiles[0],
      null,
      profiles[2],
      null,
    ]);
  });

  test("always makes content that the schema takes", () => {
    const empty = parsePrompt(writePrompt({ ...base, turns: [first, { ...second, text: "" }] }), names);
    expect(choiceContentSchema.parse(empty)).toEqual(empty);
    expect(choiceContentSchema.parse(parsePrompt(writePrompt(base), names))).toEqual(expected);
  });
});

describe("a name", () => {
  test.each([
    [["1. FC", "FC", "2. FC", "FC 1"]],
    [["Nr. 2", "Nr. 1", "2", "1"]],
    [["Mr [Old] Bones", "[Old] Bones", "Bones: the dog", "Bones"]],
    [["**Bold** Ann", "Ann_", "# Ann", "C#"]],
    [["Huck Finn", "Huckleberry Finn", "Finn", "Mr. Huck Finn"]],
    [["A. Smith", "B. Smith", "Smith", "Smith (elder)"]],
    [["Task", "Response Format", "Character Candidates", "Conversation"]],
    [["NA", "null", "=1+1", "[End]"]],
    [["Zoë", "佐伊", "زوي", "A\u200BB"]],
  ])("is taken whole: %j", (odd) => {
    const cast = odd.map((name, index) => ({ name, profile: `Profile ${index}.` }));
    for (const speaker of odd) {
      const turns = [{ header: `[Character1: ${speaker}]`, text: "Well?" }, second];
      for (const number of [undefined, () => ""]) {
        const sample = number ? { turns, candidates: cast, number } : { turns, candidates: cast };
        const parsed = parsePrompt(writePrompt(sample), odd);
        expect(parsed?.turns[0]?.speaker).toBe(speaker);
        expect(parsed?.profiles).toEqual(cast.map((one) => one.profile));
      }
    }
  });

  test("that only resembles a heading finds no profile", () => {
    const cast = candidates.map((candidate) =>
      candidate.name === "Bo Lind" ? { ...candidate, name: "Bo Lindqvist" } : candidate,
    );
    expect(parsePrompt(writePrompt({ ...base, candidates: cast }), names)).toBeNull();
  });
});

describe("what is no such prompt", () => {
  test.each([
    ["nothing", ""],
    ["prose", "Once upon a time [there] was (nothing)."],
    ["a conversation without candidates", writePrompt(base).split("# Character")[0] ?? ""],
    ["candidates without a conversation", writePrompt({ ...base, turns: [] })],
    ["a conversation that never ends", writePrompt(base).replaceAll("[End]", "")],
    ["nobody unknown", writePrompt({ ...base, turns: [first, first] })],
    [
      "more turns than any dialogue has",
      writePrompt({ ...base, turns: Array(201).fill([first, second]).flat() }),
    ],
  ])("does not parse: %s", (_, prompt) => {
    expect(parsePrompt(prompt, names)).toBeNull();
  });

  test("does not parse without options, or with an empty one", () => {
    expect(parsePrompt(writePrompt(base), [])).toBeNull();
    expect(parsePrompt(writePrompt(base), ["", ...names.slice(1)])).toBeNull();
  });
});

function unknownWords() {
  return { conversation: "Gespräch", task: "Aufgabe", candidates: "Personen", format: "Antwort" };
}

function example() {
  return "# Your role\nTurns look like this:\n[Character1: NAME]\n[Begin]\ntext\n[End]\n[Character2]\n[Begin]\ntext\n[End]";
}
