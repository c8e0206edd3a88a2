import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOf } from "#lib/canonical.ts";
import { env } from "#lib/env.ts";
import { allow } from "#lib/model-calls/testing/requests.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";
import { type FakeServer, startFakeServer } from "#scripts/fake-models/server.ts";

const commands = useCommands();

const { run, read } = commands;
const write = useFiles();

const names = ["Ada", "Bo", "Cy", "Di", "Ed"];
const roles = Object.fromEntries(names.map((name) => [name, `${name} keeps the ${name} key.`]));
const exchange = (id: string, before: string, speaker: string, text: string) => ({
  ...{ id, work: "Keys", speaker, roles },
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
      ...{ works: 1, roles: 5, models: [{ model: "embed-s", length: 3 }], replaced: 1 },
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
  expect(lineage.out).toMatch(/^Pool · 3 exchanges · one work, 5 roles with a profile\n {2}Pool: 1 out\n/);
  expect(lineage.out).toMatch(/^ {2}Length: 1 out\n {4}the last turn had fewer than 25 tokens/m);
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

describe("vectors", () => {
  const { run } = commands;
  const write = useFiles();
  const allowedBefore = env.modelHosts;
  let server: FakeServer;
  beforeAll(async () => {
    server = await startFakeServer({ port: 0, seed: 1 });
    env.modelHosts = allow(`127.0.0.1:${server.port}`);
  });
  afterAll(async () => {
    env.modelHosts = allowedBefore;
    await server.close();
  });

  const names = Array.from({ length: 40 }, (_, at) => `Keeper ${at}`);
  const roles = Object.fromEntries(names.map((name) => [name, `${name} has a key.`]));
  const lines = Array.from({ length: 200 }, (_, at) => {
    const [before, speaker] = [names[at % 40], names[(at * 7 + 1) % 40]];
    const text =
      `Key ${at} lies under the third stone behind the mill, where it has lain since the flood. `.repeat(2);
    return JSON.stringify({
      ...{ id: `x${at}`, work: "Keys" },
      turns: [
        { speaker: before, text: "And where is it?" },
        { speaker, text },
      ],
      ...(at === 0 && { roles }),
    });
  }).join("\n");
  const pool = () => write("pool.jsonl", lines).path;
  const address = () => `http://127.0.0.1:${server.port}/v1`;

  test("a newcomer curates two hundred pool cases by vectors of three models of the fake server", async () => {
    const asked = ["--pool", pool(), "--address", address()];
    const models = ["--model", "fake-a", "--model", "fake/b", "--model", "fake-c"];
    const told = await run("benchmark", "embed", ...asked, ...models);
    expect(told.code).toBe(1);
    expect(told.err).toMatch(/40 profiles from 1 works leave for 127\.0\.0\.1:\d+.*\n.*in 2 calls, for each/);
    const fetched = await run("benchmark", "embed", ...asked, ...models, "--yes");
    expect(fetched).toMatchObject({ code: 0, err: "" });
    expect(fetched.out).toMatch(
      /^vectors-fake-b-40-roles\.jsonl: 40 vectors of 32 numbers by fake\/b, in 2 calls, from a fake/m,
    );
    const file = (model: string) => path.join(process.env.INIT_CWD ?? "", `vectors-${model}-40-roles.jsonl`);
    expect(JSON.parse(readFileSync(file("fake-a"), "utf8").split("\n")[39] ?? "")).toMatchObject({
      ...{ id: "Keys/Keeper 39", model: "fake-a", isFake: true },
    });
    const again = await run("benchmark", "embed", ...asked, "--model", "fake-a", "--yes");
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/nothing is overwritten/) as string });
    const vectors = ["fake-a", "fake-b", "fake-c"].flatMap((model) => [
      "--vectors",
      `${model}=${file(model)}`,
    ]);
    const curated = await run(
      ...["benchmark", "curate", "Keepers", "--pool", pool(), "--track", "Literary", ...vectors, "--json"],
    );
    expect(curated).toMatchObject({ code: 0, err: "" });
    const { pool: made } = JSON.parse(curated.out) as {
      pool: { stages: { out: number }[]; models: object[] };
    };
    expect(made.stages.at(-1)?.out).toBe(200);
    expect(made.models[0]).toMatchObject({ model: "fake-a", length: 32, isFake: true });
  });

  test("what can’t be fetched is refused in the words of the screens, and leaves no file", async () => {
    const from = (to: string) => [
      "benchmark",
      "embed",
      "--pool",
      pool(),
      "--model",
      "lost",
      "--yes",
      "--address",
      to,
    ];
    const nothing = await run(...from(`http://127.0.0.1:${server.port}/v2`));
    expect(nothing).toMatchObject({ code: 1 });
    expect(nothing.err).toMatch(/weren’t fetched \(lost\)\. The call with the profiles from Keys\/Keeper 0/);
    expect(nothing.err).toMatch(/no such model or address/);
    const elsewhere = await run(...from("http://10.0.0.1/v1"));
    expect(elsewhere.err).toMatch(/MODEL_HOSTS/);
    expect(existsSync(path.join(process.env.INIT_CWD ?? "", "vectors-lost-40-roles.jsonl.unfinished"))).toBe(
      false,
    );
  });
});
