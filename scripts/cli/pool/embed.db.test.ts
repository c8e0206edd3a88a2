import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { allow } from "#lib/model-calls/testing/requests.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";
import { startFakeServer, type FakeServer } from "#scripts/fake-models/server.ts";

const { run } = useCommands();
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
    id: `x${at}`,
    work: "Keys",
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
    id: "Keys/Keeper 39",
    model: "fake-a",
    isFake: true,
  });
  const again = await run("benchmark", "embed", ...asked, "--model", "fake-a", "--yes");
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/nothing is overwritten/) as string });
  const vectors = ["fake-a", "fake-b", "fake-c"].flatMap((model) => ["--vectors", `${model}=${file(model)}`]);
  const curated = await run(
    "benchmark",
    "curate",
    "Keepers",
    "--pool",
    pool(),
    "--track",
    "Literary",
    ...vectors,
    "--json",
  );
  expect(curated).toMatchObject({ code: 0, err: "" });
  const { pool: made } = JSON.parse(curated.out) as { pool: { stages: { out: number }[]; models: object[] } };
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
  expect(nothing.err).toMatch(/weren’t fetched \(lost\)\. The call with profiles Keys\/Keeper 0/);
  expect(nothing.err).toMatch(/Unknown model or address/);
  const elsewhere = await run(...from("http://10.0.0.1/v1"));
  expect(elsewhere.err).toMatch(/MODEL_HOSTS/);
  expect(existsSync(path.join(process.env.INIT_CWD ?? "", "vectors-lost-40-roles.jsonl.unfinished"))).toBe(
    false,
  );
});
