import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";

const place = (number: number) => t("sitting.case.place", { place: String(number), count: "2" });

test("without script, too, Next says once what is missing, and then goes on", async () => {
  const sitter = await beginAt(await openedStudy({ questions: { reason: "required" } }));
  const reader = await Reader.as(personOf(sitter));
  await reader.goto(`/sittings/${sitter.sittingId}/1`);
  await reader.press(t("sitting.case.next"), { choice: "1" });
  reader.expectHeading(place(1));
  reader.expectWords(`${t("sitting.case.again")} ${t("sitting.missing.reason")}`);
  reader.expectNoWords(t("sitting.missing.choice"));
  reader.expectWords(t("sitting.case.mayLeave"));
  // What was given is stored all the same.
  const at = { sittingId_position: { sittingId: sitter.sittingId, position: 1 } };
  expect((await db.answer.findUniqueOrThrow({ where: at })).decision).not.toBeNull();
  await reader.press(t("sitting.case.next"));
  reader.expectHeading(place(2));
  // Each passage says it for itself, and only to who goes on.
  await reader.press(t("sitting.case.previous"));
  reader.expectHeading(place(1));
  await reader.press(t("sitting.case.next"), { reason: "The bells." });
  reader.expectHeading(place(2));
});
