import type { Page } from "@playwright/test";
import { acrossPath, resultsPath, studiesPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { answerCases, close } from "#e2e/support/answered-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectHeading, expectRoom, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const cases = 12;

/** Answers so many cases, of them so many right, each with a confidence and, where it is wrong, a reason. */
async function sit(link: string, { answers, right }: { answers: number; right: number }): Promise<void> {
  const sitter = await beginAt({ link });
  await answerCases(sitter, (position, place) => {
    if (position > answers) return null;
    // Some cases are harder than others, and not in the same order for all.
    const isRight = answers < cases || (place + 2 * (right % 2)) % cases < right;
    const reason = isRight ? null : "It sounds like her.";
    return { isRight, confidence: isRight ? 0.9 : 0.6, activeMs: 8000 + 100 * position, reason };
  });
  if (answers === cases) await submitSitting(sitter.viewer, sitter.sittingId);
}

/** Who began and answered nothing, as rows alone: to come by the link takes each of them a while. */
async function addBeginners({ id: studyId }: OpenStudy, count: number): Promise<void> {
  const last = await db.sitting.findFirstOrThrow({ where: { studyId }, orderBy: { number: "desc" } });
  const { number, cell, consentTextId, cohort, language } = last;
  const people = await db.user.createManyAndReturn({
    data: Array.from({ length: count }, (_, i) => ({
      role: "participant" as const,
      name: `Participant ${number + 1 + i}`,
      handle: crypto.randomUUID(),
    })),
  });
  const began = { studyId, state: "started", startedAt: new Date(), seed: 1n } as const;
  await db.sitting.createMany({
    data: people.map(({ id: userId }, i) => ({
      ...began,
      cell,
      consentTextId,
      cohort,
      language,
      userId,
      number: number + 1 + i,
    })),
  });
}

/** Closed, of two cohorts: eight people who finished, and as many as wanted who left, the last two after one case. */
async function answeredStudy(benchmark: string, { left = 0 } = {}): Promise<OpenStudy> {
  const study = await openedStudy({
    benchmark,
    sample: { seed: 7, quota: { Literary: cases } },
    questions: { confidence: { ask: "optional", form: "slider" }, reason: "optional" },
  });
  const given = { cap: 1000, cohort: "Undergraduate", expiresAt: null };
  const other = await createOpenLink(operator(), study.id, given);
  if (!other.ok) throw new Error("no second link");
  for (const right of [12, 11, 11, 10]) await sit(study.link, { answers: cases, right });
  for (const right of [9, 8, 8, 7]) await sit(other.value.code, { answers: cases, right });
  if (left > 0) await addBeginners(study, left - 2);
  for (let i = 0; i < Math.min(left, 2); i++) await sit(study.link, { answers: 1, right: 1 });
  await close(study);
  return study;
}

// Both tests look at the same study, since to make one takes longer than they do; nothing they do changes it.
test.describe.configure({ mode: "default" });
let known: Promise<OpenStudy> | undefined;
const studyOfMany = () =>
  (known ??= importBenchmark({ Literary: cases }).then(({ slug }) => answeredStudy(slug, { left: 44 })));

const listed = (page: Page) => page.getByRole("region", { name: t("resultsPeople.list.caption") });
const firstOf = (page: Page) => listed(page).locator("tbody th").first();

async function expectSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findViolations(page, "colours")).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await hasSidewaysScroll(page)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
}

thorough(
  "from the headline's people to one of them, to a case; sorted, filtered and turned by keyboard",
  async ({ page, signInAsMember }) => {
    const study = await studyOfMany();
    await signInAsMember(study);
    await page.goto(resultsPath(study.slug));
    await page.getByRole("link", { name: "8 people", exact: true }).first().click();
    await expectRoom(page, t("resultsPeople.title"));
    await expect(page.getByText("People: 8, answers: 96, cases: 12, right: 76 (79.2%;")).toBeVisible();
    await expect(page.getByRole("heading", { name: t("resultsPeople.dots.title") })).toBeVisible();

    // The list has 52 people on two pages; those who left have too few cases for a share.
    await expect(listed(page).locator("tbody tr")).toHaveCount(50);
    await page.getByRole("link", { name: t("cases.pages.next") }).press("Enter");
    await expect(listed(page).locator("tbody tr")).toHaveCount(2);
    await expect(listed(page).locator("tbody tr").first()).toContainText(t("resultsPeople.tooFew", { n: 1 }));
    await expect(listed(page).locator("tbody tr").first()).toContainText(
      t("resultsPeople.exclusions.incomplete"),
    );

    const accuracy = listed(page).getByRole("columnheader", {
      name: t("resultsPeople.list.columns.accuracy"),
    });
    const counted = page.getByRole("link", {
      name: t("resultsPeople.list.filter", { name: t("resultsPeople.list.filters.counted"), count: 8 }),
    });
    await counted.press("Enter");
    await expect(listed(page).locator("tbody tr")).toHaveCount(8);
    await accuracy.getByRole("link").press("Enter");
    await expect(accuracy).toHaveAttribute("aria-sort", "descending");
    await expect(listed(page).locator("tbody tr").first()).toContainText("75.8–100.0");
    await accuracy.getByRole("link").press("Enter");
    await expect(accuracy).toHaveAttribute("aria-sort", "ascending");
    await expect(listed(page).locator("tbody tr").first()).toContainText("7/12");
    const number = await firstOf(page).innerText();

    // The two cohorts differ by 16 of 48 answers.
    const differences = page.getByRole("region", { name: t("resultsPeople.cohorts.differences") });
    await expect(differences.getByRole("row").nth(1)).toContainText("PhD − Undergraduate");
    await expect(differences.getByRole("row").nth(1)).toContainText("+25.0");

    await firstOf(page).getByRole("link").press("Enter");
    await expectRoom(page, t("resultsPeople.person.title", { number: Number(number) }));
    const answers = page.getByRole("region", {
      name: t("resultsPeople.person.caption", { number: Number(number) }),
    });
    await expect(answers.locator("tbody tr")).toHaveCount(cases);
    const last = answers.locator("tbody tr").last();
    await expect(last).toContainText(t("resultsPeople.person.isWrong"));
    await last.getByText(t("resultsPeople.person.reason")).press("Enter");
    await expect(last.getByText("It sounds like her.")).toBeVisible();
    const toCase = last.getByRole("link").first();
    const key = await toCase.innerText();
    await toCase.press("Enter");
    await expectRoom(page, t("resultsCases.case.title"));
    await expect(page.getByText(key).first()).toBeVisible();

    const nobody = await page.request.get(`${resultsPath(study.slug, "people")}/9999`);
    expect(nobody.status()).toBe(404);
  },
);

thorough("calibration beside a model, and cohorts of two studies on one plot", async ({ page, signInAs }) => {
  const study = await studyOfMany();
  const other = await answeredStudy(study.benchmark);
  await signInAs("admin");
  await page.goto(resultsPath(study.slug, "calibration"));
  await expectRoom(page, t("resultsPeople.calibration.title"));
  // 76 of 96 at 90%, the others at 60%: 83.75% sure, which rounds either way, and 79.17% right.
  await expect(
    page.getByText(/were 83\.[78]% sure and 79\.2% right \(n = 96\): overconfident by 4\.6 points/),
  ).toBeVisible();
  const model = page.getByLabel(t("resultsPeople.calibration.model"));
  await model.selectOption({ index: 1 });
  await press(page, t("resultsPeople.calibration.show"));
  const numbers = page.getByRole("region", { name: t("resultsPeople.calibration.table.caption") });
  await expect(numbers.getByRole("row")).toHaveCount(5);
  await expect(numbers.getByRole("row").last()).toContainText("gpt-harbour");

  await page.goto(resultsPath(study.slug, "scale"));
  await expectRoom(page, t("resultsScale.title"));
  const map = page.locator("#scale-map");
  await expect(map.locator("svg.drawing:visible")).toContainText("gpt-harbour");
  const scaled = page.getByRole("region", { name: t("resultsScale.tables.people", { who: "people" }) });
  await page.locator("#scale-people > summary").click();
  await expect(scaled.getByRole("row")).toHaveCount(1 + 8);
  await expect(scaled).toContainText(t("resultsScale.allRight"));
  await expectSound(page);
  const ofScale = await map
    .getByRole("link", { name: t("charts.numbers"), includeHidden: true })
    .getAttribute("href");
  const places = (await (await page.request.get(ofScale ?? "")).text()).trim().split("\r\n");
  expect(places).toHaveLength(1 + 8 + 1 + cases);

  await page.goto(studiesPath);
  await page.getByRole("link", { name: t("resultsAcross.link") }).click();
  await expectHeading(page, t("resultsAcross.title"));
  await page.getByLabel(study.title).check();
  await page.getByLabel(other.title).check();
  await press(page, t("resultsAcross.pick.submit"));
  const differences = page.getByRole("region", { name: t("resultsAcross.differences.caption") });
  await expect(differences.getByRole("row")).toHaveCount(2);
  await expect(differences.getByRole("row").nth(1)).toContainText(
    t("resultsAcross.differences.allShared", { cases }),
  );
  const cohort = page.getByRole("group", { name: t("resultsAcross.pick.cohorts", { title: study.title }) });
  await cohort.getByLabel(t("resultsAcross.pick.cohort", { cohort: "PhD" })).check();
  await press(page, t("resultsAcross.pick.submit"));
  await expect(differences.getByRole("row")).toHaveCount(4);
  await expect(differences).toContainText(t("resultsAcross.differences.same_people"));
  const scale = page.getByRole("region", { name: t("resultsScale.tables.cases") });
  await page.locator("#scale-cases > summary").click();
  await expect(scale.getByRole("row")).toHaveCount(cases + 1);
  await expectSound(page);
  const numbersOf = (figure: string) =>
    page.locator(`#${figure}`).getByRole("link", { name: t("charts.numbers"), includeHidden: true });
  const href = await numbersOf("across").getAttribute("href");
  const csv = await (await page.request.get(href ?? "")).text();
  expect(csv).toContain(`${study.slug},PhD,people,selected,,4,12,48,44,${44 / 48},`);

  await page.goto(acrossPath(["no-such-study"]));
  await expect(page.getByText(t("resultsAcross.empty.title"))).toBeVisible();
});
