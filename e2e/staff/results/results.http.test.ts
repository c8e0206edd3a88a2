import { cookieOf } from "#e2e/imports/send.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import {
  answerCases,
  benchmarkOfTwo,
  close,
  selectedByHarbour,
  sitThrough,
} from "#e2e/support/answered-study.ts";
import { tableRows } from "#e2e/staff/table-rows.ts";
import { ask, wordsOf } from "#e2e/support/ask.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { beginAt, openedStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { inPercent } from "#lib/figures/written.ts";
import { figureAddress, resultsPath, studyPath } from "#lib/paths.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { excludeSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { writeResults } from "#lib/results/document.ts";
import { listTables, tableSpecs } from "#lib/results/tables.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";

test("without interim results nothing of them is in the page while people answer; once it is closed, the study leads there", async () => {
  const study = await openedStudy();
  for (const wrongEvery of [3, 3, 2]) {
    const sitter = await beginAt(study);
    await answerCases(sitter, (position) => ({ isRight: position % wrongEvery !== 0 }));
    await submitSitting(sitter.viewer, sitter.sittingId);
  }
  const reader = await Reader.as(await addPerson("admin"));
  const answer = await reader.ask(resultsPath(study.slug));
  expect(wordsOf(answer)).toContain(t("results.notYet.title"));
  expect(answer.text).not.toContain(t("resultsOverview.headline.label"));
  expect(answer.text).not.toMatch(/<figure\b|role="figure"/);
  // Five of six answers are right.
  expect(answer.text).not.toMatch(/83\.3|0\.8333/);
  const figure = figureAddress(study.slug, "forest", new URLSearchParams(), "csv");
  expect((await reader.ask(figure)).status).toBe(409);

  await closeStudy(operator(), study.slug);
  await reader.goto(studyPath(study.slug));
  await reader.follow("See the results");
  reader.expectWords("3 people (at least 2), 2 cases (10), answers: 6 (30)");

  for (const number of [1, 2, 3]) await excludeSitting(operator(), study.id, number, "by phone");
  for (const name of ["overview", "models", "agreement"] as const) {
    await reader.goto(resultsPath(study.slug, name));
    reader.expectWords(t("results.allLeftOut.title", { count: 3, who: "people" }));
    reader.expectWords("3 by hand");
  }
  await reader.goto(resultsPath(study.slug));
  await reader.follow(t("results.allLeftOut.link"));
  reader.expectWords("3 people (at least 2), 2 cases (10), answers: 6 (30)");
});

test("a model that left a case out isn't placed as if it had them all", async () => {
  const { slug: benchmark } = await benchmarkOfTwo(60);
  const ten = { Literary: 10 };
  const sample = { seed: 7, quota: { Literary: 12 }, unsure: ten, controls: ten };
  const study = await openedStudy({ benchmark, frame: selectedByHarbour, sample });
  for (const wrongEvery of [4, 3, 5])
    await sitThrough(study, (position) => ({ isRight: position % wrongEvery > 0 }));
  await close(study);
  const [unanswered] = await db.studyCase.findMany({
    where: { studyId: study.id, stratum: "selected" },
    take: 1,
  });
  const caseVersionId = unanswered?.caseVersionId ?? -1;
  await db.prediction.deleteMany({ where: { caseVersionId, run: { model: "lantern-2" } } });
  const address = product.url + resultsPath(study.slug);
  const answer = await ask(address, { cookie: await cookieOf("admin") });
  expect(wordsOf(answer)).toMatch(/lantern-2, [\d.]+% of \d+ answered cases/);

  // With ten cases of each stratum they speak for all sixty, and so does the model that chose them.
  const rows = await getRows(operator(), study.slug);
  const whole = rows && (await writeResults(rows, mainView("people"))).benchmark;
  const accuracy = whole?.people?.accuracy ?? NaN;
  const models = whole?.models ?? [];
  const tables = rows ? listTables(rows, mainView("people")) : [];
  expect(tables).toHaveLength(tableSpecs.length);
  for (const { spec } of tables) expect(wordsOf(answer)).toContain(spec.words.en.title);
  expect(wordsOf(answer)).toContain(`People: ${inPercent(accuracy)}%`);
  expect(models.map(({ model, answered, cases }) => [model, answered, cases])).toEqual([
    ["lantern-2", 59, 60],
    ["gpt-harbour", 60, 60],
  ]);
  expect(models.map(({ peopleLessModel }) => peopleLessModel?.value ?? null)).toEqual([
    null,
    expect.closeTo(accuracy - 12 / 60, 12),
  ]);
});

/** Six people on twelve cases, each in one arm, who err the more often the later they come. */
async function studyWithArms() {
  const arms = [
    { name: "All turns", turns: null },
    { name: "No turns", turns: 0 },
  ];
  const { slug: benchmark } = await importBenchmark({ Literary: 12 });
  const study = await openedStudy({
    benchmark,
    sample: { seed: 7, quota: { Literary: 12 } },
    assignment: { arms: { differ: "context", unit: "people", arms }, people: 6 },
  });
  for (let person = 0; person < 6; person++)
    await sitThrough(study, (_, place) => ({ isRight: (place + person) % (8 - person) !== 0 }));
  await close(study);
  return study;
}

test("a study with arms has their results on a page of their own, compared on the same cases", async () => {
  const study = await studyWithArms();
  const reader = await Reader.as(await addPerson("admin"));
  await reader.goto(resultsPath(study.slug));
  reader.expectWords(t("resultsArms.pooled.title", { count: 2 }));
  await reader.follow(t("results.pages.arms"));
  reader.expectWords(t("resultsArms.title"));
  const [, ...people] = tableRows(reader.html, t("resultsArms.people.caption"));
  expect(people).toEqual([
    expect.stringMatching(/^All turns .*\b36\b/),
    expect.stringMatching(/^No turns .*\b36\b/),
  ]);
  // What was imported knows the cases as they are.
  const [, ...models] = tableRows(reader.html, t("resultsArms.models.caption"));
  expect(models).toEqual([expect.stringContaining("All turns")]);
  const [, ...differences] = tableRows(reader.html, t("resultsArms.differences.people", { who: "people" }));
  expect(differences).toEqual([expect.stringContaining("All turns − No turns")]);
  expect(differences[0]).toContain(t("resultsArms.differences.cases", { count: 12 }));
});

test("how often people say the same again stands on the page of agreement", async () => {
  const { slug: benchmark } = await importBenchmark({ Literary: 12 });
  const sample = { seed: 7, quota: { Literary: 12 }, repeats: 4 };
  const study = await openedStudy({ benchmark, sample });
  for (let person = 0; person < 3; person++) await sitThrough(study, () => ({ isRight: true }));
  await close(study);
  const reader = await Reader.as(await addPerson("admin"));
  await reader.goto(resultsPath(study.slug, "agreement"));
  reader.expectWords(t("resultsAgreement.title"));
  // Twelve are too few for a share.
  expect(tableRows(reader.html, t("resultsAgreement.self.caption"))[1]).toMatch(
    /^12 .*too few: 12 answers, \d+ cases/,
  );
  // No figure counts the second answers: each of three people answered twelve cases.
  await reader.goto(resultsPath(study.slug, "people"));
  const people = tableRows(reader.html, t("resultsPeople.list.caption"));
  expect(people[1]).toContain("12");
  expect(people.join(" ")).not.toMatch(/\b16 \/|\/ 16\b/);
});
