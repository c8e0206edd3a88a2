import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createStudy } from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import {
  fillTracks,
  judgingTemplates,
  ratersOf,
  type JudgingTemplate,
} from "#lib/studies/template-texts/judging-templates.ts";
import { lookAt, requireStudy } from "#lib/studies/testing/drafts.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;
const read = (name: string) => readFileSync(`docs/${name}.jsonl`, "utf8");

/** The files that the page about templates begins with, and what one person is given of them. */
const examples: readonly [JudgingTemplate, cases: string, results: string, each: number, people: number][] = [
  ["rolethink_gold", "rolethink-gold", "rolethink-gold-judge", 12, 5],
  ["rolethink_gold", "rolethink-gold-zh", "rolethink-gold-zh-judge", 12, 5],
  ["rolethink_silver", "rolethink-silver", "rolethink-silver-judge", 9, 5],
  ["rolethink_analysis", "thought-analysis", "thought-analysis-judge", 20, 3],
  ["rolethink_analysis", "thought-analysis-zh", "thought-analysis-zh-judge", 20, 3],
  ["side_by_side", "side-by-side", "side-by-side-judge", 15, 5],
  ["interview_consistency", "interview-consistency", "interview-consistency-judge", 20, 5],
  ["interview_personality", "../formats/traits-example", "interview-personality-judge", 6, 5],
  ["interview_similarity", "interview-similarity", "interview-similarity-judge", 12, 5],
  ["interview_mcq", "interview-mcq", "interview-mcq-model", 6, 5],
];

test("there is an example of each template", () => {
  expect(new Set(examples.map(([template]) => template))).toEqual(new Set(Object.keys(judgingTemplates)));
});

test.each(examples)("%s with %s is a study that can open", async (template, cases, results, each, people) => {
  expect((await trial.importCases(read(`examples/${cases}`), { track: null })).problems).toEqual([]);
  const judged = await trial.importResults(read(`examples/${results}`), { track: null, model: null });
  expect(judged.problems).toEqual([]);
  const { slug } = expectValue(
    await createStudy(viewer, { title: template, benchmark: trial.slug(), template }),
  );
  const study = await requireStudy(viewer, slug);
  const { problems, facts } = await getPlan(viewer, study);
  expect(problems).toEqual([]);
  if (!facts.sample?.ok) throw new Error("no sample");
  expect(facts.sample.plan.cells.map((cell) => cell.cases.length)).toEqual([each]);
  expect(study.design.assignment).toMatchObject({
    ...{ design: "blocks", ratersPerCase: ratersOf(template), people },
  });
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
});

test("the whole of RoleThink is 73,920 ratings, by whole scenarios, in blocks of five raters", () => {
  const { quota, groups, assignment } = fillTracks("rolethink_silver", [
    { track: "Silver", kind: "rating", scale: "rolethink-silver", cases: 616 * 24, groups: 616 },
    { track: "Gold", kind: "rating", scale: "rolethink-gold", cases: 24, groups: 1 },
  ]);
  expect([quota, groups]).toEqual([{ Silver: 48 }, { Silver: 24 }]);
  expect(assignment.people * 48).toBe(73_920);
});
