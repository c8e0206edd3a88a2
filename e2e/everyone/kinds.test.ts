import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerCase, expectValue } from "#lib/testing/trial-study.ts";
import { acrossPath, planPath, resultsPath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { attentivePeople, judgeSimulated } from "#e2e/everyone/judged.ts";
import { kinds, type Kind, practised, ratingScale, texts, twoKinds, wrongText } from "#e2e/everyone/kinds.ts";
import { judgeOnPhone } from "#e2e/everyone/phone-walk.ts";
import { candidates, choose, place } from "#e2e/participant/faults/started-sitting.ts";
import { close } from "#e2e/support/answered-study.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, personOf, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, leave, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// What people and models say of a case, of whichever kind, from a file to the results.

async function finish(study: OpenStudy, { give, people = 2 }: Kind): Promise<void> {
  for (let who = 0; who < people; who++) {
    const sitter = await beginAt(study);
    const { sittingId, viewer } = sitter;
    const served = await db.servedCase.count({ where: { sittingId } });
    for (let at = 1; at <= served; at++) await answerCase(sitter, at, give(who));
    expectValue(await submitSitting(viewer, sittingId));
  }
  await close(study);
}

/** Codes are labels, several at a time. */
const likeOthers = new Set([twoKinds, kinds.codes]);

for (const [name, kind] of Object.entries(kinds)) {
  (likeOthers.has(kind) ? thorough : test)(
    `${name}: a case is answered by keys, in the dark and 360 pixels wide; staff see what people say`,
    async ({ page, signInAs, signInAsMember }) => {
      const study = await openedStudy(await kind.design(true));
      const sitter = await beginAt(study);
      await signInAs(personOf(sitter));
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.goto(`/sittings/${sitter.sittingId}/1`);
      await untilKeysAreHeard(page);
      await kind.answer(page);
      expect(await hasSidewaysScroll(page)).toBe(false);
      expect(await findViolations(page)).toEqual([]);
      const { sittingId } = sitter;
      await expect.poll(() => db.answer.count({ where: { sittingId } })).toBeGreaterThan(0);
      await leave(page);

      await finish(study, kind);
      await signInAsMember(study);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(resultsPath(study.slug, "overview"));
      await kind.look(page, study);
      expect(await findViolations(page)).toEqual([]);
    },
  );

  thorough(
    `${name}: from the link to the last page on a narrow phone, in Chinese and the dark, by a simulated person, and in the preview`,
    async ({ product, page, newDevice, signInAs, expectErrors }) => {
      const study = await openedStudy(await kind.design(false));
      const sitting = {
        link: study.link,
        count: kind.count,
        ...(kind.chooseOnPhone && { choose: kind.chooseOnPhone }),
      };
      const bytes = await judgeOnPhone({ product, newDevice, expectErrors }, sitting);
      for (const words of kind.given) expect(bytes).toMatch(words);
      expect(kind.secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
      await judgeSimulated(product, study, attentivePeople(1));

      await signInAs("admin");
      await page.goto(`/studies/${study.slug}/preview`);
      await page.getByLabel(t("sitting.preview.goTo")).selectOption("case");
      await expectHeading(page, place(1, kind.count));
      await untilKeysAreHeard(page);
    },
  );
}

/** By an address that names no kind: the case tells it, and its page does. */
async function lookAtCase(page: Page, { slug }: OpenStudy): Promise<void> {
  await page.goto(resultsPath(slug, "cases", new URLSearchParams({ kind: "rating" })));
  const link = page.locator(`a[href^="${resultsPath(slug, "cases")}/Gold/"]`).first();
  const { pathname } = new URL((await link.getAttribute("href")) ?? "", page.url());
  await page.goto(pathname);
  await expect(page.getByText("Gold", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/· Ratings$/)).toBeVisible();
}

async function lookAcross(page: Page, { slug, title }: OpenStudy): Promise<void> {
  await page.goto(acrossPath([slug]));
  const table = page.getByRole("region", { name: t("resultsAcross.parts.caption") });
  await expect(table.getByRole("row").nth(1)).toContainText(`${title} (Texts)`);
  await page.getByLabel(t("resultsAcross.pick.kind"), { exact: true }).selectOption("rating");
  await page.getByRole("button", { name: t("resultsAcross.pick.submit") }).click();
  const judged = page.getByRole("region", {
    name: t("resultsAcross.judged.captions.mean", { kind: "Ratings", name: ratingScale.name }),
  });
  await expect(judged.getByRole("row").nth(1)).toContainText(`${title} (Ratings)`);
  expect(await findViolations(page)).toEqual([]);
}

thorough(
  "two kinds: report, case, plan, the comparison of studies and an admin’s first page keep them apart",
  async ({ page, signInAs, signInAsMember }) => {
    const study = await openedStudy(await twoKinds.design(true));
    await finish(study, twoKinds);
    await signInAsMember(study);
    await page.goto(`${resultsPath(study.slug, "report")}?kind=rating`);
    await page.locator("#methods > summary").click();
    await expect(page.getByText(/Participants answered cases of several kinds/).first()).toBeVisible();
    await lookAtCase(page, study);
    await lookAcross(page, study);
    await page.goto(planPath(study.slug));
    await page.getByText(t("builder.plan.words.en.open")).click();
    const before = page.getByRole("region", {
      name: t("builder.plan.words.usualBefore", { kind: "Ratings" }),
    });
    await expect(before.first()).toContainText(t("taskKinds.rating.sitting.part.what"));
    await signInAs("admin");
    await page.goto("/admin");
    const card = page.getByRole("figure", { name: t("admin.closed.title") });
    await expect(card).toContainText(t("admin.closed.kind", { kind: "Texts" }));
    expect(await findViolations(page)).toEqual([]);
    await card.getByRole("link", { name: "Ratings" }).click();
    const kinds = page.getByRole("list", { name: t("results.switches.kind.label"), exact: true });
    await page.getByRole("button", { name: t("results.switches.open") }).click();
    await expect(kinds.getByRole("link", { name: "Ratings" })).toHaveAttribute("aria-current", "true");
  },
);

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  thorough(
    "texts: practice tells which is right, and what lacks is asked for in words of texts",
    async ({ page, expectErrors }) => {
      expectErrors(/^failed: \S+\.js csp$/);
      const own = en.taskKinds.texts.sitting;
      const { link } = await openedStudy(await texts.design(true));
      await page.goto(joinPath(link));
      await press(page, t("sitting.consent.agree"));
      await page.getByText(t("sitting.instructions.example")).click();
      await expect(page.getByText(own.instructions.exampleAnswer.slice(-20))).toBeVisible();
      await press(page, t("sitting.own.start"));
      await expect(page.getByText(practised.question)).toBeVisible();
      await press(page, t("sitting.case.check"));
      await expect(page.getByRole("alert").getByText(own.missing.choice)).toBeVisible();
      await candidates(page).filter({ hasText: practised.wrong }).click();
      await press(page, t("sitting.case.check"));
      await expect(page.getByText(wrongText)).toBeVisible();
      await press(page, t("sitting.practice.goOn"));
      await expectHeading(page, place(1, texts.count));
      await choose(page, 1);
    },
  );
});
