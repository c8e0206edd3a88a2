import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { forge, readIn, useFolders } from "#lib/benchmark-folders/testing/written-folder.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { importCaseFiles } from "#lib/imports/run.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { zip } from "#lib/testing/model-logs.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";
import { scratchFolder } from "#lib/files/scratch.ts";

const { viewer, open, benchmark } = await useTrialStudies({ cases: 12 });
const { root, write, pack } = useFolders();

let whole = "";
beforeAll(async () => {
  await db.track.updateMany({
    where: { benchmarkId: benchmark.id },
    data: { language: "en-GB", categories: "own", categoryNames: [] },
  });
  await db.benchmark.update({ where: { id: benchmark.id }, data: { clusterUnit: "person" } });
  const study = await open();
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  expect(parseManifest(content).benchmark).toEqual({
    slug: benchmark.slug,
    name: "Harbour",
    clusterUnit: "person",
  });
  for (let person = 0; person < 2; person++) await finish(study, 5, 20_000);
  expectValue(await closeStudy(viewer, study.slug));
  whole = await write(viewer, benchmark.id, { study: [study.slug] });
});

const newBenchmark = () =>
  createBenchmark(viewer, { name: `Elsewhere ${crypto.randomUUID()}`, description: "" });
const tell = async (id: number) => ({
  digest: (
    await db.$queryRaw<{ digest: string }[]>`SELECT encode(digest_of_cases(${id}), 'hex') AS digest`
  )[0]?.digest,
  cases: await db.case.count({ where: { track: { benchmarkId: id } } }),
  tracks: await db.track.findMany({
    where: { benchmarkId: id },
    select: { name: true, language: true, categories: true, categoryNames: true },
  }),
  ...(await db.benchmark.findUnique({ where: { id }, select: { clusterUnit: true } })),
});
const left = () => (existsSync(scratchFolder()) ? readdirSync(scratchFolder()) : []);

async function bring(place: string, mode: "check" | "store" = "store") {
  const made = await newBenchmark();
  const files = [{ path: place, name: "harbour.zip", track: null, language: null }];
  const request = { benchmark: made, mode, skipBad: false, files };
  return { made, ...(await importCaseFiles(viewer, request, quietly)) };
}

test.each([
  ["a folder", async () => whole],
  ["its ZIP", async () => pack(whole)],
])(
  "%s brings the same cases: digests, order, tracks with language and categories, what clusters are",
  async (_what, place) => {
    const before = left();
    const checked = await bring(await place(), "check");
    expect(checked).toMatchObject({
      problems: [],
      report: { stored: false, tracks: { Literary: { added: 12 } } },
    });
    expect((await tell(checked.made.id)).cases).toBe(0);
    const { made, report, problems } = await bring(await place());
    expect(problems).toEqual([]);
    const told = await tell(benchmark.id);
    expect(await tell(made.id)).toEqual(told);
    expect(report).toMatchObject({
      stored: true,
      folders: [{ file: "harbour.zip", release: "1.0.0", digest: told.digest, answers: 10, studies: 1 }],
    });
    const again = await write(viewer, made.id);
    expect(readIn(again, "data/cases.jsonl")).toBe(readIn(whole, "data/cases.jsonl"));
    expect(left()).toEqual(before);
  },
);

test("one that was changed brings nothing, and says where and what to do", async () => {
  const changed = path.join(root, "changed");
  cpSync(whole, changed, { recursive: true });
  forge(changed, "data/cases.jsonl", (lines) => lines.replace('"gold":"Ilse Brandt"', '"gold":"The Pilot"'));
  const { made, report, problems } = await bring(await pack(changed));
  expect(report.stored).toBe(false);
  expect(problems[0]).toMatchObject({
    file: "harbour.zip/data/cases.jsonl",
    line: 1,
    column: "sha256",
    problem: expect.stringContaining("Get the folder again"),
  });
  expect((await tell(made.id)).cases).toBe(0);
  expect(left()).toEqual([]);
});

test("one that unpacks to hundreds of times its size is not unpacked, and says so", async () => {
  const bomb = path.join(root, "bomb.zip");
  const description = `{"tracks":[${"1,".repeat(9_000_000)}1]}`;
  writeFileSync(
    bomb,
    zip([
      ["SHA256SUMS", ""],
      ["data/cases.jsonl", ""],
      ["benchmark.json", description],
    ]),
  );
  const { made, report, problems } = await bring(bomb);
  expect(report.stored).toBe(false);
  expect(problems).toMatchObject([
    { file: "harbour.zip", problem: expect.stringContaining("unpacks to more than 250 times its size") },
  ]);
  expect((await tell(made.id)).cases).toBe(0);
  expect(left()).toEqual([]);
});

test("an upload is known by what is in it, and one that is cut off is said to be", async () => {
  const file = await pack(whole);
  const bytes = readFileSync(file);
  const { id } = await newBenchmark();
  const upload = async (content: Buffer, fileName: string) =>
    acceptUpload(viewer, { id, tracks: [] }, { fileName, body: streamOf(content), length: null });
  expect(await upload(bytes, "persona.zip")).toMatchObject({
    ok: true,
    value: { guess: { purpose: "cases", format: "folder", track: null, tracks: ["Literary"] } },
  });
  expect(await upload(bytes.subarray(0, bytes.length / 2), "persona.zip")).toMatchObject({
    ok: false,
    error: "zip_archive",
  });
});

async function* streamOf(content: Buffer) {
  yield content;
}
