import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { ask } from "#e2e/support/ask.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { addPerson } from "#e2e/support/people.ts";
import { enterBy, expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("looking at a link doesn't burn it; the click does, once, and who is signed in is told before it", async ({
  page,
  context,
  product,
}) => {
  const first = await addPerson("participant");
  for (const method of ["GET", "HEAD", "GET"])
    expect((await ask(product.url + first.linkPath, { method })).status).toBe(200);
  await page.goto(first.linkPath);
  await expectHeading(page, t("enter.title", { name: first.name }));
  await enterBy(page, first.linkPath, first.name);
  await expectHeading(page, t("participantHome.comeBackTitle"));

  await test.step("as somebody else", async () => {
    const { name, linkPath } = await addPerson("participant");
    await page.goto(linkPath);
    await expect(page.getByText(t("enter.alreadyOther", { other: first.name }))).toBeVisible();
    await enterBy(page, linkPath, name);
    await expectHeading(page, t("participantHome.comeBackTitle"));
    await page.goto("/sittings");
    await expect(page.getByText(t("participantHome.welcome", { name }))).toBeVisible();
  });
  await test.step("a used link leads whoever is signed in on to their page", async () => {
    await page.goto(first.linkPath);
    await page.getByRole("link", { name: t("enter.toHome") }).click();
    await expectHeading(page, t("participantHome.title"));
  });
  await test.step("and everybody else to the sign-in", async () => {
    await context.clearCookies();
    await page.goto(first.linkPath);
    await expectHeading(page, t("enter.errors.used.title"));
    await expect(page.getByText(t("enter.errors.used.body"))).toBeVisible();
    await page.getByRole("link", { name: t("enter.toSignIn") }).click();
    await expectHeading(page, t("signIn.title"));
  });
  await test.step("of two open pages the first click wins, and the second is told", async () => {
    const { name, linkPath } = await addPerson("researcher");
    await page.goto(linkPath);
    const fields = { token: linkPath.replace("/enter/", "") };
    const elsewhere = await postAuth("enter", { url: product.url + linkPath, fields });
    expect(outcomeOf(elsewhere)).toMatch(/^→ \/account\/password/);
    await press(page, t("enter.submit", { name }));
    await expect(page.getByRole("alert").filter({ hasText: t("enter.errors.used.body") })).toBeVisible();
  });
});
