import { db } from "#lib/db.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";

test("a link that is of no use says so and what to do, and an unknown one nothing else", async () => {
  const past = new Date(Date.now() - 1000);
  const toSignIn = new RegExp(`<a\\b[^>]* href="/sign-in[^"]*"[^>]*>${t("enter.toSignIn")}`);
  for (const [problem, change] of [
    ["expired", { createdAt: new Date(0), expiresAt: past }],
    ["revoked", { revokedAt: past }],
    ["used", { usedAt: past }],
  ] as const) {
    const { id, linkPath } = await addPerson("researcher");
    await db.signInLink.updateMany({ where: { userId: id }, data: change });
    const { heading, words, drawn } = await readDrawn(product.url + linkPath);
    expect(heading).toBe(t(`enter.errors.${problem}.title`));
    expect(words).toContain(t(`enter.errors.${problem}.body`));
    expect(drawn).toMatch(toSignIn);
  }
  // An unknown link and a deactivated person's read the same.
  const { id, name, linkPath } = await addPerson("researcher");
  await db.user.update({ where: { id }, data: { deactivatedAt: past } });
  for (const link of [linkPath, "/enter/there-is-no-such-link"]) {
    const { heading, html } = await readDrawn(product.url + link);
    expect([heading, html.includes(name)]).toEqual([t("enter.errors.unknown.title"), false]);
  }
});
