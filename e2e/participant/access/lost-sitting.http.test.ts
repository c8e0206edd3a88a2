import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { pauseStudy } from "#lib/studies/mutations.ts";
import { loseSitting } from "#lib/testing/set-back.ts";

test("somebody whose sitting a restore has lost is told so, and goes on with it in the same browser", async () => {
  const study = await openedStudy();
  const reader = new Reader();
  await reader.goto(joinPath(study.link));
  await reader.press(t("sitting.consent.agree"));
  await reader.press(t("sitting.own.start"));
  reader.expectHeading(t("sitting.case.place", { place: "1", count: "2" }));
  const id = reader.address.split("/")[2] ?? "";
  const readServed = () => db.servedCase.findMany({ where: { sittingId: id }, orderBy: { position: "asc" } });
  const served = await readServed();
  await loseSitting(product.ownerUrl, id);

  const other = new Reader();
  expect((await other.goto(`/sittings/${id}/1`)).words).not.toContain(t("signIn.lost.title"));
  expect((await other.goto(joinPath(study.link))).words).not.toContain(t("signIn.lost.titleAtLink"));
  (await reader.newTab().goto(joinPath(study.link))).expectWords(t("signIn.lost.titleAtLink"));
  await pauseStudy(operator(), study.slug);
  (await reader.newTab().goto(joinPath(study.link))).expectWords(t("signIn.lost.title"));
  (await reader.goto(`/sittings/${id}/1`)).expectWords(t("signIn.lost.title"));
  await reader.press(t("signIn.lost.goOn"));
  expect(reader.address).toContain(`/sittings/${id}`);
  expect(await readServed()).toEqual(served);
  await reader.goto(`/sittings/${id}/1`);
  reader.expectHeading(t("sitting.case.place", { place: "1", count: String(served.length) }));
});

test("nobody who has signed out of a browser is brought back there", async () => {
  const study = await openedStudy();
  const reader = new Reader();
  await reader.goto(joinPath(study.link));
  await reader.press(t("sitting.consent.agree"));
  await reader.press(t("sitting.own.start"));
  const id = reader.address.split("/")[2] ?? "";
  await reader.goto(`/sittings/${id}/leave`);
  await reader.press(t("account.signOut"));
  await loseSitting(product.ownerUrl, id);
  await reader.goto(`/sittings/${id}/1`);
  reader.expectWords(t("signIn.lost.gone"));
  expect(reader.hasButton(t("signIn.lost.goOn"))).toBe(false);
});
