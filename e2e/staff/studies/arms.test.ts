import { expect, thorough } from "#e2e/support/test.ts";
import { designPath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { t, zhT } from "#e2e/support/words.ts";

const arms = "builderPlan.assignment.arms";

thorough(
  "arms are planned, refused where they are the same, and seen one by one before anybody is asked",
  async ({ page, signInAs }) => {
    const { slug } = await draftStudy();
    await signInAs("admin");
    await page.goto(designPath(slug, "assignment"));
    await page.getByLabel(t(`${arms}.differ`)).selectOption("context");
    const [first, second] = [1, 2].map((number) =>
      page.getByRole("group", { name: t(`${arms}.arm`, { number }) }),
    );
    if (!first || !second) throw new Error("there are two arms");
    await second.getByLabel(t(`${arms}.turns`)).fill("");
    await press(page, t("builder.form.save"));
    await expect(second.getByText(t("builder.fieldErrors.arm_same"))).toBeVisible();
    await second.getByLabel(t(`${arms}.turns`)).fill("0");
    await second.getByLabel(t(`${arms}.name`)).fill("Nothing before");
    await page.getByLabel(t(`${arms}.unit`)).selectOption("cases");
    await page.getByLabel(t(`${arms}.unit`)).selectOption("people");
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await hasSidewaysScroll(page)).toBe(false);
    await press(page, t("builder.form.save"));
    await expect(page.getByText(t("builder.form.stored"))).toBeVisible();
    await page.reload();
    await expect(first.getByLabel(t(`${arms}.name`))).toHaveValue(t(`${arms}.names.allTurns`));
    await expect(second.getByLabel(t(`${arms}.turns`))).toHaveValue("0");

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(designPath(slug, "check"));
    await expect(page.getByText(t("builder.plan.arms.turns", { turns: 0 }))).toBeVisible();
    await page.goto(`/studies/${slug}/preview`);
    const choice = page.getByRole("navigation", { name: t("studies.previewArms.title") });
    const readFirst = async () => {
      await page.getByLabel(t("sitting.preview.goTo")).selectOption("case");
      await expectHeading(page, t("sitting.case.place", { place: "1", count: "2" }));
      return page.getByRole("main").innerText();
    };
    const whole = await readFirst();
    await choice.getByRole("link", { name: "Nothing before" }).click();
    await expect(choice.getByRole("link", { name: "Nothing before" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const cut = await readFirst();
    expect(cut.length).toBeLessThan(whole.length);
    expect(await findViolations(page)).toEqual([]);
  },
);

thorough("in Chinese the arms of a study say what they add in its language", async ({ page, signInAs }) => {
  await signInAs("admin");
  const { slug } = await draftStudy();
  await page.goto(designPath(slug, "assignment"));
  await page
    .getByRole("banner")
    .getByRole("button", { name: t("shell.language.zh-CN"), exact: true })
    .click();
  await page.getByLabel(zhT(`${arms}.differ`)).selectOption("instructions");
  await page
    .getByLabel(zhT(`${arms}.instructions.zh-CN`))
    .last()
    .fill("慢慢读。");
  await page
    .getByLabel(zhT(`${arms}.instructions.en`))
    .last()
    .fill("Read slowly.");
  await press(page, zhT("builder.form.save"));
  await expect(page.getByText(zhT("builder.form.stored"))).toBeVisible();
  await page.goto(`/studies/${slug}/preview?arm=2`);
  await page.getByLabel(zhT("sitting.preview.goTo")).selectOption("instructions");
  await expect(page.getByText("Read slowly.")).toBeVisible();
});
