import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { thorough } from "#lib/testing/thorough.ts";
import { scratchFolder } from "#lib/files/scratch.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, read } = useCommands();
const write = useFiles();

const lines = (...all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join("");
const profiles = { Ada: "Keeps keys.", Bo: "Loses them.", Cy: "Finds them." };
const long = "Under the third stone behind the mill, where it has lain since the flood, ".repeat(3);
const exchange = (id: string, work: string, speaker: string, text: string, roles: object) => ({
  id,
  work,
  roles,
  turns: [
    { speaker: "A voice", text: "And where is it?" },
    { speaker, text },
  ],
});

const whole = lines(exchange("one", "Keys", "Bo", long, profiles));
/** Everybody in each of two works is alone there. */
const alone = lines(
  exchange("one", "Keys", "Bo", long, { Bo: "Loses keys." }),
  exchange("two", "Locks", "Di", long, { Di: "Picks locks." }),
);
const vectors = [
  '{"id":"Keys/Ada","vector":[1,2]}',
  '{"id":"Keys/Bo","vector":[2,1]}',
  '{"id":"Keys/Cy","vector":[3,1]}',
];
/** The second line is another one. */
const withSecond = (line: string) => [vectors[0], line, vectors[2]].join("\n");
const byVectors = ["--way", "first", "--distractors", "2"];
const byLot = ["--way", "random", "--distractors", "2"];

/** The first file of a pool, the second of vectors, where there is one. */
const refused: { what: string; files: [pool: string, vectors?: string]; options: string[]; said: RegExp }[] =
  [
    {
      what: "vectors of two lengths",
      files: [whole, withSecond('{"id":"Keys/Bo","vector":[1,2,3]}')],
      options: byVectors,
      said: /vectors\.jsonl.*2.*has 3 numbers, those before it 2\. All of a file must be as long/,
    },
    {
      what: "a vector of zeros",
      files: [whole, withSecond('{"id":"Keys/Bo","vector":[0,0]}')],
      options: byVectors,
      said: /all zeros, so it points nowhere\. Make it again/,
    },
    {
      what: "a vector with NaN",
      files: [whole, withSecond('{"id":"Keys/Bo","vector":[NaN,1]}')],
      options: byVectors,
      said: /NaN and Infinity are no numbers of a vector\. Make this vector again/,
    },
    {
      what: "vectors of somebody unknown",
      files: [whole, withSecond('{"id":"Keys/Di","vector":[1,1]}')],
      options: byVectors,
      said: /No role of the pool has this id\. Ids are the work and the name/,
    },
    {
      what: "somebody without a vector",
      files: [whole, vectors.slice(0, 2).join("\n")],
      options: byVectors,
      said: /1 of 3 roles have no vector in this file\. Add them/,
    },
    {
      what: "a pool without profiles",
      files: [lines(exchange("one", "Keys", "Bo", long, {}))],
      options: byLot,
      said: /Nobody in the files has a profile, so there is nothing to choose from\. Add profiles/,
    },
    {
      what: "a pool in which nobody who is asked for has a profile",
      files: [lines(exchange("one", "Keys", "Di", long, profiles))],
      options: byLot,
      said: /No case is left: .*the stage “pool” \(1 by somebody without a profile\)\. Add profiles of those who speak last/,
    },
    {
      what: "a length that leaves nothing",
      files: [lines(exchange("one", "Keys", "Bo", "Here.", profiles))],
      options: byLot,
      said: /No case is left: .*the stage “length” \(1 with too few tokens\)\. Lower the fewest tokens/,
    },
    {
      what: "works with one role, and distractors of the same work",
      files: [alone],
      options: [...byLot, "--among", "work"],
      said: /No case is left: .*the stage “distractors” \(2 without enough other roles\)\. Take fewer distractors or those of all works/,
    },
    {
      what: "works with one role, and everybody else in the work",
      files: [alone],
      options: ["--way", "work"],
      said: /No case is left: .*the stage “distractors” \(2 without enough other roles\)/,
    },
    {
      what: "one role in all, by vectors",
      files: [lines(exchange("one", "Keys", "Bo", long, { Bo: "Loses keys." })), vectors[1]],
      options: byVectors,
      said: /No case is left: .*\(1 without enough other roles\)/,
    },
  ];

const countStored = () =>
  read(
    `SELECT (SELECT count(*)::int FROM benchmarks) AS benchmarks, (SELECT count(*)::int FROM cases) AS cases,
       (SELECT count(*)::int FROM tracks) AS tracks, (SELECT count(*)::int FROM benchmark_pools) AS pools,
       (SELECT count(*)::int FROM pool_drops) AS drops`,
  );

async function expectRefused({ files, options, said }: (typeof refused)[number]): Promise<void> {
  const [pool, vectorText] = files;
  const before = await countStored();
  const found = await run(
    "benchmark",
    "curate",
    "Refused",
    "--track",
    "Literary",
    "--pool",
    write("pool.jsonl", pool).path,
    ...(vectorText === undefined ? [] : ["--vectors", `e=${write("vectors.jsonl", vectorText).path}`]),
    ...options,
  );
  expect(found.code).toBe(1);
  expect(found.out).toMatch(said);
  expect(await countStored()).toEqual(before);
  expect(readdirSync(scratchFolder())).toEqual([]);
}

const title = "$what: says what to do, and nothing is stored";
const usual = new Set(["vectors of two lengths", "a pool without profiles", "a length that leaves nothing"]);
test.each(refused.filter(({ what }) => usual.has(what)))(title, expectRefused);
thorough.each(refused.filter(({ what }) => !usual.has(what)))(title, expectRefused);

test("a work with one role among others goes out with its reason, and the rest stays", async () => {
  const pool = write("pool.jsonl", `${whole}${alone.split("\n")[1]}\n`).path;
  const told = ["--track", "Literary", "--pool", pool, ...byLot, "--among", "work"];
  const made = await run("benchmark", "curate", "Stays", ...told);
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(await read("SELECT key, stage, reason, detail FROM pool_drops")).toEqual([
    { key: "two", stage: "distractors", reason: "too_few_roles", detail: "Locks" },
  ]);
});
