import { plan, words } from "#e2e/participant/before-cases.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, test } from "#e2e/support/http-test.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { tickField } from "#lib/sittings/joining/consent-ticks.ts";
import { preferNotToSay } from "#lib/studies/schema.ts";
import { unsaidField } from "#lib/studies/prefer-not-to-say.ts";

test("boxes, what one would rather not say, and a second try: all the way to the first case", async () => {
  const study = await openedStudy(plan);
  const reader = new Reader();
  await reader.goto(`${joinPath(study.link)}/consent`);
  reader.expectWords("Two euros, by voucher");
  const [adult, free] = ["adult", "free"].map(tickField) as [string, string];
  // A browser asks for both before anything is sent; sent all the same it is refused.
  for (const box of [adult, free]) expect(reader.tag(`name="${box}"`)).toMatch(/\brequired\b/);
  (await reader.press(t("sitting.consent.agree"), { [adult]: "on" })).expectHeading(
    t("sitting.consent.title"),
  );
  expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
  await reader.press(t("sitting.consent.agree"), { [adult]: "on", [free]: "on" });

  reader.expectHeading(words.en.title);
  (await reader.press(t("sitting.goOn"))).expectWords(t("sitting.background.errors.empty"));
  await reader.press(t("sitting.goOn"), { [unsaidField("age")]: "on" });

  reader.expectHeading(t("sitting.instructions.title"));
  await reader.follow(t("sitting.comprehension.toQuestions"));
  reader.expectHeading(t("sitting.comprehension.title"));
  expect(reader.html).not.toContain('right":"mark');
  (await reader.press(t("sitting.goOn"))).expectWords(t("sitting.comprehension.empty"));
  await reader.press(t("sitting.goOn"), { task: "wrote" });

  reader.expectHeading(t("sitting.instructions.title"));
  reader.expectWords("What do you choose?");
  const id = reader.address.split("/")[2];
  (await reader.goto(`/sittings/${id}/1`)).expectHeading(t("sitting.instructions.title"));
  await reader.follow(t("sitting.comprehension.toQuestions"));
  reader.expectWords(t("sitting.comprehension.again"));
  await reader.press(t("sitting.goOn"), { task: "mark" });
  reader.expectHeading(t("sitting.case.place", { place: "1", count: "2" }));
  const stored = await db.sitting.findFirstOrThrow({ where: { studyId: study.id } });
  expect(stored).toMatchObject({
    consentTicks: [{ key: "adult" }, { key: "free" }],
    background: { age: preferNotToSay },
    comprehension: [{ wrong: ["task"] }, { wrong: [] }],
  });
});

test("wrong twice, where the plan leaves one out, it ends with thanks and leads nowhere else", async () => {
  const { ticks: _, ...untickedWords } = words;
  const { background: __, ...questions } = plan.questions;
  const study = await openedStudy({ ...plan, words: untickedWords, questions });
  const sitter = await beginAt(study);
  const reader = await Reader.as(personOf(sitter));
  for (let tries = 0; tries < 2; tries++) {
    await reader.goto(`/sittings/${sitter.sittingId}/comprehension`);
    await reader.press(t("sitting.goOn"), { task: "wrote" });
    expect(reader.hasField("task")).toBe(false);
  }
  reader.expectHeading(t("sitting.comprehension.endTitle"));
  reader.expectWords("study@example.org");
  for (const rest of ["1", "overview", "finish", "comprehension"])
    (await reader.goto(`/sittings/${sitter.sittingId}/${rest}`)).expectHeading(
      t("sitting.comprehension.endTitle"),
    );
});
