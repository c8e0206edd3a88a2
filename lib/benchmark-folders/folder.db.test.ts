import { readFileSync } from "node:fs";
import path from "node:path";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, test } from "vitest";
import { checkFolder } from "#lib/benchmark-folders/check/check-folder.ts";
import { folderDescription } from "#lib/benchmark-folders/schema.ts";
import {
  listFiles,
  readIn,
  readRows,
  request,
  useFolders,
} from "#lib/benchmark-folders/testing/written-folder.ts";
import { openFolder } from "#lib/benchmark-folders/write-folder.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { getArms } from "#lib/study-results/arms/arms.ts";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { caseCsv, quietly, someCases } from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue, finish, numberOf, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 16 });

const { viewer, open, benchmark } = trial;
const { write } = useFolders();

const parts = {
  sample: { quota: { Literary: 12 }, attention: { count: 1, cases: [] } },
  questions: { reason: "optional" },
} as const satisfies Parameters<typeof open>[0];

/** Five people of whom one is left out and one withdrew, closed. */
async function closedStudy() {
  const study = await open(parts);
  const sitters = [];
  for (let person = 0; person < 5; person++) sitters.push(await finish(study, 13, 30_000));
  const [out, gone] = sitters;
  if (!out || !gone) throw new Error("nobody took part");
  expectValue(await excludeSitting(viewer, study.id, await numberOf(out), "tried it out"));
  expectValue(await withdrawSitting(viewer, study.id, await numberOf(gone), { erase: false }));
  expectValue(await closeStudy(viewer, study.slug));
  return { ...study, sitters };
}

const readDescription = (folder: string) =>
  folderDescription.parse(JSON.parse(readIn(folder, "benchmark.json")));

test("a folder has the cases, the answers of who counts and the study’s own figure, and verifies", async () => {
  const study = await closedStudy();
  const folder = await write(viewer, benchmark.id, { study: [study.slug] });
  expect(listFiles(folder)).toEqual([
    "README.md",
    "SHA256SUMS",
    "benchmark.json",
    "croissant.json",
    "data/answers.jsonl",
    "data/answers.parquet",
    "data/cases.jsonl",
    "data/cases.parquet",
  ]);
  expect(await checkFolder(folder)).toMatchObject({ problems: [], answers: 36 });

  const { studies, cases, tracks, digest } = readDescription(folder);
  expect({ cases, tracks }).toMatchObject({
    cases: 16,
    tracks: [{ name: "Literary", language: "en", cases: 16 }],
  });
  const [{ digest: stored } = { digest: null }] = await db.$queryRaw<{ digest: string }[]>`
    SELECT encode(digest_of_cases(${benchmark.id}), 'hex') AS digest`;
  expect(digest).toBe(stored);

  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("the study is gone");
  const { people, n } = computeHeadline(rows, mainView("people"));
  expect(studies).toMatchObject([
    {
      study: study.slug,
      who: "people",
      people: 3,
      answers: 36,
      baselines: [
        {
          ...n,
          accuracy: people.accuracy,
          low: people.interval.low,
          high: people.interval.high,
          level: 0.95,
        },
      ],
    },
  ]);
  // Whoever has the folder alone comes to the same figure.
  const answers = readRows(folder, "data/answers.jsonl");
  const selected = answers.filter(({ stratum }) => stratum === "selected");
  const right = selected.filter((answer) => answer["right"] === 1).length;
  expect(right / selected.length).toBe(people.accuracy);
  expect(new Set(answers.map(({ participant }) => participant))).toEqual(new Set([1, 2, 3]));
  const told = `**${(100 * (people.accuracy ?? 0)).toFixed(1)}% right**`;
  expect(readIn(folder, "README.md")).toContain(told);
});

test("nothing in it says who somebody is, and no answer is of who was left out or withdrew", async () => {
  const study = await closedStudy();
  const folder = await write(viewer, benchmark.id, { study: [study.slug] });
  const whole = listFiles(folder)
    .map((name) => readFileSync(path.join(folder, name)).toString("latin1"))
    .join("\n");
  const sittings = await db.sitting.findMany({ where: { studyId: study.id }, include: { user: true } });
  const secrets = sittings.flatMap(({ id, userId, user, completionCode }) => [
    id,
    userId,
    user.handle,
    completionCode,
  ]);
  expect(secrets.filter((one) => one !== null && whole.includes(one))).toEqual([]);
  const kept = ["reason", "saved_after_ms", "excluded", "cohort"];
  expect(
    Object.keys(readRows(folder, "data/answers.jsonl")[0] ?? {}).filter((key) => kept.includes(key)),
  ).toEqual([]);
});

test("the same content is the same bytes, and Parquet holds what JSON Lines does", async () => {
  const study = await closedStudy();
  const [one, other] = [
    await write(viewer, benchmark.id, { study: [study.slug] }),
    await write(viewer, benchmark.id, { study: [study.slug] }),
  ];
  for (const name of listFiles(one))
    expect(readFileSync(path.join(one, name)).equals(readFileSync(path.join(other, name))), name).toBe(true);
  for (const list of ["cases", "answers"]) {
    const bytes = readFileSync(path.join(one, `data/${list}.parquet`));
    const table = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    expect(table.map(filled)).toEqual(
      readRows(one, `data/${list}.jsonl`).map(list === "cases" ? asText : filled),
    );
  }
});

const plain = (cell: unknown): unknown =>
  typeof cell === "bigint" ? Number(cell) : Array.isArray(cell) ? cell.map(plain) : cell;
const filled = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, cell]) =>
      cell === null || cell === undefined ? [] : [[key, plain(cell)]],
    ),
  );
const asText = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(filled(row)).map(([key, cell]) => [
      key,
      typeof cell === "string" ? cell : JSON.stringify(cell),
    ]),
  );

test("it is recorded, of the benchmark and of each study whose answers went along", async () => {
  const study = await closedStudy();
  await write(viewer, benchmark.id, { study: [study.slug] });
  const events = await db.auditEvent.findMany({
    where: { action: { endsWith: ".exported" } },
    select: { action: true, subjectId: true },
    orderBy: { id: "desc" },
    take: 2,
  });
  expect(events).toEqual([
    { action: "study_results.exported", subjectId: study.id },
    { action: "benchmark.exported", subjectId: String(benchmark.id) },
  ]);
});

test("a study that runs, is elsewhere or has nobody is refused, and nothing is recorded", async () => {
  const before = await db.auditEvent.count({ where: { action: "benchmark.exported" } });
  const running = await open(parts);
  const ask = async (slug: string) => {
    const asked = await openFolder(viewer, benchmark.id, { ...request, study: [slug] });
    return asked.ok ? "written" : asked.error;
  };
  expect(await ask(running.slug)).toBe("not_closed");
  expect(await ask("nowhere")).toBe("no_such_study");
  expectValue(await closeStudy(viewer, running.slug));
  expect(await ask(running.slug)).toBe("no_answers");
  const other = await db.benchmark.create({ data: { slug: "empty", name: "Empty" } });
  expect(await openFolder(viewer, other.id, request)).toMatchObject({ ok: false, error: "no_cases" });
  const elsewhere = await openFolder(viewer, other.id, { ...request, study: [running.slug] });
  expect(elsewhere).toMatchObject({ ok: false });
  expect(await db.auditEvent.count({ where: { action: "benchmark.exported" } })).toBe(before);
});

describe("a folder of a study with arms", () => {
  const { viewer, open, benchmark } = trial;
  const { write } = useFolders();

  const context = (...turns: (number | null)[]): Arms => ({
    differ: "context",
    unit: "people",
    arms: turns.map((each) => ({ name: each === null ? "All turns" : `${each} before`, turns: each })),
  });

  /** Six people, three in each arm, closed. */
  async function closedStudy(arms: Arms) {
    const study = await open({ sample: { quota: { Literary: 12 } }, assignment: { arms, people: 6 } });
    for (let person = 0; person < 6; person++) await finish(study, 12, 30_000);
    expectValue(await closeStudy(viewer, study.slug));
    return study;
  }

  test("of arms that show cases otherwise, answers and figure of the one that doesn’t go along, and verify", async () => {
    const study = await closedStudy(context(null, 0));
    const folder = await write(viewer, benchmark.id, { study: [study.slug] });
    expect(await checkFolder(folder)).toMatchObject({ problems: [], answers: 36 });
    const rows = readRows(folder, "data/answers.jsonl");
    expect(new Set(rows.map(({ arm }) => arm))).toEqual(new Set(["All turns"]));
    const [told] = folderDescription.parse(JSON.parse(readIn(folder, "benchmark.json"))).studies;
    const [plain] = getArms((await getRows(viewer, study.slug)) as never, mainView("people"));
    expect(told).toMatchObject({
      people: 3,
      arms: { differ: "context", names: ["All turns", "0 before"], shown: "All turns" },
      baselines: [{ people: 3, answers: 36, accuracy: plain?.people.accuracy, low: plain?.interval.low }],
    });
    expect(readIn(folder, "README.md")).toContain("answers and figure are of “All turns” alone");
  });

  thorough("where no arm shows cases as they are, nothing goes along", async () => {
    const study = await closedStudy(context(0, 1));
    expect(await openFolder(viewer, benchmark.id, { ...request, study: [study.slug] })).toMatchObject({
      ok: false,
      error: "no_plain_arm",
    });
  });

  thorough("of arms that are told something else, all answers go along, each with its arm", async () => {
    const study = await closedStudy({
      differ: "translation",
      unit: "people",
      arms: [
        { name: "Not", translation: false },
        { name: "Allowed", translation: true },
      ],
    });
    const folder = await write(viewer, benchmark.id, { study: [study.slug] });
    expect(await checkFolder(folder)).toMatchObject({ problems: [], answers: 72 });
    const rows = readRows(folder, "data/answers.jsonl");
    expect(rows.filter(({ arm }) => arm === "Allowed")).toHaveLength(36);
    expect(readIn(folder, "README.md")).toContain("`arm` tells them apart");
  });
});

describe("a folder of several kinds", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;
  const { write } = useFolders();

  const formats = path.resolve(import.meta.dirname, "../../docs/formats");
  const examples = ["documents", "labels", "pairs", "ratings", "texts", "traits"];
  const awkward = [
    {
      id: "=1+1",
      track: "Lines",
      kind: "choice",
      source: "The Ferry Ledger",
      group: "night",
      attributes: { method: "zero", model: "lamp" },
      content: { text: "A text on purpose.\n“with quotes”, \u0007 and 𝔘nicode, 谁在说话" },
      options: ["NA", "null", { name: "Bo", profile: "Keeps the ferry." }].slice(0, 2),
      gold: "null",
    },
    {
      id: "many",
      track: "Lines",
      kind: "label",
      many: true,
      labels: {
        name: "codes",
        definition: "Which apply.",
        labels: [
          { name: "a", definition: "A." },
          { name: "b", definition: "B." },
        ],
      },
      content: { parts: [{ role: "judged", title: "Answer", text: "both" }] },
      gold: ["a", "b"],
    },
  ];

  const digestOf = async (benchmarkId: number) =>
    (
      await db.$queryRaw<
        { digest: string }[]
      >`SELECT encode(digest_of_cases(${benchmarkId}), 'hex') AS digest`
    )[0]?.digest;

  async function fill(): Promise<void> {
    await trial.importCases(caseCsv(someCases(8)), { track: "Literary" });
    await trial.importCases(awkward.map((line) => JSON.stringify(line)).join("\n"), { track: null });
    for (const name of examples) {
      const content = readFileSync(path.join(formats, `${name}-example.jsonl`));
      const { problems, stored } = await trial.importCases(content, { track: null });
      expect({ problems, stored }, name).toEqual({ problems: [], stored: true });
    }
  }

  test("cases of every kind verify, and have the same digests and the same lines where they are imported", async () => {
    await fill();
    const folder = await write(viewer, trial.id());
    const { problems, description } = await checkFolder(folder);
    expect(problems).toEqual([]);
    const other = await createBenchmark(viewer, { name: "Elsewhere", description: "" });
    const place = path.join(folder, "data/cases.jsonl");
    const files = [{ path: place, name: "cases.jsonl", track: null, language: null }];
    const asked = { benchmark: other, files, mode: "store", skipBad: false } as const;
    expect(await runCaseImport(viewer, asked, carryPredictions, quietly)).toMatchObject({ problems: [] });
    expect(await digestOf(other.id)).toBe(description?.digest);
    const again = await write(viewer, other.id);
    expect(readIn(again, "data/cases.jsonl")).toBe(readIn(folder, "data/cases.jsonl"));
  });
});
