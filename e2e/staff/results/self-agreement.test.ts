import { resultsPath } from "#lib/paths.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { operator } from "#lib/auth/operator.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { lookAt } from "#lib/studies/testing/drafts.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { beginAt, draftStudy, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "repeats are asked for in the builder, which says how many there can be",
  async ({ page, signInAs }) => {
    const { slug: benchmark } = await importBenchmark({ Literary: 10 });
    const sample = { seed: 7, quota: { Literary: 6 } };
    const { slug, id } = await draftStudy({ benchmark, sample });
    await signInAs("admin");
    await page.goto(`/studies/${slug}/design/sample`);
    const repeats = page.getByLabel(t("builder.sampleStep.repeats.label"), { exact: true });
    await repeats.fill("4");
    await press(page, t("builder.form.save"));
    await expect(
      page.getByText(t("builder.findings.too_many_repeats", { repeats: 4, most: 3 })),
    ).toBeVisible();
    await repeats.fill("51");
    await press(page, t("builder.form.save"));
    await expect(page.getByText(t("builder.fieldErrors.too_large"))).toBeVisible();
    await repeats.fill("2");
    await press(page, t("builder.form.save"));
    await expect(page.getByText(t("builder.form.stored"), { exact: true })).toBeVisible();
    await page.goto(`/studies/${slug}/design/check`);
    await expect(page.getByText(t("builder.plan.sample.repeats", { repeats: 2 }))).toBeVisible();

    const opened = await openStudy(operator(), slug, await lookAt(operator(), slug));
    expect(opened.ok).toBe(true);
    const link = await createOpenLink(operator(), id, { cap: 9, cohort: "PhD", expiresAt: null });
    if (!link.ok) throw new Error("no link");
    const sitter = await beginAt({ link: link.value.code });
    await signInAs(personOf(sitter));
    await page.goto(`/sittings/${sitter.sittingId}/overview`);
    await expect(page.getByText(t("sitting.overview.missing", { count: "8" }))).toBeVisible();
  },
);

thorough(
  "repeated answers on the page of agreement pass axe and fit the page",
  async ({ page, signInAsMember }) => {
    const { slug: benchmark } = await importBenchmark({ Literary: 12 });
    const sample = { seed: 7, quota: { Literary: 12 }, repeats: 4 };
    const study = await openedStudy({ benchmark, sample });
    for (let person = 0; person < 3; person++) await sitThrough(study, () => ({ isRight: true }));
    await close(study);
    await signInAsMember(study);
    await page.goto(resultsPath(study.slug, "agreement"));
    await expect(page.getByRole("region", { name: t("resultsAgreement.self.caption") })).toBeVisible();
    expect(await findViolations(page, "everything", "main", new Set())).toEqual([]);
    expect(await hasSidewaysScroll(page)).toBe(false);
  },
);
