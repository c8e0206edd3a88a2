import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { db } from "#lib/db.ts";
import { ask } from "#e2e/support/ask.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { addPerson } from "#e2e/support/people.ts";
import { enterBy, expectHeading } from "#e2e/support/screens.ts";
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
});

test("of two open pages of one link the first click wins, and the second is told", async ({
  page,
  product,
}) => {
  const { name, linkPath } = await addPerson("researcher");
  await page.goto(linkPath);
  const fields = { token: linkPath.replace("/enter/", "") };
  const elsewhere = await postAuth("enter", { url: product.url + linkPath, fields });
  expect(outcomeOf(elsewhere)).toMatch(/^→ \/account\/password/);
  await page.getByRole("button", { name: t("enter.submit", { name }) }).click();
  await expect(page.getByRole("alert").filter({ hasText: t("enter.errors.used.body") })).toBeVisible();
});

test("a link that is of no use says so and what to do, and an unknown one nothing else", async ({
  product,
}) => {
  const past = new Date(Date.now() - 1000);
  const toSignIn = new RegExp(`<a\\b[^>]* href="/sign-in[^"]*"[^>]*>${t("enter.toSignIn")}`);
  for (const [problem, change] of [
    ["expired", { createdAt: new Date(0), expiresAt: past }],
    ["revoked", { revokedAt: past }],
    ["used", { usedAt: past }],
  ] as const)
    await test.step(problem, async () => {
      const { id, linkPath } = await addPerson("researcher");
      await db.signInLink.updateMany({ where: { userId: id }, data: change });
      const { heading, words, drawn } = await readDrawn(product.url + linkPath);
      expect(heading).toBe(t(`enter.errors.${problem}.title`));
      expect(words).toContain(t(`enter.errors.${problem}.body`));
      expect(drawn).toMatch(toSignIn);
    });
  await test.step("an unknown link and a deactivated person's read the same", async () => {
    const { id, name, linkPath } = await addPerson("researcher");
    await db.user.update({ where: { id }, data: { deactivatedAt: past } });
    for (const link of [linkPath, "/enter/there-is-no-such-link"]) {
      const { heading, html } = await readDrawn(product.url + link);
      expect([heading, html.includes(name)]).toEqual([t("enter.errors.unknown.title"), false]);
    }
  });
});
