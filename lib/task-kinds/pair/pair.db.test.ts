import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { listTrackFacts } from "#lib/benchmarks/queries.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { db } from "#lib/db.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const file = readFileSync("docs/formats/pairs-example.jsonl", "utf8");
const lines = file.trimEnd().split("\n");
const design = {
  frame: { tracks: ["Silver"] },
  sample: {
    seed: 7,
    quota: { Silver: 12 },
    practice: { count: 1, cases: [{ track: "Silver", key: "try" }] },
  },
};
const secrets = ["Zero-shot", "quill-3", "lantern-4", '"orchard"', '"tower"', "origin", "gold"];

const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string) => trial.importCases(content, { track: null });

test("a file of pairs comes in, goes out and comes in again as it was; nobody takes its origins for categories", async () => {
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks["Silver"]?.added]).toEqual([[], 13]);
  const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
  const parse = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
  expect(parse(written)).toEqual(parse(file));
  expect((await importLines(written)).tracks["Silver"]).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 13,
  });
  const moved = file.replace('"method":"Zero-shot"', '"method":"Few-shot"');
  expect((await importLines(moved)).tracks["Silver"]).toMatchObject({ changed: 1, unchanged: 12 });
  const [track] = await listTrackFacts(viewer, trial.id());
  expect(track).toMatchObject({ categories: "own" });
});

test("judges say first, second or tie, and it goes out as it came", async () => {
  await importLines(file);
  const said = (choice: string, key = "tower-mz") =>
    JSON.stringify({ model: "judge", method: "pairwise", case: key, track: "Silver", choice });
  const results = (content: string) => trial.importResults(content, { track: null, model: null });
  const good = [said("second"), said("tie", "tower-zh")].join("\n");
  expect((await results(good)).problems).toEqual([]);
  const choices = await db.prediction.findMany({
    where: { run: { benchmarkId: trial.id() } },
    select: { choice: true },
    orderBy: { choice: "asc" },
  });
  expect(choices.map(({ choice }) => choice)).toEqual([1, 2]);
  const written = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  expect(written.trimEnd().split("\n").sort()).toEqual(good.split("\n").sort());
  const [wrong] = (await results(said("A"))).problems;
  expect([wrong?.line, wrong?.column]).toEqual([1, "choice"]);
  expect(wrong?.problem).toContain("first, second, tie");
});

test("a study of pairs turns sides by chance, notes the turn, and tells no participant who wrote what", async () => {
  await importLines(file);
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const link = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  const study = { id, slug, link: link.code };
  const sitters = [await begin(study), await begin(study)];
  for (const [who, sitter] of sitters.entries()) {
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    expect(place?.kinds).toEqual(["pair"]);
    const shown = await Promise.all(
      lines.map((_, at) => getOwnCase(sitter.viewer, sitter.sittingId, at + 1)),
    );
    for (const at of lines.keys()) await answerCase(sitter, at + 1, { choice: at === 12 ? 2 : who });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const taken = await getOwnData(sitter.viewer, sitter.sittingId);
    expect(taken?.cases.map(({ answer }) => (answer as { better?: string }).better)).toEqual([
      ...lines.slice(1).map(() => ["first", "second"][who]),
      "neither",
    ]);
    const sent = JSON.stringify([place, shown, taken]);
    for (const secret of secrets) expect(sent, secret).not.toContain(secret);
  }
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("there are no rows");
  const { parts } = await getAgreement(rows, mainView("people"));
  expect(parts[0]?.figures.alpha.reason).toBe("own_categories");

  expectValue(await closeStudy(viewer, slug));
  const files = await readExport(viewer, slug);
  const people = files.get("people-as-model/Silver_people.jsonl") ?? "";
  const sides = new Set(readLines(people).map((line) => (line as { choice: string }).choice));
  // One said what the other didn't, or the same of texts that stood the other way round.
  expect([...sides].every((side) => ["first", "second", "tie"].includes(side))).toBe(true);
  const back = await trial.importResults(people, { track: null, model: null });
  expect([back.problems, back.runs.map(({ matched }) => matched)]).toEqual([[], [12]]);
  const [answers = [], cases = []] = ["answers", "cases"].map((name) =>
    readLines(files.get(`${name}.jsonl`)).map((row) => row as Record<string, unknown>),
  );
  const counted = answers.filter(({ stratum }) => stratum !== "practice");
  expect(counted).toHaveLength(24);
  const orders = new Set(counted.map((row) => JSON.stringify(row["option_order"])));
  expect([...orders].sort()).toEqual(["[1,2,3]", "[2,1,3]"]);
  const originsOf = new Map(cases.map((row) => [row["case"], [row["first_origin"], row["second_origin"]]]));
  for (const row of counted) {
    const {
      option_order: order,
      choice,
      preferred_origin: origin,
      preferred_side: side,
    } = rowSchemas.answers.parse(row) as Record<string, unknown>;
    if (choice === 3) expect([origin, side]).toEqual([null, null]);
    else {
      expect(origin).toBe(originsOf.get(row["case"])?.[Number(choice) - 1]);
      expect((order as number[])[Number(side) - 1]).toBe(choice);
    }
  }
  expect(cases.map((row) => rowSchemas.cases.parse(row))).toContainEqual(
    expect.objectContaining({
      case: "tower-mz",
      group: "tower",
      option1: "Memory · quill-3",
      option3: "tie",
      first_origin: '{"model":"quill-3","method":"Memory"}',
    }),
  );
});
