import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { writeResults } from "#lib/study-results/overview/results-document.ts";
import { resultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;

test("of ratings self-agreement tells how far they moved, too, and means take the first alone", async () => {
  const file = readFileSync("docs/formats/ratings-example.jsonl", "utf8");
  await trial.importCases(file, { track: null });
  const sample = { seed: 7, quota: { Gold: 4, Silver: 2 }, repeats: 3 };
  const slug = await makeDraft(viewer, trial.slug(), { frame: { tracks: ["Gold", "Silver"] }, sample });
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  for (const drift of [0, 1]) {
    const sitter = await begin({ link: code });
    const served = await db.servedCase.findMany({ where: { sittingId: sitter.sittingId } });
    for (const { position, repeats } of served)
      await answerCase(sitter, position, { choice: repeats === null ? 1 : 1 + drift });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, slug));
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("no rows");
  const view = mainView("people");
  const written = resultsDocument.parse(await writeResults(rows, view));
  // The cases of both tracks lie on several scales: there is no distance between points of two.
  expect(written.selfAgreement).toMatchObject({
    ...{ pairs: 6, people: 2, kappa: null, change: null },
    same: { value: 0.5 },
  });
  const means = written.ratings?.parts.flatMap(
    (part) => part?.origins.map(({ people }) => people.mean) ?? [],
  );
  expect(new Set(means)).toEqual(new Set([2]));
  // One of the two went a point up each time, the other never.
  const { selfAgreement } = resultsDocument.parse(await writeResults(rows, { ...view, track: "Gold" }));
  const { same, change, kappa } = selfAgreement ?? {};
  expect(same?.value).toBeGreaterThan(0);
  expect(change?.value).toBeCloseTo(1 - (same?.value ?? NaN), 12);
  expect(kappa?.value).toBeCloseTo(0, 12);
});
