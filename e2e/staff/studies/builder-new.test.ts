import { readFileSync } from "node:fs";
import { db } from "#lib/db.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const fileOf = (content: object | string) => ({
  name: "study.json",
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

test("a study.json becomes a draft, or every problem in it is named with its place", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const benchmark = await importBenchmark({ Literary: 120, Drama: 12, Expertise: 10 });
  const example = JSON.parse(readFileSync("docs/formats/study-example.json", "utf8")) as object;
  const title = `From a file ${benchmark.slug}`;
  const design = { ...example, title, slug: undefined, benchmark: benchmark.slug };
  await page.goto("/studies/new");
  const choose = page.getByLabel(t("builder.create.file.label"), { exact: true });
  const send = () => press(page, t("builder.create.file.submit"));
  const problems = page.getByRole("region", { name: t("builder.create.file.problemsCaption") });

  await expect(choose).toBeEnabled();
  await choose.setInputFiles(fileOf("{ no json"));
  await send();
  await expect(problems).toContainText(t("builder.fieldErrors.not_json"));

  await choose.setInputFiles(
    fileOf({ ...design, sample: { seed: -1 }, frame: { tracks: ["Opera"], reference: null }, colour: "red" }),
  );
  await send();
  await expect(problems.getByRole("rowheader", { name: "sample.seed" })).toBeVisible();
  await expect(problems.getByRole("rowheader", { name: "colour" })).toBeVisible();

  const frame = { tracks: ["Literary", "Opera"], reference: null };
  await choose.setInputFiles(fileOf({ ...design, frame }));
  await send();
  await expect(problems.getByRole("row", { name: /frame\.tracks\.1/ })).toContainText(
    t("builder.fieldErrors.unknown"),
  );
  expect(await db.study.count({ where: { title } })).toBe(0);

  await choose.setInputFiles(
    fileOf({ ...design, frame: { ...frame, tracks: ["Literary", "Drama", "Expertise"] } }),
  );
  await send();
  await expectHeading(page, t("builder.steps.check.title"));
  expect(await db.study.count({ where: { title } })).toBe(1);
});

test("a title has to stand there", async ({ page, signInAs }) => {
  await signInAs("admin");
  await page.goto("/studies/new");
  await press(page, t("builder.create.submit"));
  await expect(page.getByText(t("builder.fieldErrors.empty"))).toBeVisible();
});

test("a draft is renamed in place", async ({ page, signInAs }) => {
  await signInAs("admin");
  const { slug } = await draftStudy();
  await page.goto(`/studies/${slug}/design/rules`);
  await press(page, t("builder.rename.open"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("builder.create.title"), { exact: true }).fill("Day watch");
  // The page is loaded again; what is pressed before that would be lost with it.
  const again = page.waitForEvent("load");
  await dialog.getByRole("button", { name: t("builder.rename.submit"), exact: true }).click();
  await again;
  await expect(page.getByRole("link", { name: "Day watch" })).toBeVisible();
  await press(page, t("builder.form.save"));
  await expect(page.getByText(t("builder.form.saved"), { exact: true })).toBeVisible();
});

test("drafts are for admins alone", async ({ page, signInAs, expectErrors }) => {
  expectErrors(/403/);
  await signInAs("researcher");
  const { slug } = await draftStudy();
  for (const address of ["/studies/new", `/studies/${slug}/design/frame`, `/studies/${slug}/design/check`]) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(403);
  }
  const counted = await page.request.get(`/api/studies/${slug}/eligible?frame={}`);
  expect(counted.status()).toBe(403);
});
