import { expect, test } from "vitest";
import { hashOf } from "#lib/canonical.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, read } = useCommands();
const write = useFiles();

const names = ["Ada", "Bo", "Cy", "Di", "Ed"];
const roles = Object.fromEntries(names.map((name) => [name, `${name} keeps the ${name} key.`]));
const exchange = (id: string, before: string, speaker: string, text: string) => ({
  id,
  work: "Keys",
  speaker,
  roles,
  turns: [
    { speaker: before, text: "And where is it?" },
    { speaker, text },
  ],
});
const long = "Under the third stone behind the mill, where it has lain since the flood, ".repeat(3);
const lines = (...all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join("");
const poolFile = () =>
  write(
    "pool.jsonl",
    lines(
      exchange("one", "Ada", "Bo", long),
      exchange("two", "Bo", "Cy", "Here."),
      exchange("three", "Ada", "A voice", long),
    ),
  ).path;
/** On a circle: who stands next in the list is nearest. */
const vectorFile = (name: string) =>
  write(
    name,
    lines(
      ...names.map((own, at) => ({
        id: `Keys/${own}`,
        vector: [Math.cos(at / 4), Math.sin(at / 4), 0.1 * at],
      })),
    ),
  ).path;

test("a pool becomes a benchmark’s cases, and what went out says why", async () => {
  const told = [
    "--pool",
    poolFile(),
    "--vectors",
    `embed-s=${vectorFile("small.jsonl")}`,
    "--track",
    "Literary",
  ];
  const checked = await run("benchmark", "curate", "Keys", ...told, "--way", "first", "--check", "--json");
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(checked.out)).toMatchObject({
    stored: false,
    pool: {
      works: 1,
      roles: 5,
      models: [{ model: "embed-s", length: 3 }],
      replaced: 1,
      stages: [
        { stage: "pool", into: 3, out: 2, reasons: { no_profile: 1 } },
        { stage: "length", into: 2, out: 1, reasons: { too_short: 1 } },
        { stage: "distractors", into: 1, out: 1, reasons: {} },
      ],
    },
  });
  expect(await read("SELECT FROM benchmark_pools")).toEqual([]);
  const stored = await run("benchmark", "curate", "Keys", ...told, "--way", "first");
  expect(stored).toMatchObject({ code: 0, err: "" });
  expect(stored.out).toMatch(/^length: 1 of 2 stay; 1 too short$/m);
  expect(await read("SELECT option_names FROM case_versions")).toEqual([
    // Ada spoke before, so the next came in her place.
    { option_names: expect.arrayContaining(["Bo", "Cy", "Di", "Ed"]) as string[] },
  ]);
  expect(
    await read(
      "SELECT key, stage, reason, detail, turns -> 1 ->> 'text' AS said FROM pool_drops ORDER BY number",
    ),
  ).toEqual([
    { key: "two", stage: "length", reason: "too_short", detail: "2", said: "Here." },
    { key: "three", stage: "pool", reason: "no_profile", detail: "A voice", said: long.trim() },
  ]);
  const [kept] = await read("SELECT files, settings FROM benchmark_pools");
  expect(kept).toMatchObject({
    files: [
      { name: "pool.jsonl", vectorsOf: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      { name: "small.jsonl", vectorsOf: "embed-s" },
    ],
    settings: { fewestTokens: 25, way: "first", seed: 1 },
  });
  const lineage = await run("benchmark", "lineage", "Keys");
  expect(lineage).toMatchObject({ code: 0, err: "" });
  expect(lineage.out).toMatch(/^Pool · 3 exchanges · works: 1; roles with a profile: 5\n {2}Pool: 1 out\n/);
  expect(lineage.out).toMatch(/^ {2}Length: 1 out\n {4}last turn under 25 tokens/m);
  const file = await run("benchmark", "lineage", "Keys", "--json");
  expect(lineage.out).toContain(`SHA-256 of the lineage: ${hashOf(file.out)}`);
  const counts = await run("benchmark", "lineage", "Keys", "--csv");
  expect(counts.out).toContain("3,keys,distractors,out,,,cases,1\r\n");
  const again = await run("benchmark", "curate", "Keys", ...told, "--way", "first", "--seed", "2");
  expect(again).toMatchObject({ code: 1 });
  expect(again.err).toMatch(/this benchmark has cases already/);
});

test("what doesn’t fit together is refused, and nothing is stored", async () => {
  const pool = ["--pool", poolFile(), "--track", "Literary"];
  const vectors = (name: string) => ["--vectors", `${name}=${vectorFile(`${name}.jsonl`)}`];
  const refused = async (...words: string[]) =>
    (await run("benchmark", "curate", "Others", ...pool, ...words)).out;
  expect(await refused()).toMatch(/No file of vectors was given/);
  expect(await refused(...vectors("a"), "--way", "random")).toMatch(/a\.jsonl.*needs no vectors/);
  const reversed = write("b.jsonl", lines({ id: "Keys/Ada", vector: [1] })).path;
  expect(await refused(...vectors("a"), "--vectors", `a=${reversed}`)).toMatch(/Two files hold vectors of a/);
  expect(await refused("--way", "random", "--fewest-tokens", "900")).toMatch(
    /No case is left: of 3 exchanges .* too few tokens/,
  );
  const wrong = await run("benchmark", "curate", "Others", ...pool, "--way", "best");
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.err).toMatch(/way:/);
  expect(await read("SELECT FROM benchmarks WHERE name = 'Others'")).toEqual([]);
});
