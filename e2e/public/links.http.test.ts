import { db } from "#lib/db.ts";
import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { ask } from "#e2e/support/ask.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, type Person } from "#e2e/support/people.ts";
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

const enter = async (reader: Reader, { name, linkPath }: Pick<Person, "name" | "linkPath">) =>
  (await reader.goto(linkPath)).press(t("enter.submit", { name }));

test("looking at a link doesn't burn it; the click does, once, and who is signed in is told before it", async () => {
  const [first, second, third] = [
    await addPerson("participant"),
    await addPerson("participant"),
    await addPerson("researcher"),
  ];
  for (const method of ["GET", "HEAD", "GET"])
    expect((await ask(product.url + first.linkPath, { method })).status).toBe(200);
  const reader = new Reader();
  (await reader.goto(first.linkPath)).expectHeading(t("enter.title", { name: first.name }));
  (await enter(reader, first)).expectHeading(t("participantHome.comeBackTitle"));

  // As somebody else.
  (await reader.goto(second.linkPath)).expectWords(t("enter.alreadyOther", { other: first.name }));
  (await enter(reader, second)).expectHeading(t("participantHome.comeBackTitle"));
  (await reader.goto("/sittings")).expectWords(t("participantHome.welcome", { name: second.name }));

  // A used link leads whoever is signed in on to their page, and everybody else to the sign-in.
  await reader.goto(first.linkPath);
  (await reader.follow(t("enter.toHome"))).expectHeading(t("participantHome.title"));
  reader.forget();
  (await reader.goto(first.linkPath)).expectHeading(t("enter.errors.used.title"));
  (await reader.follow(t("enter.toSignIn"))).expectHeading(t("signIn.title"));

  // Of two open pages the first click wins, and the second is told.
  await reader.goto(third.linkPath);
  const fields = { token: third.linkPath.replace("/enter/", "") };
  const elsewhere = await postAuth("enter", { url: product.url + third.linkPath, fields });
  expect(outcomeOf(elsewhere)).toMatch(/^→ \/account\/password/);
  (await reader.press(t("enter.submit", { name: third.name }))).expectWords(t("enter.errors.used.body"));
});
