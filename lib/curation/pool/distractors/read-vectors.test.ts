import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeRoom, readVectors } from "#lib/curation/pool/distractors/read-vectors.ts";

const dir = mkdtempSync(path.join(tmpdir(), "benchside-vectors-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ids = ["Keys/Ada", "Keys/Bo"];
const [ada, bo] = ids.map((id, at) => JSON.stringify({ id, vector: at === 0 ? [3, 4] : [0, -2] })) as [
  string,
  string,
];

function read(...lines: string[]) {
  return readIn(makeRoom(), ...lines);
}

function readIn(room: ReturnType<typeof makeRoom>, ...lines: string[]) {
  const file = path.join(dir, "vectors.jsonl");
  writeFileSync(file, lines.join("\n"));
  return readVectors({ name: "vectors.jsonl", path: file }, ids, room);
}

test("vectors come stretched to unit length, in the order of the roles", async () => {
  const { vectors, problems } = await read(bo, ada);
  expect(problems).toEqual([]);
  expect(vectors).toMatchObject({ length: 2, count: 2 });
  expect([...(vectors?.values ?? [])]).toEqual([0.6, 0.8, 0, -1]);
});

test("models of one length or another stand in the same room, one after the other", async () => {
  const room = makeRoom();
  const of = async (...vectors: number[][]) => {
    const lines = vectors.map((vector, at) => JSON.stringify({ id: ids[at], vector }));
    const read = await readIn(room, ...lines);
    return { values: [...(read.vectors?.values ?? [])], memory: read.vectors?.values.buffer };
  };
  const first = await of([2, 0, 0], [0, 0, 3]);
  const shorter = await of([0, 5], [-1, 0]);
  expect(first.values).toEqual([1, 0, 0, 0, 0, 1]);
  expect(shorter.values).toEqual([0, 1, -1, 0]);
  expect(shorter.memory).toBe(first.memory);
  expect((await of([0, 0, 0, 1], [1, 0, 0, 0])).values).toEqual([0, 0, 0, 1, 1, 0, 0, 0]);
});

test.each([
  ["another length", '{"id":"Keys/Bo","vector":[1,2,3]}', 2, /has 3 numbers, those before it 2/],
  ["nothing but zeros", '{"id":"Keys/Bo","vector":[0,0]}', 2, /all zeros/],
  ["NaN", '{"id":"Keys/Bo","vector":[NaN,1]}', 2, /NaN and Infinity are no numbers .* again/],
  ["numbers beyond all bounds", '{"id":"Keys/Bo","vector":[1e200,1e200]}', 2, /too large/],
  [
    "more numbers than any model gives",
    `{"id":"Keys/Bo","vector":[${"1,".repeat(32_768)}1]}`,
    2,
    /has 32769 numbers, and none of an embedding model/,
  ],
  ["text among its numbers", '{"id":"Keys/Bo","vector":["1",2]}', 2, /an id and a vector of numbers/],
  ["an unknown id", '{"id":"Keys/Cy","vector":[1,2]}', 2, /No role of the pool has this id/],
  ["an id that was there", ada, 2, /stands twice/],
  ["no line of its own", "", null, /1 of 2 roles have no vector/],
])("a vector with %s is refused, with its line", async (_, line, at, problem) => {
  const { vectors, problems } = await read(ada, line);
  expect(vectors).toBeNull();
  expect(problems).toMatchObject([
    { file: "vectors.jsonl", line: at, problem: expect.stringMatching(problem) as string },
  ]);
});
