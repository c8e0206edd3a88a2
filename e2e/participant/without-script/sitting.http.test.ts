import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";

// With script, and by keys alone: ../everyone-flow.test.ts.

const place = (number: number) => t("sitting.case.place", { place: String(number), count: "2" });

test("from the link to the thanks, every answer stored as it was given", async () => {
  const { id: studyId, link } = await openedStudy({ questions: { reason: "optional" } });
  const reader = new Reader();
  await reader.goto(joinPath(link));
  (await reader.press(t("sitting.consent.agree"))).expectWords(t("sitting.own.codeTitle"));
  (await reader.press(t("sitting.own.start"))).expectHeading(place(1));
  await reader.press(t("sitting.case.next"), { choice: "1", reason: "The tide. <b>" });
  reader.expectHeading(place(2));
  (await reader.press(t("sitting.case.last"))).expectWords(t("sitting.case.mayLeave"));
  (await reader.press(t("sitting.case.last"))).expectWords(t("sitting.overview.notYet"));
  (await reader.follow(t("sitting.overview.resume"))).expectHeading(place(2));
  await reader.press(t("sitting.case.last"), { choice: "0" });
  reader.expectHeading(t("sitting.submit.title"));
  (await reader.press(t("sitting.submit.confirm"))).expectHeading(t("sitting.debrief.title"));

  const sitting = await db.sitting.findFirstOrThrow({
    where: { studyId },
    include: { served: { include: { answer: true }, orderBy: { position: "asc" } } },
  });
  expect(sitting.state).toBe("submitted");
  reader.expectWords(sitting.completionCode ?? "no code");
  const [first, second] = sitting.served;
  expect(first?.answer).toMatchObject({
    decision: String(first?.optionOrder[1]),
    reason: "The tide. <b>",
  });
  expect(second?.answer).toMatchObject({ decision: String(second?.optionOrder[0]), reason: null });
  // Time is counted by a script; without one it isn't known, and said so.
  expect(sitting.activeMs).toBeNull();
});
