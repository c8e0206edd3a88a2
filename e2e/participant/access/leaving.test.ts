import { db } from "#lib/db.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { answer, beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("answers that are not stored yet are waited for; then one hands in, and no way leads back", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/^failed: \S+\/answers /, /net::ERR_FAILED/);
  const sitter = await beginAt(await openedStudy());
  const { sittingId } = sitter;
  await answer(sitter, 1);
  await answer(sitter, 2);
  await signInAs(personOf(sitter));
  await page.route("**/answers", (route) => route.abort());
  await page.goto(`/sittings/${sittingId}/2`);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("radio") })
    .nth(1)
    .click();
  await expect(page.locator("[data-sending=waiting]")).toBeVisible();
  await page.goto(`/sittings/${sittingId}/finish`);
  await expect(page.getByText(t("way.finish.sendingOne"))).toBeVisible();
  const confirm = page.getByRole("button", { name: t("sitting.submit.confirm"), exact: true });
  await confirm.click();
  await expect(confirm).toBeVisible();
  await expect(page.getByText(t("way.finish.sendingOne"))).toBeVisible();
  expect((await db.sitting.findUniqueOrThrow({ where: { id: sittingId } })).state).toBe("started");
  await page.unroute("**/answers");
  // By a double click; there is no way back into the cases.
  await confirm.dblclick();
  await expectHeading(page, t("sitting.debrief.title"));
  const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  await expect(page.getByText(completionCode ?? "no code", { exact: true })).toBeVisible();
  await page.goBack();
  await expectHeading(page, t("sitting.debrief.title"));
  await page.goto(`/sittings/${sittingId}/finish`);
  await expectHeading(page, t("sitting.debrief.title"));
  const { served } = await db.sitting.findUniqueOrThrow({
    where: { id: sittingId },
    include: { served: { where: { position: 2 }, include: { answer: true } } },
  });
  expect(served[0]?.answer?.decision).toBe(String(served[0]?.optionOrder[1]));
});
