import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { filterByConfidence } from "#lib/curation/confidence/mutations.ts";
import { countVotes, listFilterRuns, listVoted } from "#lib/curation/confidence/queries.ts";
import { filterInput } from "#lib/curation/confidence/schema.ts";
import { exportDropLines } from "#lib/curation/export-drops.ts";
import { listDropped } from "#lib/curation/queries.ts";
import { makeBenchmark } from "#lib/curation/made-benchmark.ts";
import { madeOf, useSureRuns } from "#lib/curation/testing/sure-runs.ts";
import { db } from "#lib/db.ts";
import { addTemplate, addVersion } from "#lib/prompt-templates/mutations.ts";
import { succeed } from "#lib/result.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useSureRuns();
const { viewer } = trial;

test("a filter is counted before it is made, and shown case by case", async () => {
  const runs = await listFilterRuns(viewer, { id: trial.id(), cases: 6 });
  expect(runs.map(({ model, voted, failed, bare, cases: of }) => [model, voted, failed, bare, of])).toEqual([
    ["Oar", 5, 1, 0, 6],
    ["lantern", 4, 0, 0, 6],
    ["sieve", 6, 0, 0, 6],
  ]);
  const chosen = {
    benchmarkId: trial.id(),
    runIds: [await trial.idOf("Oar"), await trial.idOf("lantern")],
    threshold: 0.5,
  };
  const alike = await countVotes(viewer, { ...chosen, exactly: "stays" });
  expect(alike).toEqual([
    { track: "Literary", votes: "-s", cases: 1 },
    { track: "Literary", votes: "g-", cases: 1 },
    { track: "Literary", votes: "gg", cases: 1 },
    { track: "Literary", votes: "s-", cases: 1 },
    { track: "Literary", votes: "ss", cases: 2 },
  ]);
  const exactly = await countVotes(viewer, { ...chosen, exactly: "goes" });
  expect(exactly.find(({ votes }) => votes === "gs")).toMatchObject({ cases: 1 });
  const shown = { votes: ["g-", "gg"], track: "Literary", page: 1 };
  const listed = await listVoted(viewer, { ...chosen, exactly: "stays" }, shown);
  expect(listed.map(({ said }) => said)).toEqual([
    [0.7, 0.6],
    [0.9, null],
  ]);
  expect(await listVoted(viewer, { ...chosen, exactly: "stays" }, { ...shown, track: "Drama" })).toEqual([]);
});

test("the newest version of each prompt template goes along, and is the first there", async () => {
  const add = async (name: string, ...texts: string[]) => {
    const [first = "", ...later] = texts.map((text) => `${text} {turns} {candidates}`);
    const { id } = expectValue(await addTemplate(viewer, { benchmark: trial.slug(), name, text: first }));
    for (const text of later) expectValue(await addVersion(viewer, { id, text, after: 1 }));
  };
  await add("Plain", "Who?");
  await add("Better", "Who says it?", "Who says what?");
  const { benchmark } = expectValue(await filterByConfidence(viewer, await trial.wish(["Oar", "lantern"])));
  const textsOf = (slug: string) =>
    db.promptTemplateVersion.findMany({
      where: { template: { benchmark: { slug } } },
      select: {
        number: true,
        text: true,
        sha256: true,
        createdById: true,
        template: { select: { name: true } },
      },
      orderBy: [{ template: { name: "asc" } }, { number: "asc" }],
    });
  const [, better, plain] = await textsOf(trial.slug());
  expect(await textsOf(benchmark)).toEqual([{ ...better, number: 1 }, plain]);
});

test("what stays is a benchmark of its own, to the byte, with what models answered and why the others went", async () => {
  const lines = await Array.fromAsync(exportCaseLines(viewer, trial.id()));
  const { benchmark, cases: kept } = expectValue(
    await filterByConfidence(viewer, await trial.wish(["Oar", "lantern"])),
  );
  expect(kept).toBe(4);
  const made = await madeOf(benchmark);
  expect(await Array.fromAsync(exportCaseLines(viewer, made.id))).toEqual(lines.slice(1, 5));
  expect(made.modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([
    ["Oar", true],
    ["lantern", true],
    ["sieve", false],
  ]);
  const copied = await listFilterRuns(viewer, { id: made.id, cases: kept });
  expect(copied.map(({ voted, failed }) => [voted, failed])).toEqual([
    [3, 1],
    [3, 0],
    [4, 0],
  ]);
  const drops = await db.benchmarkLineageDrop.findMany({
    where: { benchmarkId: made.id },
    select: { stage: true, why: true, caseVersion: { select: { case: { select: { position: true } } } } },
    orderBy: { caseVersionId: "asc" },
  });
  expect(drops).toEqual([
    { stage: 0, why: [0.7, 0.6], caseVersion: { case: { position: 1 } } },
    { stage: 0, why: [0.9, null], caseVersion: { case: { position: 6 } } },
  ]);
  const listed = await listDropped(viewer, made.id, 1);
  expect(listed.map(({ track, why }) => [track, why])).toEqual([
    ["Literary", [0.7, 0.6]],
    ["Literary", [0.9, null]],
  ]);
  expect(await listDropped(viewer, made.id, 2)).toEqual([]);
  const [line = ""] = await Array.fromAsync(exportDropLines(viewer, made.id));
  expect(JSON.parse(line)).toEqual({
    ...{ madeOf: trial.slug(), track: "Literary", id: expect.any(String) as string, version: 1 },
    ...{ stage: 0, by: "confidence", why: [0.7, 0.6] },
  });
  const lineage = (await getLineage(viewer, made.id)) ?? expect.fail();
  const counts = { cases: 6, dropped: 2, kept: 4, withoutVote: 0 };
  expect(lineage).toMatchObject([
    {
      benchmark: { slug: benchmark },
      parent: { slug: trial.slug() },
      stages: [
        {
          settings: { threshold: 0.5, exactly: "stays", rule: "any" },
          counts: { ...counts, tracks: [{ track: "Literary", ...counts }] },
          models: [
            { model: "Oar", isFake: false, predictions: 5, dropped: 2 },
            { model: "lantern", isFake: false, predictions: 4, dropped: 1 },
          ],
        },
      ],
    },
  ]);
  const [link = expect.fail()] = lineage;
  expect(link.digest).toBe(hashOf(writeCanonical(link.stages)));
  const file = writeLineage(lineage);
  expect(file.hash).toBe(hashOf(file.content));
  expect(writeLineage((await getLineage(viewer, made.id)) ?? []).content).toBe(file.content);
});

test("whoever is killed before the last word has made nothing", async () => {
  const before = await db.benchmark.count();
  const [version = expect.fail()] = await db.caseVersion.findMany({
    where: { case: { track: { benchmarkId: trial.id() } } },
    select: { id: true },
  });
  const killed = makeBenchmark(viewer, { parent: trial.benchmark, name: "Killed" }, async () =>
    succeed({
      ...{ description: "", versions: [version.id], stages: [] },
      along: async (client) => void (await client.query("SELECT pg_terminate_backend(pg_backend_pid())")),
    }),
  );
  await expect(killed).rejects.toThrow();
  expect(await db.benchmark.count()).toBe(before);
});

test("nothing is made of what can’t be chosen, of nothing, of what has changed, or twice", async () => {
  const before = await db.benchmark.count();
  const refused = async (given: ReturnType<typeof trial.wish>) => {
    const result = await filterByConfidence(viewer, await given);
    return result.ok ? null : result.error;
  };
  await trial.bring("broken", [null, null]);
  expect(await refused(trial.wish(["broken"]))).toBe("no_runs");
  expect(await refused(trial.wish(["Oar"], { run: "" }))).toBe("no_runs");
  expect(await refused(trial.wish(["Oar"], { run: "2000000000" }))).toBe("no_runs");
  expect(
    await refused(trial.wish(["Oar"], { run: Array.from({ length: 13 }, (_, i) => i + 1).join(",") })),
  ).toBe("too_many_runs");
  expect(await refused(trial.wish(["sieve"], { threshold: "0.9" }))).toBe("none_dropped");
  expect(await refused(trial.wish(["sieve"], { threshold: "0", kept: "0" }))).toBe("none_kept");
  expect(await refused(trial.wish(["Oar"], { kept: "3" }))).toBe("changed");
  expect(await refused(trial.wish(["Oar"], { slug: "nowhere" }))).toBe("not_found");
  expect(await refused(trial.wish(["Oar"], { name: trial.slug() }))).toBe("name_taken");
  expect(await db.benchmark.count()).toBe(before);
  for (const threshold of ["", "half", "1.1", "-0.1", "NaN", "1e3"])
    expect(filterInput.safeParse(await trial.given(["Oar"], { threshold })).success, threshold).toBe(false);

  const both = await Promise.all(
    [1, 2].map(async () => filterByConfidence(viewer, await trial.wish(["Oar"]))),
  );
  expect(both.map((one) => (one.ok ? "made" : one.error)).sort()).toEqual(["made", "name_taken"]);
  expect(await db.benchmark.count()).toBe(before + 1);
});
