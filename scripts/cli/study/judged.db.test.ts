import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { answerResults } from "#lib/study-api/results.ts";
import { resultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run } = useCommands();
const trial = await useTrialBenchmark();
const { viewer } = trial;
const traits = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];

type Asked = { file: string; track: string; cases: number };

/** A closed study of a file's cases, answered by three people. */
async function conduct({ file, track, cases }: Asked, say: (at: number, person: number) => object) {
  await trial.importCases(readFileSync(file, "utf8"), { track: null });
  const design = { frame: { tracks: [track] }, sample: { seed: 7, quota: { [track]: cases } } };
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  for (let person = 0; person < 3; person++) {
    const sitter = await begin({ link: code });
    for (let at = 0; at < cases; at++) await answerCase(sitter, at + 1, say(at, person));
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, slug));
  return slug;
}

/** What the command line prints, and what it and the API write, which is the same. */
async function look(slug: string) {
  const typed = await run("study", "results", slug, "--json");
  const answer = await answerResults(
    viewer,
    new Request(`https://study.example.org/api/v1/studies/${slug}/results`),
    slug,
  );
  expect(await answer.json()).toEqual(JSON.parse(typed.out));
  const told = await run("study", "results", slug);
  return { told: told.out, document: resultsDocument.parse(JSON.parse(typed.out)) };
}

test("of codes the command line tells shares and agreement, and writes what the API says", async () => {
  const asked = { file: "docs/examples/thought-analysis.jsonl", track: "Thoughts", cases: 20 };
  const slug = await conduct(asked, (at, person) => ({ codes: [5, at % 2, 0][person] ?? 0 }));
  const { told, document } = await look(slug);
  const [book] = document.codes ?? [];
  const [people] = book?.overall ?? [];
  expect(told).toContain(`thought-analysis: ${people?.n} codings of ${people?.cases} cases`);
  expect([people?.n, people?.cases]).toEqual([60, 20]);
  expect(told).toMatch(/Motive: alpha −?0\.\d\d\n +people +50\.0% \(\d/);
  expect(told).toContain("none of these: alpha ");
  expect(told).toMatch(/Zero-shot +\d+\.\d% \(.*\); 30 codings of 10 cases/);
  expect(book?.byAttribute[0]?.comparisons?.every(({ groups }) => groups === 10)).toBe(true);
});

test("of traits the command line tells similarity and agreement, and writes what the API says", async () => {
  const asked = { file: "docs/formats/traits-example.jsonl", track: "Personality", cases: 6 };
  const slug = await conduct(asked, (at, person) =>
    Object.fromEntries(traits.map((name, trait) => [name, (at + trait * person) % 3])),
  );
  const { told, document } = await look(slug);
  const [origin] = document.traits?.origins ?? [];
  expect(origin?.isClaimable).toBe(false);
  expect(told).toContain(
    `${origin?.method} · ${origin?.model}  by people  too few, ${origin?.people.n} people judged`,
  );
  expect(told).toMatch(/openness: alpha (−?\d\.\d\d|–); \d+ low, \d+ neutral, \d+ high/);
  expect(told).toContain("similarity is 1 − Σ");
});
