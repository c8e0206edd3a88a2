import { countSittings, inTheMiddle, invite, listUses } from "#e2e/participant/access/on-their-way.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { answer, consentTo, openedStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";

const expectSecond = (reader: Reader, sittingId: string) =>
  expect(reader.address).toMatch(new RegExp(`^/sittings/${sittingId}/2(\\?back=1)?$`));

test("one’s own link leads back on a device that knows nobody, at the press of a button; of two studies one chooses", async () => {
  const { code, sittingId, viewer } = await inTheMiddle();
  const signIns = () => db.signIn.count({ where: { userId: viewer.userId } });
  const before = await signIns();
  const reader = new Reader();
  for (const rest of ["", "/consent"])
    (await reader.goto(joinPath(code) + rest)).expectHeading(t("way.welcomeBack.title"));
  expect(await signIns(), "looking at the link signs nobody in").toBe(before);
  await reader.press(t("way.welcomeBack.goOn"));
  expectSecond(reader, sittingId);
  reader.expectHeading(t("sitting.case.place", { place: "2", count: "2" }));
  // And again from the same link, now that this device knows them.
  await reader.goto(joinPath(code));
  expectSecond(await reader.follow(t("join.returning.goOn")), sittingId);

  expectSecond(await reader.goto("/sittings?back=1"), sittingId);
  const other = await consentTo(await openedStudy());
  await db.sitting.update({ where: { id: other.sittingId }, data: { userId: viewer.userId } });
  (await reader.goto("/sittings?back=1")).expectHeading(t("participantHome.title"));
  expectSecond(await reader.follow(t("participantHome.goOn")), sittingId);
  await reader.goto("/sittings");
  (await reader.follow(t("participantHome.begin"))).expectWords(t("sitting.instructions.title"));
});

test("one’s own link leads to handing in where everything is answered, after the end to the thanks", async () => {
  const sitter = await inTheMiddle();
  const { code, sittingId, viewer } = sitter;
  const reader = new Reader();
  await reader.goto(joinPath(code));
  await reader.press(t("way.welcomeBack.goOn"));
  await answer(sitter, 2);
  (await reader.goto(`/sittings/${sittingId}?back=1`)).expectHeading(t("sitting.submit.title"));
  await reader.goto(`/sittings/${sittingId}/finish`);
  (await reader.press(t("sitting.submit.confirm"))).expectHeading(t("sitting.debrief.title"));
  // The link itself says so, to a stranger no more than that.
  reader.forget();
  await reader.goto(joinPath(code));
  reader.expectHeading(t("join.ended.submitted.title"));
  const { completionCode } = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  reader.expectNoWords(completionCode ?? "no code");
  (await reader.press(t("join.ended.submitted.look"))).expectHeading(t("sitting.debrief.title"));
  reader.expectWords(viewer.handle);
  await reader.goto(joinPath(code));
  reader.expectHeading(t("join.ended.submitted.title"));
  (await reader.follow(t("join.ended.submitted.look"))).expectHeading(t("sitting.debrief.title"));
});

test("the same consent sent twice is one person with one passphrase", async () => {
  const { id: studyId, link } = await openedStudy();
  const reader = new Reader();
  await reader.goto(joinPath(link));
  const form = reader.field("form") ?? "";
  await reader.press(t("sitting.consent.agree"));
  const first = reader.noted(t("way.keep.passphrase"));
  expect(first).toMatch(/^[a-z]+( [a-z]+){4}$/);
  // As if the answer had never arrived: nothing of it is on the device, and the form is sent once more.
  reader.forget();
  await reader.goto(joinPath(link));
  await reader.press(t("sitting.consent.agree"), { form });
  expect(reader.noted(t("way.keep.passphrase"))).toBe(first);
  expect([await countSittings(studyId), await listUses(studyId)]).toEqual([1, [1]]);
});

test("consent pages opened side by side lead into one sitting, by another open link of the study too", async () => {
  const { id: studyId, link } = await openedStudy();
  const made = await createOpenLink(operator(), studyId, { cap: 9, cohort: "Crew", expiresAt: null });
  if (!made.ok) throw new Error(made.error);
  const other = made.value.code;
  const browser = new Reader();
  const tabs = await Promise.all([link, link, other].map((code) => browser.newTab().goto(joinPath(code))));
  expect(new Set(tabs.map((tab) => tab.field("form"))).size).toBe(tabs.length);
  const addresses = new Set<string>();
  for (const tab of tabs) {
    await tab.press(t("sitting.consent.agree"));
    expect(tab.address).toMatch(/^\/sittings\/[-0-9a-f]{36}$/);
    addresses.add(tab.address);
  }
  expect(addresses.size).toBe(1);
  expect(await countSittings(studyId)).toBe(1);
  // Somebody else at the same device is still let in.
  await browser.goto(joinPath(other));
  browser.expectHeading(t("join.returning.title"));
  await browser.press(t("way.another.submit"));
  await browser.press(t("sitting.consent.agree"));
  expect(browser.noted(t("way.keep.passphrase"))).toBeDefined();
  expect(await countSittings(studyId)).toBe(2);
});

test("a link that was used asks for the passphrase, but in the browser in which its person began", async () => {
  const code = await invite(await openedStudy());
  const reader = new Reader();
  await reader.goto(joinPath(code));
  await reader.press(t("sitting.consent.agree"));
  const passphrase = reader.noted(t("way.keep.passphrase")) ?? "";
  const [sitting = ""] = reader.address.split("?");
  const beAsBefore = reader.remember();

  // In another browser, which has none of its cookies.
  reader.forget();
  await reader.goto(joinPath(code));
  reader.expectWords(t("way.welcomeBack.bodyPassphrase"));
  for (const [typed, words] of [
    ["", t("account.proof.missing")],
    ["otter otter lake stone heron", t("account.proof.wrong")],
  ] as const)
    (await reader.press(t("way.welcomeBack.goOn"), { passphrase: typed })).expectWords(words);
  await reader.press(t("way.welcomeBack.goOn"), { passphrase: passphrase.toUpperCase() });
  expect(reader.address.startsWith(sitting)).toBe(true);

  // In the first, not signed in any more, as after a month, and known all the same.
  beAsBefore();
  reader.forget("benchside");
  await reader.goto(joinPath(code));
  reader.expectWords(t("way.welcomeBack.body"));
  await reader.press(t("way.welcomeBack.goOn"));
  expect(reader.address.startsWith(sitting)).toBe(true);
});
