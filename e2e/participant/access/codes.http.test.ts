import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { hashSecret } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { openBrowser } from "#lib/simulation/browser.ts";

const place = (number: number) => t("sitting.case.place", { place: String(number), count: "2" });

test("code and passphrase are there after consent, until one goes on, and open the door elsewhere", async () => {
  // Not the address that the server itself is bound to, so that what it prints is seen to be the visitor's.
  const origin = `http://localhost:${product.port}`;
  const { link } = await openedStudy();
  const reader = new Reader(openBrowser(origin));
  await reader.goto(joinPath(link));
  await reader.press(t("sitting.consent.agree"));
  reader.expectHeading("Who is speaking?");
  const code = reader.noted(t("account.code")) ?? "";
  const passphrase = reader.noted(t("way.keep.passphrase")) ?? "";
  expect(passphrase).toMatch(/^[a-z]+( [a-z]+){4}$/);
  expect(reader.noted(t("way.keep.address"))).toBe(`${origin}/sign-in?as=participant`);
  const { address } = reader;
  await reader.goto("/sittings");
  await reader.goto(address);
  expect(reader.noted(t("way.keep.passphrase"))).toBe(passphrase);

  (await reader.press(t("sitting.own.start"))).expectHeading(place(1));
  await reader.goto(address);
  reader.expectWords(code);
  expect(reader.noted(t("way.keep.passphrase"))).toBeUndefined();
  reader.expectNoWords(passphrase);

  // Elsewhere: nothing of this browser is there.
  reader.forget();
  await reader.goto("/sign-in?as=participant");
  await reader.press(t("signIn.submit"), { handle: code, secret: passphrase });
  reader.expectHeading(place(1));
});

test("signed out, one comes to the participants’ form, which takes the code however it is typed", async () => {
  const passphrase = "amber otter lake stone heron";
  const sitter = await consentTo(await openedStudy());
  const { sittingId, viewer } = sitter;
  const reader = await Reader.as(personOf(sitter));
  const secretHash = await hashSecret(passphrase);
  await db.user.update({ where: { id: viewer.userId }, data: { secretHash } });
  await reader.goto(`/sittings/${sittingId}/leave`);
  await reader.press(t("account.signOut"));
  reader.expectWords(t("signIn.signedOut"));
  reader.expectWords(t("signIn.code"));
  await reader.goto(`/sittings/${sittingId}/code`);
  reader.expectWords(t("signIn.code"));
  const wide = viewer.handle
    .toUpperCase()
    .replace(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0));
  const typed = { handle: ` ${wide} `, secret: passphrase.toUpperCase().replaceAll(" ", "_") };
  (await reader.press(t("signIn.submit"), typed)).expectHeading(t("menu.code"));
});

test("what one person was shown isn’t there for the next one on this device", async () => {
  const { link, id } = await openedStudy();
  const reader = new Reader();
  await reader.goto(joinPath(link));
  await reader.press(t("sitting.consent.agree"));
  const { address } = reader;
  const passphrase = reader.noted(t("way.keep.passphrase")) ?? "";
  await reader.signIn(await addPerson("participant"));
  const { status, text } = await reader.ask(address);
  expect([status, text.includes(passphrase)]).toEqual([404, false]);
  expect(await db.sitting.count({ where: { studyId: id } })).toBe(1);
});
