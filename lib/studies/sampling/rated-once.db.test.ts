import { expect, test } from "vitest";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { inspectInvitation } from "#lib/invitations/queries.ts";
import { db } from "#lib/db.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase } from "#lib/sittings/serving/case-queries.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan, getWordsAsRead } from "#lib/studies/plan-queries.ts";
import { rateSameTextsOnce } from "#lib/studies/sampling/same-texts-mutations.ts";
import { lookAt, makeDraft, requireStudy, words } from "#lib/studies/testing/drafts.ts";
import { readExport, readTable } from "#lib/study-exports/testing/read-export.ts";
import { renderOwnResults } from "#lib/study-results/kinds/registry.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;

const lineOf = (at: number, method: string, judged: string, hidden = "") => ({
  id: `${at}-${method}`,
  track: "Similarity",
  kind: "rating",
  group: `p${at}`,
  attributes: { method, model: "m", question_id: `q${at}` },
  scale: "interviewsim-similarity",
  content: {
    parts: [
      { role: "question", text: `What of ${at}?` },
      { role: "reference", text: `Real ${at}.` },
      ...(hidden ? [{ role: "facts", text: hidden, seenBy: "judges" }] : []),
      { role: "judged", text: judged },
    ],
  },
});
/** Both methods wrote the same to the first question; what judges alone see may differ. */
const pairs = [0, 1, 2, 3].flatMap((at) =>
  ["Chrono", "Simple"].map((method) =>
    lineOf(at, method, at === 0 ? "I don’t know." : `${method} says ${at}.`, at === 0 ? method : ""),
  ),
);
const importLines = async (lines: readonly object[]) =>
  expect(
    (await trial.importCases(lines.map((line) => JSON.stringify(line)).join("\n"), { track: null })).problems,
  ).toEqual([]);
const design = {
  frame: { tracks: ["Similarity"] },
  sample: {
    seed: 7,
    quota: { Similarity: 8 },
    groups: { Similarity: 2 },
    pairBy: { Similarity: "question_id" },
  },
  words: { en: { ...words, welcome: "There are {cases} cases." } },
};
const rated = [{ track: "Similarity", key: "0-Chrono", for: ["0-Simple"] }];

async function makeRatedOnce() {
  await importLines(pairs);
  const slug = await makeDraft(viewer, trial.slug(), design);
  const before = await requireStudy(viewer, slug);
  const { problems } = await getPlan(viewer, before);
  expect(problems.map(({ code, values }) => [code, values?.["alike"]])).toEqual([["same_text", 1]]);
  expectValue(await rateSameTextsOnce(viewer, slug, before.revision));
  return { slug, before };
}

test("one of two cases with the same text is served, and its ratings count for both origins, in results and exports", async () => {
  const { slug, before } = await makeRatedOnce();
  expect(await rateSameTextsOnce(viewer, slug, before.revision)).toMatchObject({ error: "conflict" });
  const study = await requireStudy(viewer, slug);
  expect(study.design.sample.ratedOnce).toEqual(rated);
  const plan = await getPlan(viewer, study);
  const doubts = plan.warnings.filter(({ code }) => code === "rated_apart" || code === "text_cases");
  expect([plan.problems, doubts]).toEqual([[], []]);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  const manifest = parseManifest(content);
  expect(manifest.design.sample.ratedOnce).toEqual(rated);
  expect(manifest.cases.flatMap(({ key, ratedAs }) => (ratedAs ? [[key, ratedAs]] : []))).toEqual([
    ["0-Simple", "0-Chrono"],
  ]);
  expect(manifest.sampling.rule).toMatch(/rates by another/);
  const read = await getWordsAsRead(viewer, await requireStudy(viewer, slug));
  expect(read.texts.en.welcome).toBe("There are 7 cases.");

  const link = {
    link: expectValue(await createOpenLink(viewer, study.id, { cap: 9, cohort: null, expiresAt: null })).code,
  };
  expect(await inspectInvitation(link.link)).toMatchObject({ value: { cases: 7 } });
  for (const person of [0, 1, 2]) {
    const sitter = await begin(link);
    for (let position = 1; position <= 7; position++)
      await answerCase(sitter, position, { choice: (position + person) % 5 });
    expect(await getOwnCase(sitter.viewer, sitter.sittingId, 8)).toBeNull();
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, slug));
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("no rows");
  const { ratings } = await renderOwnResults(rows, mainView("people"), "method");
  const [part] = ratings?.parts ?? [];
  expect(part).toMatchObject({ ratedForOthers: 1, n: { ratings: 21, cases: 7 } });
  expect(part?.origins.map(({ values, n }) => [values, n.ratings, n.cases])).toEqual([
    [["Chrono"], 12, 4],
    [["Simple"], 12, 4],
  ]);
  const files = await readExport(viewer, slug);
  expect(readTable(files.get("answers.csv"))).toHaveLength(21);
  const stood = readTable(files.get("cases.csv")).filter((row) => row["rated_as"]);
  expect(stood.map((row) => [row["case"], row["rated_as"]])).toEqual([["0-Simple", "0-Chrono"]]);
});

test("a plan doesn’t open once a case reads otherwise than the one that is rated for it", async () => {
  const { slug } = await makeRatedOnce();
  const look = await lookAt(viewer, slug);
  await importLines([lineOf(0, "Simple", "I really don’t know.", "Simple")]);
  const { problems } = await getPlan(viewer, await requireStudy(viewer, slug));
  expect(problems).toEqual([
    {
      step: "sample",
      code: "rated_once_differs",
      values: { track: "Similarity", key: "0-Chrono", other: "0-Simple" },
    },
  ]);
  expect(await openStudy(viewer, slug, look)).toMatchObject({ ok: false, error: "not_ready" });
});

test("where different people would rate the same text, rating it once is offered, and nothing where none is alike", async () => {
  await importLines(pairs);
  const apart = {
    ...design,
    sample: { seed: 7, quota: { Similarity: 4 } },
    assignment: { design: "blocks", people: 4, ratersPerCase: 2 },
  };
  const offered = async (slug: string) => {
    const { problems, warnings } = await getPlan(viewer, await requireStudy(viewer, slug));
    return [...problems, ...warnings].flatMap(({ code, values }) =>
      values?.["alike"] ? [[code, values["alike"]]] : [],
    );
  };
  const slug = await makeDraft(viewer, trial.slug(), apart);
  expect(await offered(slug)).toHaveLength(1);
  expectValue(await rateSameTextsOnce(viewer, slug, (await requireStudy(viewer, slug)).revision));
  const { sample } = (await requireStudy(viewer, slug)).design;
  // The blocks took every case, and seven texts are left.
  expect([sample.ratedOnce, sample.quota]).toEqual([rated, { Similarity: 3 }]);
  expect(await offered(slug)).toEqual([]);
  await importLines([lineOf(0, "Simple", "I really don’t know.", "Simple")]);
  const other = await makeDraft(viewer, trial.slug(), apart);
  const { revision } = await requireStudy(viewer, other);
  expect(await rateSameTextsOnce(viewer, other, revision)).toMatchObject({ ok: false, error: "none_alike" });
});
