import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { saveStep } from "#lib/studies/mutations.ts";
import { allSteps } from "#components/builder/builder-study.ts";
import { designPath, preregistrationAddress } from "#lib/paths.ts";
import { parsePlan } from "#lib/studies/schema.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, options, someRows } from "#e2e/staff/benchmarks/files.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { wordsOf } from "#e2e/support/ask.ts";
import { listRequests } from "#e2e/support/requests.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const runName = "gpt-harbour · zero-shot";

async function makeDraft(page: Page, benchmark: { slug: string }): Promise<string> {
  await page.goto("/studies/new");
  await page.getByLabel(t("builder.create.title"), { exact: true }).fill("Who is speaking?");
  await page.getByLabel(t("builder.create.benchmark"), { exact: true }).selectOption(benchmark.slug);
  await page.getByRole("radio", { name: t("builder.create.templates.personaeval.name") }).check();
  await press(page, t("builder.create.submit"));
  await expectRoom(page, t("builder.steps.frame.title"));
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

const selected = (page: Page, cases: number, tracks: number, threshold: string) =>
  page.getByText(t("builder.frameStep.totalSelected", { cases, tracks, threshold }));

const exact = (page: Page) => page.getByLabel(t("builder.frameStep.reference.exact"), { exact: true });

/** Answers at once, without asking the server, but for what the bars don't hold. */
async function dragThresholdByKeyboard(page: Page): Promise<void> {
  const asked = listRequests(page);
  const eligible = () => asked.filter((request) => request.url().includes("/eligible"));
  await page.getByLabel(t("builder.frameStep.reference.slider"), { exact: true }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await expect(exact(page)).toHaveValue("0.95");
  await expect(selected(page, 33, 3, "0.95")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(selected(page, 0, 3, "0.96")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(selected(page, 48 + 10 + 8, 3, "0.00")).toBeVisible();
  await page.getByRole("checkbox", { name: "Drama" }).focus();
  await page.keyboard.press("Space");
  await expect(selected(page, 48 + 8, 2, "0.00")).toBeVisible();
  expect(eligible()).toEqual([]);

  await exact(page).fill("0.553");
  await expect(selected(page, 28, 2, "0.553")).toBeVisible();
  expect(eligible()).toHaveLength(1);
}

const lacking = t("builder.findings.too_few", {
  stratum: "selected",
  track: "Literary",
  needed: 45,
  found: 24,
});

/** They are named with their track. */
async function meetTooFewCases(page: Page): Promise<void> {
  const lacks = page.getByText(t("builder.sampleStep.quota.lacks", { count: 21 }));
  await expect(page.getByText(lacking)).toBeVisible();
  await expect(lacks).toBeVisible();
  const quota = t("builder.sampleStep.quota.quota.label", { track: "Literary" });
  await page.getByLabel(quota, { exact: true }).fill("24");
  await expect(lacks).toHaveCount(0);
  // Of the three strata this names two: the whole benchmark is out of reach, and the step says so.
  const unsure = t("builder.sampleStep.quota.unsure.label", { track: "Literary" });
  await page.getByLabel(unsure, { exact: true }).fill("2");
  const reach = t("builder.sampleStep.quota.reach", { can: "no", least: 10 });
  await expect(page.getByText(reach)).toBeVisible();
  await press(page, t("builder.form.save"));
  await expect(page.getByText(t("builder.form.stored"), { exact: true })).toBeVisible();
  await expect(page.getByText(lacking)).toHaveCount(0);
}

/** The template wants the best on the other cases, but there is only the run that chose these. */
async function claimWithoutComparator(page: Page): Promise<void> {
  const [sampled, unsure, checks, practice] = [24 + 3 + 2, 2, 2, 1];
  const cases = 60 + 12 + 10 - sampled - unsure - checks - practice;
  await expect(page.getByText(t("builder.findings.no_candidate", { cases }))).toBeVisible();
  const way = (name: "name" | "none") =>
    page.getByRole("radio", { name: t(`builderWords.claims.comparator.${name}.label`), exact: true });
  await expect(way("name")).toBeDisabled();
  await way("none").check();
  await page.getByLabel(t("builderWords.claims.margin.label"), { exact: true }).fill("60");
  await press(page, t("builder.form.save"));
  await expect(page.getByText(t("builder.fieldErrors.too_large"))).toBeVisible();
  await page.getByLabel(t("builderWords.claims.margin.label"), { exact: true }).fill("4.5");
}

test("from the template through all ten steps to an open study", async ({ page, signInAs }) => {
  const benchmark = await importBenchmark({ Literary: 60, Drama: 12, Expertise: 10 });
  await signInAs("admin");
  const slug = await makeDraft(page, benchmark);
  const goOn = () => press(page, t("builder.form.saveNext"));
  await test.step("a run’s confident errors, at a threshold", async () => {
    const run = page.getByLabel(t("builder.frameStep.reference.run"), { exact: true });
    await run.selectOption({ label: runName });
    await expect(selected(page, 24 + 5 + 4, 3, "0.90")).toBeVisible();
    await dragThresholdByKeyboard(page);
    await page.getByRole("checkbox", { name: "Drama" }).check();
    await exact(page).fill("0.9");
    await expect(selected(page, 33, 3, "0.90")).toBeVisible();
  });
  await test.step("the sample, of which there are too few", async () => {
    await goOn();
    await expectRoom(page, t("builder.steps.sample.title"));
    await meetTooFewCases(page);
  });
  await test.step("all that comes after", async () => {
    for (const step of allSteps.slice(allSteps.indexOf("sample") + 1)) {
      await goOn();
      await expectRoom(page, t(`builder.steps.${step}.title`));
      if (step === "claims") await claimWithoutComparator(page);
    }
    await expect(page.getByText(t("builder.check.ready"))).toBeVisible();
    await expect(page.getByText(t("builder.findings.no_controls"))).toBeVisible();
    const few = { stratum: "unsure", served: 2, needed: 10 };
    await expect(page.getByText(t("builder.findings.few_of_stratum", few))).toBeVisible();
    await expect(page.getByText(t("builder.findings.no_comparator"))).toBeVisible();
    await expect(page.getByText(t("builder.plan.claims.margin", { margin: "4.5" }))).toBeVisible();
    const effect = { model: "gpt-harbour", threshold: 0.9 };
    await expect(page.getByText(t("builder.findings.selection_effect", effect))).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });
  await test.step("opening, which freezes it", async () => {
    await press(page, t("builder.check.open.button"));
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(t("builder.check.open.frozen.sample"));
    await dialog.getByRole("button", { name: t("builder.check.open.submit") }).click();
    await page.waitForURL(`/studies/${slug}`);
    const study = await db.study.findUniqueOrThrow({ where: { slug }, include: { manifest: true } });
    expect(study.state).toBe("open");
    // What has been opened can't be built any more.
    const plan = await page.request.get(`/studies/${slug}/design/frame`);
    expect(new URL(plan.url()).pathname).toBe(`/studies/${slug}/plan`);
    const words = wordsOf({ text: await plan.text() });
    expect(words).toContain(t("builder.frozen.title"));
    const hash = Buffer.from(study.manifest?.hash ?? []).toString("hex");
    expect(words).toContain(hash);
    const download = await page.request.get(preregistrationAddress(slug, "text"));
    expect(download.headers()["content-disposition"]).toContain(`${slug}-preregistration.txt`);
    expect(await download.text()).toContain(hash);
  });
});

thorough("a check page that is out of date opens nothing", async ({ page, signInAs }) => {
  const benchmark = await importBenchmark({ Literary: 2 });
  const { slug } = await draftStudy({ benchmark: benchmark.slug });
  await signInAs("admin");
  await page.goto(`/studies/${slug}/design/check`);
  const tryToOpen = async () => {
    await press(page, t("builder.check.open.button"));
    await press(page, t("builder.check.open.submit"));
  };

  const regolded = someRows(2, "Literary").map((row) => ({ ...row, gold: options[2] }));
  await bring(benchmark, { track: "Literary", cases: casesCsv(regolded) });
  await tryToOpen();
  await expect(page.getByText(t("builder.check.open.errors.sample_changed"))).toBeVisible();
  await page.getByRole("link", { name: t("builder.check.open.reload") }).click();

  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("builder.check.open.button") })).toBeVisible();
  const { draft } = await db.study.findUniqueOrThrow({ where: { slug }, select: { draft: true } });
  const step = { revision: 0, step: "rules", value: parsePlan(draft).rules } as const;
  expect(await saveStep(operator(), slug, step)).toMatchObject({ ok: true });
  await tryToOpen();
  await expect(page.getByText(t("builder.check.open.errors.conflict"))).toBeVisible();
  const study = await db.study.findUniqueOrThrow({ where: { slug }, select: { state: true } });
  expect(study.state).toBe("draft");
});

thorough(
  "too few cases keep a study from opening, and lead to the step where that is mended",
  async ({ page, signInAs }) => {
    const { slug: benchmark } = await importBenchmark({ Literary: 60 });
    const frame = {
      tracks: ["Literary"],
      reference: { model: "gpt-harbour", method: "zero-shot", threshold: 0.9 },
    };
    const { slug } = await draftStudy({ benchmark, frame, sample: { seed: 7, quota: { Literary: 45 } } });
    await signInAs("admin");
    await page.goto(designPath(slug, "check"));
    const problem = page.getByRole("listitem").filter({ hasText: lacking });
    await expect(problem).toBeVisible();
    await expect(page.getByRole("button", { name: t("builder.check.open.button") })).toHaveCount(0);
    await problem.getByRole("link").click();
    await expectRoom(page, t("builder.steps.sample.title"));
    const lacks = page.getByText(t("builder.sampleStep.quota.lacks", { count: 21 }));
    await expect(lacks).toBeVisible();
    const quota = t("builder.sampleStep.quota.quota.label", { track: "Literary" });
    await page.getByLabel(quota, { exact: true }).fill("24");
    await expect(lacks).toHaveCount(0);
  },
);
