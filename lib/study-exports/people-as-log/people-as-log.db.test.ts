import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { downloadExport } from "#lib/study-exports/download.ts";
import { prepareExport } from "#lib/study-exports/export.ts";
import { exportQuery, type ExportFileName } from "#lib/study-exports/schema.ts";
import { aKey, readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { quietly, useFiles } from "#lib/testing/benchmark-files.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
  type Sitter,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";
import { makerOf } from "#lib/studies/schema.ts";

const { viewer, benchmark, open } = await useTrialStudies({ cases: 12 });
const write = useFiles();
const track = "Literary";
const positions = 5;

let study: TrialStudy;
let sitters: Sitter[];

async function take(file: ExportFileName, asked: { track?: string; who?: string } = {}) {
  const { track: wanted = track, ...rest } = asked;
  const query = exportQuery.parse({ key: aKey, ...rest });
  const prepared = expectValue(await prepareExport(viewer, study.slug, query));
  const response = expectValue(await downloadExport(viewer, prepared, { file, track: wanted }));
  const named = decodeURIComponent(response.headers.get("content-disposition")?.split("''")[1] ?? "");
  return { name: named, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function importBack(files: { name: string; bytes: Buffer }[], model: string | null = null) {
  const about = { track: null, model, method: "study", version: "", ranAt: null };
  const placed = files.map(({ name, bytes }) => ({ ...write(name, bytes), ...about }));
  const request = { benchmark, files: placed, mode: "store", skipBad: false } as const;
  return runResultImport(viewer, request, quietly);
}

/** By case: what the run holds. */
async function listPredictions(model: string, version: string) {
  const found = await db.prediction.findMany({
    where: { run: { model, version, benchmarkId: benchmark.id } },
    select: {
      choice: true,
      probabilities: true,
      failed: true,
      caseVersion: { select: { case: { select: { key: true } } } },
    },
  });
  return new Map(found.map(({ caseVersion, ...one }) => [caseVersion.case.key, one]));
}

/** The first can't read one case, and leaves it without an answer. */
const answerOf = (person: number, position: number) =>
  person === 0 && position === 2
    ? { cannotRead: true }
    : { choice: (position + person) % 3, reason: "private words" };

beforeAll(async () => {
  study = await open({ questions: { reason: "optional", mayPass: true } });
  sitters = [];
  for (let person = 0; person < 5; person++) sitters.push(await begin(study));
  for (const [person, sitter] of sitters.entries()) {
    for (let position = 1; position <= positions; position++)
      await answerCase(sitter, position, answerOf(person, position));
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  const [, second, third] = sitters as [Sitter, Sitter, Sitter];
  expectValue(await excludeSitting(viewer, study.id, await numberOf(second), "came twice"));
  expectValue(await withdrawSitting(viewer, study.id, await numberOf(third), { erase: false }));
  expectValue(await closeStudy(viewer, study.slug));
});

const countedAnswers = async () => {
  const files = await readExport(viewer, study.slug);
  const answers = readLines(files.get("answers.jsonl"));
  return answers.filter(({ excluded, choice }) => excluded === 0 && choice !== null);
};

describe("people as a log of Inspect", () => {
  test("are epochs by their numbers, and come back as what each of them answered", async () => {
    const log = await take("people-as-log.eval");
    expect(log.name).toMatch(/^\d{4}-\d\d-\d\dT00-00-00\+00-00_[a-z0-9-]+-Literary_[0-9a-f]{22}\.eval$/);
    const { report, problems } = await importBack([log]);
    expect(problems).toEqual([]);
    const answers = await countedAnswers();
    const numbers = [...new Set(answers.map(({ participant }) => Number(participant)))];
    expect(report.runs.map(({ model, version }) => [model, version]).toSorted()).toEqual(
      numbers.map((number) => ["people", number === 1 ? "" : `epoch ${number}`]).toSorted(),
    );
    for (const number of numbers) {
      const own = answers.filter(({ participant }) => participant === number);
      const stored = await listPredictions("people", number === 1 ? "" : `epoch ${number}`);
      expect([...stored.keys()].toSorted()).toEqual(own.map((row) => String(row["case"])).toSorted());
      for (const { case: key, choice } of own)
        expect(stored.get(String(key))).toEqual({
          choice: Number(choice) - 1,
          probabilities: [],
          failed: false,
        });
    }
    // Who left one case out has no answer to it there either.
    expect(report.runs.map(({ matched }) => matched).toSorted()).toEqual([4, 5, 5]);
  });

  test("hold nothing of who took part, and nothing of who is left out or gone", async () => {
    const files = [await take("people-as-log.eval"), await take("consensus-as-log.eval")];
    const told = files.flatMap(({ bytes }) => [...readZip(bytes).values()]).join("\n");
    for (const sitter of sitters)
      for (const secret of [sitter.sittingId, sitter.handle, sitter.viewer.userId])
        expect(told).not.toContain(secret);
    for (const secret of ["private words", "came twice", study.link]) expect(told).not.toContain(secret);
    const { openedAt } = await db.study.findUniqueOrThrow({ where: { id: study.id } });
    const moments = new Set(told.match(/\d{4}-\d\d-\d\dT[\d:]+/g));
    expect([...moments]).toEqual([`${openedAt?.toISOString().slice(0, 10)}T00:00:00`]);
    const names = [...readZip(files[0]?.bytes ?? Buffer.alloc(0)).keys()];
    expect(new Set(names.flatMap((name) => /_epoch_(\d+)/.exec(name)?.[1] ?? [])).size).toBe(3);
  });

  test("say in their head what the tool’s own accuracy is", async () => {
    const entries = readZip((await take("people-as-log.eval")).bytes);
    const head = JSON.parse(entries.get("header.json") ?? "") as {
      eval: { model: string; dataset: { samples: number; sample_ids: string[] } };
      results: { total_samples: number; scores: { metrics: { accuracy: { value: number } } }[] };
    };
    const answers = await countedAnswers();
    const byCase = [...Map.groupBy(answers, (row) => row["case"]).values()];
    const accuracy =
      byCase.reduce((sum, rows) => sum + rows.filter(({ right }) => right === 1).length / rows.length, 0) /
      byCase.length;
    expect(head.eval).toMatchObject({ model: "people", dataset: { samples: positions } });
    expect(head.results.total_samples).toBe(answers.length);
    expect(head.results.scores[0]?.metrics.accuracy.value).toBeCloseTo(accuracy, 12);
    const summaries = JSON.parse(entries.get("_journal/summaries/1.json") ?? "") as unknown[];
    expect(summaries).toHaveLength(answers.length);
  });

  test("as a consensus are one answer to a case, with the shares of people", async () => {
    const { problems } = await importBack([await take("consensus-as-log.eval")]);
    expect(problems).toEqual([]);
    await expectShares("people-consensus");
  });
});

async function expectShares(model: string): Promise<void> {
  const stored = await listPredictions(model, "");
  const byCase = Map.groupBy(await countedAnswers(), (row) => String(row["case"]));
  expect(stored.size).toBe(byCase.size);
  for (const [key, rows] of byCase) {
    const shares = [0, 1, 2, 3].map(
      (option) => rows.filter(({ choice }) => choice === option + 1).length / rows.length,
    );
    expect(stored.get(key)).toMatchObject({ probabilities: shares, failed: false });
  }
}

describe("people as a log of lm-evaluation-harness", () => {
  test("are samples and results, which come back as the consensus", async () => {
    const archive = readZip((await take("people-as-lm-eval.zip")).bytes);
    const [samples = "", results = ""] = archive.keys();
    expect([samples, results]).toEqual([
      expect.stringMatching(
        /^people-consensus\/samples_[a-z0-9-]+-Literary_\d{4}-\d\d-\d\dT00-00-00\.000000\.jsonl$/,
      ),
      expect.stringMatching(/^people-consensus\/results_\d{4}-\d\d-\d\dT00-00-00\.000000\.json$/),
    ]);
    const lines = readLines(archive.get(samples)) as { acc: number; filtered_resps: string[] }[];
    const head = JSON.parse(archive.get(results) ?? "") as {
      results: Record<string, Record<string, number>>;
    };
    const [task] = Object.values(head.results);
    expect(task?.["acc,none"]).toBeCloseTo(lines.reduce((sum, { acc }) => sum + acc, 0) / lines.length, 12);
    const { problems } = await importBack(
      [{ name: "samples.jsonl", bytes: Buffer.from(archive.get(samples) ?? "") }],
      "people of the harness",
    );
    expect(problems).toEqual([]);
    await expectShares("people of the harness");
  });

  test("are not there for a track that isn’t, or for simulated people that nobody made", async () => {
    const query = exportQuery.parse({ key: aKey });
    const prepared = expectValue(await prepareExport(viewer, study.slug, query));
    for (const file of ["people-as-log.eval", "consensus-as-log.eval"] as const)
      expect(await downloadExport(viewer, prepared, { file, track: "Drama" })).toEqual({
        ok: false,
        error: "not_found",
      });
  });
});

describe("people who are imported again", () => {
  const listMarks = async () => {
    const runs = await db.modelRun.findMany({
      where: { benchmarkId: benchmark.id, model: { startsWith: "renamed" } },
      select: { model: true, isFake: true, isPeople: true },
      orderBy: { model: "asc" },
    });
    return runs.map((run) => [run.model, makerOf(run)] as const);
  };

  test("are a run that is marked as simulated people, whatever it is called", async () => {
    const made = await open();
    const [invited] = expectValue(await inviteSimulated(viewer, made.id, { count: 1, seed: 1 }));
    await finish({ link: invited?.code ?? "" }, positions, 1000);
    expectValue(await closeStudy(viewer, made.slug));
    const query = exportQuery.parse({ key: aKey, who: "simulated" });
    const prepared = expectValue(await prepareExport(viewer, made.slug, query));
    const bytesOf = async (file: ExportFileName) => {
      const response = expectValue(await downloadExport(viewer, prepared, { file, track }));
      return Buffer.from(await response.arrayBuffer());
    };
    const archive = readZip(await bytesOf("people-as-lm-eval.zip"));
    const table = (await readExport(viewer, made.slug, { who: "simulated" })).get(
      `people-as-model/${track}_simulated-people.csv`,
    );
    const files: [model: string, name: string, bytes: Buffer][] = [
      ["renamed, each", "each.eval", await bytesOf("people-as-log.eval")],
      ["renamed, together", "together.eval", await bytesOf("consensus-as-log.eval")],
      ["renamed, harness", "samples.jsonl", Buffer.from([...archive.values()][0] ?? "")],
    ];
    for (const [model, name, bytes] of files)
      expect((await importBack([{ name, bytes }], model)).problems).toEqual([]);
    const about = { track, model: "renamed, table", method: "study", version: "", ranAt: null };
    const placed = { ...write("table.csv", table ?? ""), ...about };
    const request = { benchmark, files: [placed], mode: "store", skipBad: false } as const;
    expect((await runResultImport(viewer, request, quietly)).problems).toEqual([]);
    const ours = (await listMarks()).filter(([model]) => model.startsWith("renamed, "));
    expect(ours).toEqual([
      ["renamed, each", "simulated"],
      ["renamed, harness", "simulated"],
      ["renamed, table", "simulated"],
      ["renamed, together", "simulated"],
    ]);
  });

  test("are marked by their name, where a file says no more", async () => {
    const { name, bytes } = await take("consensus-as-log.eval");
    await importBack([{ name, bytes }], "simulated-people");
    await importBack([{ name, bytes }], "renamed people");
    const each = await take("people-as-log.eval");
    await importBack([{ name: "each.eval", bytes: each.bytes }], "renamed people, each");
    const run = await db.modelRun.findFirstOrThrow({
      where: { benchmarkId: benchmark.id, model: "simulated-people" },
    });
    expect(run.isFake).toBe(true);
    expect(await listMarks()).toEqual(
      expect.arrayContaining([
        ["renamed people", "people"],
        ["renamed people, each", "people"],
      ]),
    );
  });
});
