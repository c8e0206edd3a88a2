import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { addPerson } from "#e2e/support/people.ts";
import { answer, beginAt, consentTo, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import { closeStudy } from "#lib/studies/mutations.ts";

// It is opened on the whole way through a sitting in everyone-flow.test.ts.
const entries = { how: "instructions", code: "code", data: "data", withdraw: "withdraw", leave: "leave" };

/** The browser's own popover, which opens without a script. */
function expectMenu(reader: Reader, own: string): void {
  const [button = ""] =
    new RegExp(`<button[^>]*aria-label="${t("menu.open")}"[^>]*>`).exec(reader.html) ?? [];
  const [, id = "none"] = /popovertarget="([^"]+)"/i.exec(button) ?? [];
  expect(reader.html).toMatch(new RegExp(`<div[^>]*id="${id}"[^>]*popover="auto"`));
  for (const [name, page] of Object.entries(entries))
    expect(reader.links(t(`menu.${name as keyof typeof entries}`)), reader.address).toContain(
      `${own}/${page}`,
    );
}

test("every page of a sitting has the menu", async () => {
  const study = await openedStudy();
  const sitter = await consentTo(study);
  const reader = await Reader.as(personOf(sitter));
  const own = `/sittings/${sitter.sittingId}`;
  expectMenu(await reader.goto(own), own);
  await reader.goto(`${own}/instructions`);
  reader.expectHeading(t("sitting.instructions.title"));
  expect(reader.links(t("menu.back"))).toEqual([own]);

  const begun = await beginAt(study);
  await reader.signIn(personOf(begun));
  const sitting = `/sittings/${begun.sittingId}`;
  await reader.goto(sitting);
  expect(reader.links(t("sitting.goOn"))).toEqual([`${sitting}/1?back=1`]);
  reader.expectWords(t("sitting.own.begun"));
  for (const rest of ["", "/instructions", "/1", "/overview", "/finish", "/withdraw", "/leave"])
    expectMenu(await reader.goto(sitting + rest), sitting);
  await answer(begun, 1);
  await reader.goto(sitting);
  expect(reader.links(t("sitting.goOn"))).toEqual([`${sitting}/2?back=1`]);
  await answer(begun, 2);
  await reader.goto(sitting);
  expect(reader.links(t("sitting.own.allAnswered"))).toHaveLength(1);
  await reader.goto(`${sitting}/finish`);
  await reader.press(t("sitting.submit.confirm"));
  reader.expectHeading(t("sitting.debrief.title"));
  expectMenu(reader, sitting);
  (await reader.follow(t("menu.code"))).expectHeading(t("menu.code"));
  reader.expectWords(begun.viewer.handle);
});

test("what one agreed to and gave can be taken along", async () => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  const reader = await Reader.as(personOf(sitter));
  await reader.goto(`/sittings/${sitter.sittingId}/data`);
  async function take(name: string): Promise<string> {
    const { status, headers, text } = await reader.ask(reader.links(name)[0] ?? "no such link");
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
    return text;
  }
  const { consentText } = await db.sitting.findUniqueOrThrow({
    where: { id: sitter.sittingId },
    select: { consentText: true },
  });
  expect(await take(t("ownData.keepConsent"))).toContain(
    (consentText.content as { consent: string }).consent,
  );
  expect(await take(t("ownData.keepText"))).toContain(`== ${t("ownData.file.case")} 1 ==`);
  const data = JSON.parse(await take(t("ownData.keepJson"))) as {
    cases: object[];
    participantCode: string;
  };
  expect(data).toMatchObject({ participantCode: sitter.viewer.handle, cases: [{ answer: { chosen: 1 } }] });
});

test("whoever is in the middle when the study closes is told what is stored, and gets a code for it", async () => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  await closeStudy(operator(), study.slug);
  const reader = await Reader.as(personOf(sitter));
  await reader.goto(`/sittings/${sitter.sittingId}/2`);
  reader.expectHeading(t("sitting.own.closedTitle"));
  reader.expectWords(t("sitting.own.closedStored", { done: "1", count: "2" }));
  const { partialCode } = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
  reader.expectWords(partialCode ?? "no code");
  reader.expectWords(t("sitting.own.aboutStudy"));
  const staff = await Reader.as(await addPerson("admin"));
  await staff.goto(`/studies/${study.slug}?find=${partialCode?.toLowerCase()}`);
  staff.expectWords(partialCode ?? "no code");
});

test("a passage can be reported from its case, and a last comment left, by whoever is asked for them", async () => {
  const questions = { reportPassage: true, lastComment: true };
  const sample = { seed: 7, quota: { Literary: 1 } };
  const sitter = await beginAt(await openedStudy({ sample, questions }));
  await answer(sitter, 1);
  const own = `/sittings/${sitter.sittingId}`;
  const reader = await Reader.as(personOf(sitter));
  await reader.goto(`${own}/1`);
  (await reader.follow(t("passage.link"))).expectHeading(t("passage.title"));
  reader.expectNoWords(t("passage.noWords"));
  (await reader.press(t("passage.submit"), { kind: "other" })).expectWords(t("passage.noWords"));
  await reader.press(t("passage.submit"), { kind: "other", words: "It stops in the middle." });
  reader.expectWords(t("passage.sent"));
  (await reader.follow(t("passage.back"))).expectHeading(t("sitting.case.place", { place: "1", count: "1" }));
  await reader.goto(`${own}/finish`);
  await reader.press(t("sitting.submit.confirm"), { comment: "o".repeat(maxReason + 1) });
  reader.expectWords(t("sitting.submit.commentTooLong"));
  await reader.press(t("sitting.submit.confirm"), { comment: "It was long." });
  reader.expectHeading(t("sitting.debrief.title"));
  const { lastComment, served } = await db.sitting.findUniqueOrThrow({
    where: { id: sitter.sittingId },
    select: { lastComment: true, served: { select: { report: true } } },
  });
  expect(lastComment).toBe("It was long.");
  expect(served).toMatchObject([{ report: { kind: "other", words: "It stops in the middle." } }]);
});
