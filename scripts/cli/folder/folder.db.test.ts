import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeStudy } from "#lib/studies/mutations.ts";
import { expectValue, finish, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run } = useCommands();
const { viewer, open } = await useTrialStudies({ cases: 12 });
const root = mkdtempSync(path.join(tmpdir(), "benchside-folders-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => path.join(root, name);

let study: TrialStudy;
let running: TrialStudy;
beforeAll(async () => {
  [study, running] = [await open(), await open()];
  for (let person = 0; person < 2; person++) await finish(study, 5, 1000);
  expectValue(await closeStudy(viewer, study.slug));
  writeFileSync(at("limits.txt"), "English fiction alone.");
});

const said = [
  "--release",
  "1.0.0",
  "--licence",
  "CC BY 4.0",
  "--creator",
  "The Harbour Group",
  "--contact",
  "harbour@example.org",
];
const exported = (out: string, ...more: string[]) =>
  run(
    "benchmark",
    "export",
    "Harbour",
    "--out",
    at(out),
    ...said,
    "--limits",
    `@${at("limits.txt")}`,
    ...more,
  );

test("a benchmark is written as a folder, and verified without the database", async () => {
  const written = await exported("whole", "--study", study.slug, "--json");
  expect(written).toMatchObject({ code: 0, err: "" });
  const { files } = JSON.parse(written.out) as { files: { name: string }[] };
  expect(files.map(({ name }) => name)).toContain("data/answers.parquet");
  const verified = await run("verify", at("whole"));
  expect(verified).toMatchObject({ code: 0, err: "" });
  expect(verified.out).toContain("12 cases: Literary 12");
  expect(verified.out).toContain("Who is speaking?: 10 answers");
  expect(verified.out).toContain("choice: no figure (too few for a claim; 2 people, 5 cases, 10 answers)");
  expect(JSON.parse((await run("verify", at("whole"), "--json")).out)).toMatchObject({
    verified: true,
    answers: 10,
  });
});

test("a folder is imported as another benchmark, with the same digest", async () => {
  await exported("there");
  const { benchmark } = JSON.parse((await run("verify", at("there"), "--json")).out) as {
    benchmark: { digest: string };
  };
  const imported = await run("benchmark", "import", "Elsewhere", "--folder", at("there"));
  expect(imported).toMatchObject({ code: 0, err: "" });
  expect(imported.out).toContain("Literary: 12 cases, 12 added");
  expect(
    (await run("benchmark", "export", "Elsewhere", "--out", at("again"), ...said, "--limits", "None.")).code,
  ).toBe(0);
  const again = JSON.parse((await run("verify", at("again"), "--json")).out) as typeof benchmark & {
    benchmark: object;
  };
  expect(again.benchmark).toMatchObject({ digest: benchmark.digest });
  rmSync(at("there/data/cases.parquet"));
  const refused = await run("benchmark", "import", "Nowhere", "--folder", at("there"));
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining("This file is missing")]);
});

test("a changed folder is refused with its file, and a key has no place", async () => {
  await exported("changed");
  writeFileSync(at("changed/README.md"), "Nothing.\n");
  const changed = await run("verify", at("changed"));
  expect(changed.code).toBe(1);
  expect(changed.err).toContain("README.md: This file isn’t as it was written");
  const keyed = await run("verify", at("changed"), "--key", "sha256:00");
  expect(keyed.err).toContain("a benchmark isn’t signed");
});

test("whatever is missing or wrong is said, and no folder is left", async () => {
  const plain = await run("benchmark", "export", "Harbour", "--out", at("none"));
  expect(plain.code).toBe(1);
  for (const name of ["release", "licence", "creator", "contact", "limits"])
    expect(plain.err).toContain(`--${name}: is missing`);
  const open = await exported("none", "--study", running.slug);
  expect([open.code, open.err]).toEqual([1, expect.stringContaining("isn’t closed")]);
  const unknown = await exported("none", "--study", "nowhere");
  expect(unknown.err).toContain("there is no study of that address");
  const pathless = await run("benchmark", "export", "Harbour", "--licence", "MIT");
  expect(pathless.err).toContain("--out: name the folder");
  expect(existsSync(at("none"))).toBe(false);
  expect(readdirSync(root).filter((name) => name.includes("unfinished"))).toEqual([]);
});
