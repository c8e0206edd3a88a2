import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { parsePlan } from "#lib/studies/schema.ts";
import { importBenchmark, importTracks } from "#e2e/support/builder-benchmark.ts";
import { listRequests } from "#e2e/support/requests.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test.describe.configure({ timeout: 60_000 });

const enough = { Literary: 120, Drama: 12, Expertise: 10 };
const runName = "gpt-harbour · zero-shot";

async function makeDraft(page: Page, benchmark: { slug: string }): Promise<string> {
  await page.goto("/studies/new");
  await page.getByLabel(t("builder.create.title"), { exact: true }).fill("Who is speaking?");
  await page.getByLabel(t("builder.create.benchmark"), { exact: true }).selectOption(benchmark.slug);
  await press(page, t("builder.create.submit"));
  await expectHeading(page, t("builder.steps.frame.title"));
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

const total = (cases: number) =>
  t("builder.frameStep.totalSelected", { cases, tracks: 3, threshold: "0.90" });

const chooseRun = (page: Page) =>
  page.getByLabel(t("builder.frameStep.reference.run"), { exact: true }).selectOption({ label: runName });

const goOn = (page: Page) => press(page, t("builder.form.saveNext"));

test("from the template through all nine steps to an open study", async ({ page, signInAs }) => {
  const benchmark = await importBenchmark(enough);
  await signInAs("admin");
  const slug = await makeDraft(page, benchmark);
  await chooseRun(page);
  await expect(page.getByText(total(48 + 5 + 4))).toBeVisible();
  for (const step of [
    "sample",
    "assignment",
    "questions",
    "words",
    "rules",
    "power",
    "recruitment",
  ] as const) {
    await goOn(page);
    await expectHeading(page, t(`builder.steps.${step}.title`));
  }
  await goOn(page);
  await expectHeading(page, t("builder.steps.check.title"));
  await expect(page.getByText(t("builder.check.ready"))).toBeVisible();
  await expect(page.getByText(t("builder.findings.no_controls"))).toBeVisible();
  await expect(
    page.getByText(t("builder.findings.selection_effect", { model: "gpt-harbour", threshold: 0.9 })),
  ).toBeVisible();

  await press(page, t("builder.check.open.button"));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(t("builder.check.open.frozen.sample"));
  await dialog.getByRole("button", { name: t("builder.check.open.submit") }).click();
  await page.waitForURL(`/studies/${slug}`);

  const study = await db.study.findUniqueOrThrow({ where: { slug }, include: { manifest: true } });
  expect(study.state).toBe("open");
  await page.goto(`/studies/${slug}/plan`);
  await expectHeading(page, t("builder.frozen.title"));
  const hash = Buffer.from(study.manifest?.hash ?? []).toString("hex");
  await expect(page.getByText(hash, { exact: true })).toBeVisible();
  // What has been opened can't be built any more.
  await page.goto(`/studies/${slug}/design/frame`);
  await expectHeading(page, t("builder.frozen.title"));
});

test("dragging the threshold by keyboard answers at once, without asking the server", async ({
  page,
  signInAs,
}) => {
  const benchmark = await importBenchmark(enough);
  await signInAs("admin");
  await makeDraft(page, benchmark);
  await chooseRun(page);
  await expect(page.getByText(total(57))).toBeVisible();
  const asked = listRequests(page);
  const eligible = () => asked.filter((request) => request.url().includes("/eligible"));
  const slider = page.getByLabel(t("builder.frameStep.reference.slider"), { exact: true });
  const exact = page.getByLabel(t("builder.frameStep.reference.exact"), { exact: true });
  await slider.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await expect(exact).toHaveValue("0.95");
  const at = (threshold: string, cases: number) =>
    page.getByText(t("builder.frameStep.totalSelected", { cases, tracks: 3, threshold }));
  await expect(at("0.95", 57)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(at("0.96", 0)).toBeVisible();
  await page.keyboard.press("Home");
  await expect(at("0.00", 96 + 10 + 8)).toBeVisible();
  await page.getByRole("checkbox", { name: "Drama" }).focus();
  await page.keyboard.press("Space");
  await expect(
    page.getByText(t("builder.frameStep.totalSelected", { cases: 104, tracks: 2, threshold: "0.00" })),
  ).toBeVisible();
  expect(eligible()).toEqual([]);

  await exact.fill("0.553");
  await expect(
    page.getByText(t("builder.frameStep.totalSelected", { cases: 52, tracks: 2, threshold: "0.553" })),
  ).toBeVisible();
  expect(eligible()).toHaveLength(1);
});

test("too few cases are named with their track, and the study doesn’t open", async ({ page, signInAs }) => {
  const benchmark = await importBenchmark({ ...enough, Literary: 60 });
  await signInAs("admin");
  const slug = await makeDraft(page, benchmark);
  await chooseRun(page);
  await goOn(page);
  await expectHeading(page, t("builder.steps.sample.title"));
  const lacking = t("builder.findings.too_few", {
    stratum: "selected",
    track: "Literary",
    needed: 45,
    found: 24,
  });
  await expect(page.getByText(lacking)).toBeVisible();
  await expect(page.getByText(t("builder.sampleStep.quota.lacks", { count: 21 }))).toBeVisible();

  await page.goto(`/studies/${slug}/design/check`);
  const problem = page.getByRole("listitem").filter({ hasText: lacking });
  await expect(problem).toBeVisible();
  await expect(page.getByRole("button", { name: t("builder.check.open.button") })).toHaveCount(0);
  await problem.getByRole("link").click();
  await page
    .getByLabel(t("builder.sampleStep.quota.quota.label", { track: "Literary" }), { exact: true })
    .fill("24");
  await expect(page.getByText(t("builder.sampleStep.quota.lacks", { count: 21 }))).toHaveCount(0);
  await press(page, t("builder.form.save"));
  await expect(page.getByText(lacking)).toHaveCount(0);
});

test("a check page that is out of date opens nothing", async ({ page, signInAs, newDevice }) => {
  const benchmark = await importBenchmark(enough);
  await signInAs("admin");
  const slug = await makeDraft(page, benchmark);
  await chooseRun(page);
  await press(page, t("builder.form.save"));
  await expect(page.getByText(t("builder.form.stored"))).toBeVisible();
  await page.goto(`/studies/${slug}/design/check`);

  await importTracks(benchmark, { Literary: 240 });
  await press(page, t("builder.check.open.button"));
  await press(page, t("builder.check.open.submit"));
  await expect(page.getByText(t("builder.check.open.errors.sample_changed"))).toBeVisible();
  await page.getByRole("link", { name: t("builder.check.open.reload") }).click();

  await expect(page.getByRole("button", { name: t("builder.check.open.button") })).toBeVisible();
  const other = await newDevice();
  await signInAs("admin", other.context());
  await other.goto(`/studies/${slug}/design/rules`);
  await press(other, t("builder.form.save"));
  await expect(other.getByText(t("builder.form.saved"), { exact: true })).toBeVisible();
  await press(page, t("builder.check.open.button"));
  await press(page, t("builder.check.open.submit"));
  await expect(page.getByText(t("builder.check.open.errors.conflict"))).toBeVisible();
  const study = await db.study.findUniqueOrThrow({ where: { slug }, select: { state: true, draft: true } });
  expect(study.state).toBe("draft");
  expect(parsePlan(study.draft).frame.reference?.threshold).toBe(0.9);
});
