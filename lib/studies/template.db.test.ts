import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Code } from "#lib/studies/findings/problems.ts";
import { createStudy, saveStep, fitTemplate } from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { kindOfTemplate, templateNames, type TemplateName } from "#lib/studies/template.ts";
import { listFittingTemplates } from "#lib/studies/template-queries.ts";
import { lookAt, requireStudy } from "#lib/studies/testing/drafts.ts";
import { caseCsv, optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;

/** What only a team can say of itself: whom to ask, who approved, how people come, which model it means. */
const theirs: readonly string[] = [
  "no_contact",
  "no_approval",
  "consent_incomplete",
  "reporting_incomplete",
  "no_comparator",
] satisfies Code[];
/** What a plan by a model’s errors is warned of, whoever makes it. */
const ofSelection: readonly string[] = ["selection_effect", "siblings_open"] satisfies Code[];

const sizes = { Literary: 400, Drama: 80, Expertise: 80 };

/** As many dialogues as PersonaEval’s tracks are apart; of every eight one run is right twice, sure and wrong, and unsure and wrong. */
async function bringDialogues(): Promise<void> {
  for (const [i, [track, count]] of Object.entries(sizes).entries()) {
    const cases = someCases(1000 * (i + 1) + count).slice(1000 * (i + 1));
    expect((await trial.importCases(caseCsv(cases), { track, language: "en" })).problems).toEqual([]);
    for (const model of ["lamp", "oar"]) {
      const rows = cases.map((item, at) => {
        const gold = optionNames.indexOf(item.gt);
        const isRight = model === "oar" || at % 4 === 0;
        const sure = at % 4 === 1 ? 0.4 : 0.7;
        const favourite = isRight ? gold : (gold + 1) % 4;
        return { case: item, probs: optionNames.map((_, j) => (j === favourite ? sure : (1 - sure) / 3)) };
      });
      expect((await trial.importResults(resultCsv(rows), { track, model })).problems).toEqual([]);
    }
  }
}

/** The example of a page, so many times over: under other names, with other words. */
async function bringExamples(cases: string, judge: string, times: number): Promise<void> {
  const lines = (name: string) => readFileSync(`docs/${name}.jsonl`, "utf8").trim().split("\n");
  const again = (line: string, i: number) =>
    line
      .replace(/"(id|case|group)":"([^"]*)"/g, (_, key: string, name: string) => `"${key}":"${name}-${i}"`)
      .replace(/"text":"/g, `"text":"(${i}) `)
      .replace(/"(?:question)":"(?!in-character)/g, `$&(${i}) `);
  const all = (name: string) =>
    Array.from({ length: times }, (_, i) =>
      lines(name)
        .map((line) => again(line, i))
        .join("\n"),
    ).join("\n");
  expect((await trial.importCases(all(cases), { track: null })).problems).toEqual([]);
  expect((await trial.importResults(all(judge), { track: null, model: null })).problems).toEqual([]);
}

test("whether there is a comparator is no chance: in a small benchmark the seed decides which cases are left", async () => {
  for (const [i, [track, count]] of Object.entries({ Literary: 60, Drama: 12, Expertise: 10 }).entries()) {
    const cases = someCases(1000 * (i + 1) + count).slice(1000 * (i + 1));
    await trial.importCases(caseCsv(cases), { track, language: "en" });
    const rows = cases.map((item, at) => {
      const favourite = (optionNames.indexOf(item.gt) + (at % 5 === 4 ? 0 : 1)) % 4;
      return { case: item, probs: optionNames.map((_, j) => (j === favourite ? 0.7 : 0.1)) };
    });
    await trial.importResults(resultCsv(rows), { track });
  }
  const benchmark = { ...trial.benchmark, name: "Harbour", isDemo: false };
  // Of the cases that these leave, the run got none right.
  for (const seed of [518, 1554, 1628]) {
    const { claims } = await fitTemplate(viewer, benchmark, "personaeval", seed);
    expect(claims?.comparator).toEqual({ by: "unserved_cases" });
  }
});

const bring: Record<Exclude<TemplateName, "blank">, () => Promise<void>> = {
  dialogues: bringDialogues,
  personaeval: bringDialogues,
  controls: bringDialogues,
  rolethink_gold: () => bringExamples("examples/rolethink-gold", "examples/rolethink-gold-judge", 10),
  rolethink_silver: () => bringExamples("examples/rolethink-silver", "examples/rolethink-silver-judge", 10),
  rolethink_analysis: () => bringExamples("examples/thought-analysis", "examples/thought-analysis-judge", 10),
  side_by_side: () => bringExamples("examples/side-by-side", "examples/side-by-side-judge", 10),
  interview_mcq: () => bringExamples("examples/interview-mcq", "examples/interview-mcq-model", 10),
  interview_similarity: () =>
    bringExamples("examples/interview-similarity", "examples/interview-similarity-judge", 10),
  interview_consistency: () =>
    bringExamples("examples/interview-consistency", "examples/interview-consistency-judge", 10),
  interview_personality: () =>
    bringExamples("formats/traits-example", "examples/interview-personality-judge", 10),
};

/** What the papers’ own designs are warned of: two small tracks, and experts who read everything. */
const known: Partial<Record<TemplateName, readonly unknown[]>> = {
  personaeval: ["small_track", "small_track"],
  rolethink_analysis: ["long_sitting"],
};

const named = templateNames.filter((name) => name !== "blank");

test.each(named)("%s opens as it comes, without a warning of its own making", async (template) => {
  await bring[template]();
  const fitting = (await listFittingTemplates(viewer)).get(trial.slug());
  expect(fitting?.filter((name) => kindOfTemplate(name) === kindOfTemplate(template))).toContain(template);
  expect(new Set(fitting?.map(kindOfTemplate))).toEqual(new Set([kindOfTemplate(template), null]));
  const made = await createStudy(viewer, { title: template, benchmark: trial.slug(), template });
  const { slug } = expectValue(made);
  if (template === "controls") {
    const { design, revision } = await requireStudy(viewer, slug);
    const reference = { model: "lamp", method: "zero-shot", version: "", threshold: 0.5 };
    const value = { benchmark: trial.slug(), frame: { ...design.frame, reference } };
    expectValue(await saveStep(viewer, slug, { revision, step: "frame", value }));
  }
  const { problems, warnings } = await getPlan(viewer, await requireStudy(viewer, slug));
  expect(problems).toEqual([]);
  const own = warnings.filter(({ code }) => ![...theirs, ...ofSelection, "local_address"].includes(code));
  expect(own.map(({ code }) => code)).toEqual(known[template] ?? []);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
});

test("checks that a benchmark has no easy cases for, and a comparator that no run could be, are left out", async () => {
  expect((await trial.importCases(caseCsv(someCases(60)), { language: "en" })).problems).toEqual([]);
  const given = { title: "No runs", benchmark: trial.slug(), template: "dialogues" } as const;
  const { slug } = expectValue(await createStudy(viewer, given));
  const { design } = await requireStudy(viewer, slug);
  expect([design.sample.attention.count, design.sample.practice.count]).toEqual([0, 0]);
  expect([design.rules.failedChecks, design.claims?.comparator]).toEqual([null, null]);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
});

test("a judging template asks for no more of long texts than an hour’s reading", async () => {
  const scenario = "The keeper counts the boats that pass. ".repeat(300);
  const lines = Array.from({ length: 60 }, (_, i) =>
    JSON.stringify({
      id: `case-${i}`,
      track: "Silver",
      kind: "rating",
      scale: "rolethink-silver",
      group: `g${i % 20}`,
      attributes: { method: `m${i % 3}` },
      content: {
        parts: [
          { role: "scenario", text: `${i % 20}: ${scenario}` },
          { role: "judged", text: `Thought ${i}: the bell must not ring tonight.` },
        ],
      },
    }),
  );
  expect((await trial.importCases(lines.join("\n"), { track: null, language: "en" })).problems).toEqual([]);
  const given = { title: "Long", benchmark: trial.slug(), template: "rolethink_silver" } as const;
  const { slug } = expectValue(await createStudy(viewer, given));
  const study = await requireStudy(viewer, slug);
  const { warnings } = await getPlan(viewer, study);
  expect(study.design.sample.quota.Silver).toBeLessThan(48);
  expect(study.design.sample.quota.Silver).toBeGreaterThan(9);
  expect(warnings.map(({ code }) => code)).not.toContain("long_sitting");
});
