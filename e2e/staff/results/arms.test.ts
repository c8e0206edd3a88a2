import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectRoom, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { resultsPath } from "#lib/paths.ts";

const arms = {
  differ: "context",
  unit: "people",
  arms: [
    { name: "All turns", turns: null },
    { name: "No turns", turns: 0 },
  ],
};

/** Closed: six people on twelve cases, each in one arm, who err the more often the later they come. */
async function studyWithArms() {
  const { slug: benchmark } = await importBenchmark({ Literary: 12 });
  const study = await openedStudy({
    benchmark,
    sample: { seed: 7, quota: { Literary: 12 } },
    assignment: { arms, people: 6 },
  });
  for (let person = 0; person < 6; person++)
    await sitThrough(study, (_, place) => ({ isRight: (place + person) % (8 - person) !== 0 }));
  await close(study);
  return study;
}

async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findViolations(page, "colours")).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await hasSidewaysScroll(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
}

thorough(
  "the results of a study with arms pass axe, also in the dark, and fit a phone",
  async ({ page, signInAsMember }) => {
    const study = await studyWithArms();
    await signInAsMember(study);
    await page.goto(resultsPath(study.slug));
    await page.getByRole("link", { name: t("results.pages.arms"), exact: true }).press("Enter");
    await expectRoom(page, t("resultsArms.title"));
    await expectSound(page);
  },
);
