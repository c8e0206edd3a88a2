import { plan, words } from "#e2e/participant/before-cases.ts";
import { makeBenchmarkOf } from "#e2e/participant/faults/made-cases.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { t, zhT } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { openBrowser, textOf } from "#lib/simulation/browser.ts";
import { tickField } from "#lib/sittings/joining/consent-ticks.ts";
import { measureText } from "#lib/studies/reading/reading-time.ts";
import { preferNotToSay } from "#lib/studies/schema.ts";
import { newDesign, templateNames } from "#lib/studies/template.ts";
import { unsaidField } from "#lib/studies/prefer-not-to-say.ts";

/** What stands there to be read, in words: a Chinese word has one sign and a half. */
function countWords(html: string): number {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
  // What is folded away is read by who wants to; the choices of a list, and code and passphrase, are no sentences.
  const folded = /<(details|option|script)\b[\s\S]*?<\/\1>|<dd lang="en"[\s\S]*?<\/dd>/g;
  const { words, signs } = measureText(textOf(main.replace(folded, " ")));
  return words + signs / 1.5;
}

const passages = Array.from({ length: 5 }, (_, at) => ({
  key: `case-${at}`,
  said: `The ferry is late for the ${at + 2}th time.`,
  answered: `Then we wait for bell number ${at}.`,
  gold: 0,
}));
const drawn = (...at: number[]) => at.map((one) => ({ track: "Literary", key: `case-${one}` }));

test.each(["en", "zh-CN"] as const)(
  "with the usual texts in %s two pages and 500 words stand before the first case",
  async (language) => {
    const { words: usual, questions: asked, recruitment, rules } = newDesign(templateNames[0], 7);
    const ways = ["open_link", "prolific"];
    // All that the texts say only where the plan has it.
    const study = await openedStudy({
      benchmark: await makeBenchmarkOf({ passages }),
      sample: {
        seed: 7,
        quota: { Literary: 2 },
        attention: { count: 2, cases: drawn(0, 1) },
        practice: { count: 1, cases: drawn(2) },
      },
      rules,
      words: usual,
      questions: { ...asked, knowsWork: "optional", confidence: { ...asked.confidence, ask: "optional" } },
      recruitment: { ...recruitment, ways },
    });
    const say = language === "en" ? t : zhT;
    const reader = new Reader(openBrowser(product.url, { language }));
    await reader.goto(joinPath(study.link));
    const first = countWords(reader.html);
    expect(first).toBeGreaterThan(150);
    await reader.press(say("sitting.consent.agree"));
    const second = countWords(reader.html);
    expect(second).toBeGreaterThan(100);
    expect(first + second, `${first} and ${second}`).toBeLessThanOrEqual(500);
    await reader.press(say("sitting.own.start"), { education: "master" });
    reader.expectHeading(say("sitting.case.practicePlace", { place: "1", count: "1" }));
  },
);

test("before anybody agrees, the first page names languages and payment", async () => {
  const reader = new Reader();
  await reader.goto(joinPath((await openedStudy(plan)).link));
  reader.expectWords(`${t("sitting.facts.languages")} English`);
  reader.expectWords(`${t("sitting.facts.payment")} Two euros, by voucher`);
});

test("boxes, what one would rather not say, and a second try: all the way to the first case", async () => {
  const study = await openedStudy(plan);
  const reader = new Reader();
  await reader.goto(joinPath(study.link));
  reader.expectWords("Two euros, by voucher");
  const [adult, free] = ["adult", "free"].map(tickField) as [string, string];
  // A browser asks for both before anything is sent; sent all the same it is refused.
  for (const box of [adult, free]) expect(reader.tag(`name="${box}"`)).toMatch(/\brequired\b/);
  await reader.press(t("sitting.consent.agree"), { [adult]: "on" });
  reader.expectWords(t("sitting.consent.unticked"));
  expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
  await reader.press(t("sitting.consent.agree"), { [adult]: "on", [free]: "on" });

  reader.expectHeading(words.en.title);
  reader.expectWords(words.en.instructions);
  const toQuestions = t("sitting.comprehension.toQuestions");
  (await reader.press(toQuestions)).expectWords(t("sitting.background.errors.empty"));
  await reader.press(toQuestions, { [unsaidField("age")]: "on" });

  reader.expectHeading(t("sitting.comprehension.title"));
  expect(reader.html).not.toContain('right":"mark');
  (await reader.press(t("sitting.goOn"))).expectWords(t("sitting.comprehension.empty"));
  await reader.press(t("sitting.goOn"), { task: "wrote" });

  reader.expectHeading(t("sitting.instructions.title"));
  reader.expectWords("What do you choose?");
  const id = reader.address.split("/")[2];
  (await reader.goto(`/sittings/${id}/1`)).expectHeading(t("sitting.instructions.title"));
  await reader.follow(toQuestions);
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
