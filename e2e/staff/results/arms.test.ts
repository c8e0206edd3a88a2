import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectRoom, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
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

test("a study with arms has their results on a page of their own, compared on the same cases", async ({
  page,
  signInAsMember,
}) => {
  const study = await studyWithArms();
  await signInAsMember(study);
  await page.goto(resultsPath(study.slug));
  await expect(page.getByText(t("resultsArms.pooled.title", { count: 2 }))).toBeVisible();
  await page.getByRole("link", { name: t("results.pages.arms"), exact: true }).press("Enter");
  await expectRoom(page, t("resultsArms.title"));

  const people = page.getByRole("region", { name: t("resultsArms.people.caption") });
  await expect(people.locator("tbody tr")).toHaveCount(2);
  for (const [at, name] of ["All turns", "No turns"].entries()) {
    await expect(people.locator("tbody tr").nth(at)).toContainText(name);
    await expect(people.locator("tbody tr").nth(at)).toContainText("36");
  }
  // What was imported knows the cases as they are.
  const models = page.getByRole("region", { name: t("resultsArms.models.caption") });
  await expect(models.locator("tbody tr")).toHaveCount(1);
  await expect(models.locator("tbody tr")).toContainText("All turns");
  const differences = page.getByRole("region", {
    name: t("resultsArms.differences.people", { who: "people" }),
  });
  await expect(differences.locator("tbody tr")).toContainText("All turns − No turns");
  await expect(differences.locator("tbody tr")).toContainText(
    t("resultsArms.differences.cases", { count: 12 }),
  );
  await expectSound(page);
});
