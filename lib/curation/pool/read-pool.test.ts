import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readPool } from "#lib/curation/pool/read-pool.ts";

const dir = mkdtempSync(path.join(tmpdir(), "benchside-pool-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, content: unknown): { name: string; path: string } {
  const file = path.join(dir, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return { name, path: file };
}
const lines = (...all: unknown[]) => all.map((line) => `${JSON.stringify(line)}\n`).join("");

const say = (character: string, message: string) => ({ character, message });
const book = {
  plots: [
    {
      summary: "The ferry is late.",
      conversation: [
        {
          scenario: "On the quay.",
          dialogues: [
            say("Ada", "[Late again.] Where is the rope?"),
            say("Bo", "(points) Under the bench."),
            say("Bo", "Where you left it."),
            say("Environment", "A bell rings."),
            say("Ada", "Then we go."),
            say("Cy", "Not without me."),
          ],
        },
      ],
    },
  ],
  character_datasets: {
    Ada: { profile: "Keeps the ferry." },
    Bo: { profile: " Mends nets. " },
    Cy: { profile: "" },
  },
};

describe("a book of CoSER", () => {
  test("gives each two turns in succession of two characters, and everybody who has a profile", async () => {
    const { pool, problems } = await readPool([write("The Ferry.json", book)], { before: 0 });
    expect(problems).toEqual([]);
    expect(pool.roles).toEqual([
      { work: "The Ferry", name: "Ada", profile: "Keeps the ferry." },
      { work: "The Ferry", name: "Bo", profile: "Mends nets." },
    ]);
    expect(pool.exchanges.map(({ id, turns }) => [id, turns.map(({ speaker }) => speaker)])).toEqual([
      ["The Ferry/1.1.2", ["Ada", "Bo"]],
      ["The Ferry/1.1.6", ["Ada", "Cy"]],
    ]);
  });

  test("gives as many turns before as are wanted and there are", async () => {
    const { pool } = await readPool([write("The Ferry.json", book)], { before: 2 });
    expect(pool.exchanges.map(({ turns }) => turns.length)).toEqual([2, 4]);
  });

  test.each([
    ["no list of plots", { ...book, plots: {} }, "plots", /plots must be a list/],
    ["no characters", { plots: [] }, "character_datasets", /character_datasets is missing/],
    [
      "a message that is no text",
      { ...book, plots: [{ conversation: [{ dialogues: [{ character: "Ada", message: 3 }] }] }] },
      "plots[0].conversation[0].dialogues[0].message",
      /message must be text/,
    ],
  ])("with %s is refused, with the place", async (_, content, column, problem) => {
    const { problems } = await readPool([write("Bad.json", content)], { before: 0 });
    expect(problems).toMatchObject([
      { file: "Bad.json", column, problem: expect.stringMatching(problem) as string },
    ]);
  });
});

test("a book that is larger than any is refused before it is read", async () => {
  const { name, path: file } = write("Endless.json", "");
  truncateSync(file, (64 << 20) + 1);
  const { problems } = await readPool([{ name, path: file }], { before: 0 });
  expect(problems).toMatchObject([
    {
      file: name,
      problem: expect.stringMatching(/larger than 64 MB. Split/) as string,
      found: "67108865 bytes",
    },
  ]);
});

const turns = [
  { speaker: "Ada", text: "Who has the key?" },
  { speaker: "Bo", text: "Look under the mat." },
];
const line = {
  id: "1",
  work: "Keys",
  turns,
  speaker: "Bo",
  roles: { Ada: "Keeps keys.", Bo: "Loses them." },
};

describe("lines of exchanges", () => {
  test("come with who appears in their work", async () => {
    const file = write("keys.jsonl", lines(line, { id: "2", work: "Keys", turns: turns.toReversed() }));
    const { pool, problems } = await readPool([file], { before: 0 });
    expect(problems).toEqual([]);
    expect(pool.exchanges.map(({ turns: own }) => own.at(-1)?.speaker)).toEqual(["Bo", "Ada"]);
    expect(pool.roles).toHaveLength(2);
  });

  test.each([
    ["another speaker than the last", { ...line, speaker: "Ada" }, "speaker", /who speaks last/],
    ["one turn", { ...line, turns: turns.slice(0, 1) }, "turns", /at least two turns/],
    ["an unknown key", { ...line, gold: "Bo" }, null, /can’t have “gold”/],
    [
      "an empty text",
      { ...line, turns: [turns[0], { speaker: "Bo", text: " " }] },
      "turns[1].text",
      /can’t be empty/,
    ],
  ])("with %s are refused, with line and place", async (_, bad, column, problem) => {
    const file = write("bad.jsonl", lines({ ...line, id: "good" }, bad));
    const { problems } = await readPool([file], { before: 0 });
    expect(problems).toMatchObject([
      { file: "bad.jsonl", line: 2, column, problem: expect.stringMatching(problem) as string },
    ]);
  });

  test("an id or a role that stands twice with different words is refused", async () => {
    const other = { ...line, roles: { Ada: "Picks locks." } };
    const { problems } = await readPool([write("twice.jsonl", lines(line, other))], { before: 0 });
    expect(problems.map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/Ada of Keys has two profiles/),
      expect.stringMatching(/id stands twice/),
    ]);
  });

  test("the example of the docs is one", async () => {
    const file = { name: "pool-example.jsonl", path: "docs/formats/pool-example.jsonl" };
    const { pool, problems } = await readPool([file], { before: 0 });
    expect(problems).toEqual([]);
    expect([pool.exchanges.length, pool.roles.length]).toEqual([6, 7]);
  });

  test("a pool without profiles, or without exchanges, is refused", async () => {
    const bare = await readPool([write("bare.jsonl", lines({ id: "1", work: "Keys", turns }))], {
      before: 0,
    });
    expect(bare.problems).toMatchObject([
      { problem: expect.stringMatching(/Nobody in the files has a profile/) as string },
    ]);
    const empty = await readPool([write("Empty.json", { ...book, plots: [] })], { before: 0 });
    expect(empty.problems).toMatchObject([{ problem: "The files hold no exchange of two." }]);
  });
});
