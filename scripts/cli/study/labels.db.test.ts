import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { answerResults } from "#lib/study-api/results.ts";
import { makeFigure } from "#lib/study-results/figures.ts";
import { resultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const lines = readFileSync("docs/formats/labels-example.jsonl", "utf8");
const { run } = useCommands();
const trial = await useTrialBenchmark();

test("of labels the command line, the API and the drawing say the same, by the attributes that are asked for", async () => {
  const { viewer } = trial;
  await trial.importCases(lines, { track: null });
  const design = { frame: { tracks: ["Consistency"] }, sample: { seed: 7, quota: { Consistency: 8 } } };
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  for (let person = 0; person < 4; person++) {
    const sitter = await begin({ link: code });
    for (let at = 0; at < 8; at++) await answerCase(sitter, at + 1, { choice: (at + person) % 3 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, slug));

  const typed = await run("study", "results", slug, "--by", "method,category", "--json");
  const document = resultsDocument.parse(JSON.parse(typed.out));
  const [set] = document.labels?.sets ?? [];
  expect(document.labels?.by).toEqual(["method", "category"]);
  const address = `https://study.example.org/api/v1/studies/${slug}/results?by=method,category`;
  expect(await (await answerResults(viewer, new Request(address), slug)).json()).toEqual(
    JSON.parse(typed.out),
  );
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("the study is gone");
  const drawn = await makeFigure(
    "labels",
    rows,
    mainView("people"),
    new URLSearchParams({ by: "method,category" }),
  );
  const people = drawn?.csv.filter((row) => row[1] === "method · category" && row[3] === "People") ?? [];
  const counts = set?.origins?.flatMap(({ sides }) => sides[0]?.shares.map(({ count }) => count) ?? []);
  expect(people.map((row) => row[5])).toEqual(counts);
  expect(counts?.reduce((sum, count) => sum + count, 0)).toBe(32);

  const told = await run("study", "results", slug);
  expect(told.out).toContain("interviewsim-consistency: alpha ");
  expect(told.out).toContain("32 labels of 8 cases");
  expect(told.out).toContain("(too few)");
  const wrong = await run("study", "results", slug, "--by", "colour");
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("names no attributes of cases")]);
});
