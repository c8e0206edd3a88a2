import { storedAnswers } from "#e2e/participant/access/on-their-way.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { pauseStudy } from "#lib/studies/mutations.ts";

const sittingOf = (id: string) => db.sitting.findUniqueOrThrow({ where: { id } });

test("one withdraws by oneself in the middle, and has everything erased later", async () => {
  const sitter = await beginAt(await openedStudy());
  const { sittingId } = sitter;
  await answer(sitter, 1);
  const reader = await Reader.as(personOf(sitter));
  await reader.goto(`/sittings/${sittingId}`);
  (await reader.follow(t("way.toWithdraw"))).expectHeading(t("way.withdraw.title"));
  (await reader.press(t("way.withdraw.submit"))).expectWords(t("way.withdraw.notSure"));
  expect((await sittingOf(sittingId)).state).toBe("started");
  await reader.press(t("way.withdraw.submit"), { sure: "on" });
  reader.expectHeading(t("sitting.own.withdrawnTitle"));
  expect(await storedAnswers(sittingId)).toBe(1);
  // A case of it is no more to be seen.
  await reader.goto(`/sittings/${sittingId}/1`);
  reader.expectHeading(t("sitting.own.withdrawnTitle"));

  await reader.follow(t("way.toErase"));
  (await reader.press(t("way.withdraw.eraseSubmit"), { sure: "on" })).expectWords(t("way.erased"));
  expect(await storedAnswers(sittingId)).toBe(0);
  await reader.goto(`/sittings/${sittingId}/withdraw`);
  reader.expectHeading(t("sitting.own.withdrawnTitle"));
});

test("what is missing is named before one can finish, and handing in twice is once", async () => {
  const sitter = await beginAt(await openedStudy());
  const { sittingId } = sitter;
  const finish = `/sittings/${sittingId}/finish`;
  await answer(sitter, 1);
  const reader = await Reader.as(personOf(sitter));
  await reader.goto(finish);
  reader.expectWords(t("sitting.overview.missing", { count: "1" }));
  expect(reader.hasButton(t("sitting.submit.confirm"))).toBe(false);
  expect(reader.links(t("sitting.overview.resume"))).toEqual([`/sittings/${sittingId}/2`]);
  await answer(sitter, 2);
  await reader.goto(`/sittings/${sittingId}/overview`);
  (await reader.follow(t("sitting.overview.finish"))).expectWords(t("sitting.overview.complete"));
  const again = await reader.newTab().goto(reader.address);
  await Promise.all([reader, again].map((tab) => tab.press(t("sitting.submit.confirm"))));
  const { completionCode } = await sittingOf(sittingId);
  for (const tab of [reader, again]) {
    tab.expectHeading(t("sitting.debrief.title"));
    tab.expectWords(completionCode ?? "no code");
  }
  (await reader.goto(finish)).expectHeading(t("sitting.debrief.title"));

  (await reader.follow(t("sitting.debrief.toWithdraw"))).expectHeading(t("way.withdraw.title"));
  (await reader.press(t("way.withdraw.submit"))).expectWords(t("way.withdraw.notSure"));
  expect(await storedAnswers(sittingId)).toBe(2);
  await reader.press(t("way.withdraw.submit"), { erase: "on", sure: "on" });
  reader.expectWords(t("way.erased"));
  expect(await storedAnswers(sittingId)).toBe(0);
});

test("after the time is over one hands in what there is", async () => {
  const sitter = await beginAt(await openedStudy({ questions: { timeLimitMinutes: 5 } }));
  await answer(sitter, 1);
  const startedAt = new Date(Date.now() - 8 * 60_000);
  await db.sitting.update({ where: { id: sitter.sittingId }, data: { startedAt } });
  const reader = await Reader.as(personOf(sitter));
  (await reader.goto(`/sittings/${sitter.sittingId}?back=1`)).expectWords(t("way.finish.over"));
  (await reader.press(t("sitting.submit.confirm"))).expectHeading(t("sitting.debrief.title"));
});

test("who has agreed and not begun is told that the study is paused, or full, before pressing anything", async () => {
  const study = await openedStudy({ assignment: { design: "blocks", people: 2, ratersPerCase: 2 } });
  const sitter = await consentTo(study);
  const reader = await Reader.as(personOf(sitter));
  await beginAt(study);
  await beginAt(study);
  (await reader.goto(`/sittings/${sitter.sittingId}`)).expectWords(t("way.full"));
  expect(reader.hasButton(t("sitting.own.start"))).toBe(false);
  await pauseStudy(operator(), study.slug);
  (await reader.goto(`/sittings/${sitter.sittingId}`)).expectWords(t("way.paused"));
});
