import { findViolations } from "#e2e/everyone/axe.ts";
import { plan, words } from "#e2e/participant/before-cases.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { answer, beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { db } from "#lib/db.ts";

// Without script: before-cases.http.test.ts.
test.use({ viewport: { width: 360, height: 740 } });

thorough(
  "boxes, what one would rather not say, and a second try: all the way to the first case",
  async ({ page }) => {
    const study = await openedStudy(plan);
    await page.goto(joinPath(study.link));
    await expect(page.getByText("Two euros, by voucher")).toBeVisible();
    expect(await hasSidewaysScroll(page)).toBe(false);
    await page.getByLabel("I am 18 or older.").check();
    await press(page, t("sitting.consent.agree"));
    // The browser asks for the other one before anything is sent.
    await expectHeading(page, words.en.title);
    expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
    await page.getByLabel("I take part of my own free will.").check();
    expect(await findViolations(page)).toEqual([]);
    await press(page, t("sitting.consent.agree"));

    await expect(page.getByText(t("sitting.own.codeTitle"))).toBeVisible();
    await expect(page.getByText(words.en.instructions)).toBeVisible();
    await press(page, t("sitting.comprehension.toQuestions"));
    await expect(page.getByText(t("sitting.background.errors.empty"))).toBeVisible();
    await page.getByLabel(t("sitting.background.preferNot")).check();
    expect(await findViolations(page)).toEqual([]);
    await press(page, t("sitting.comprehension.toQuestions"));

    await expectHeading(page, t("sitting.comprehension.title"));
    expect(await page.content()).not.toContain('right":"mark');
    await press(page, t("sitting.goOn"));
    await expect(page.getByText(t("sitting.comprehension.empty"))).toBeVisible();
    await page.getByLabel("Who wrote the passage").check();
    expect(await findViolations(page)).toEqual([]);
    await press(page, t("sitting.goOn"));

    await expectHeading(page, t("sitting.instructions.title"));
    await expect(page.getByText("What do you choose?")).toBeVisible();
    const id = new URL(page.url()).pathname.split("/")[2];
    await page.goto(`/sittings/${id}/1`);
    await expectHeading(page, t("sitting.instructions.title"));
    await page.getByRole("link", { name: t("sitting.comprehension.toQuestions") }).click();
    await expect(page.getByText(t("sitting.comprehension.again"))).toBeVisible();
    await page.getByLabel("Who speaks at the mark").check();
    await press(page, t("sitting.goOn"));
    await expectHeading(page, t("sitting.case.place", { place: "1", count: "2" }));
    const stored = await db.sitting.findFirstOrThrow({ where: { studyId: study.id } });
    expect(stored).toMatchObject({
      consentTicks: [{ key: "adult" }, { key: "free" }],
      background: { age: "prefer_not_to_say" },
      comprehension: [{ wrong: ["task"] }, { wrong: [] }],
    });
  },
);

thorough(
  "how long the rest takes is told from the fifth case on, and only where the plan tells it",
  async ({ page, signInAs }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const { slug: benchmark } = await importBenchmark({ Literary: 8 });
    const sample = { seed: 7, quota: { Literary: 8 } };
    const told = page.getByText(t("answering.paceMinutes", { minutes: "5" }));
    for (const showPace of [true, undefined]) {
      const questions = showPace ? { showPace } : {};
      const sitter = await beginAt(await openedStudy({ benchmark, sample, questions }));
      for (let position = 1; position <= 5; position++) await answer(sitter, position);
      await signInAs(personOf(sitter));
      await page.goto(`/sittings/${sitter.sittingId}/overview`);
      await expect(page.getByText(t("sitting.overview.missing", { count: "3" }))).toBeVisible();
      await expect(told).toHaveCount(showPace ? 1 : 0);
      await page.getByRole("link", { name: t("sitting.overview.resume") }).click();
      await expectHeading(page, t("sitting.case.place", { place: "6", count: "8" }));
      await expect(told).toHaveCount(showPace ? 1 : 0);
    }
  },
);
