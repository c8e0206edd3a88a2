import { localeCookie } from "#lib/i18n/locale.ts";
import { announced, candidate, cannotRead, choose, place, statesOf } from "#e2e/participant/passing.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { zhT } from "#e2e/support/words.ts";

// The cases are in English.
test.beforeEach(({ context, product }) =>
  context.addCookies([{ name: localeCookie, value: "zh-CN", url: product.url }]),
);

thorough(
  "a passage in another language is announced, can be passed, and is counted apart",
  async ({ page, signInAs }) => {
    const confidence = { ask: "required", form: "options", guided: true };
    const study = await openedStudy({ questions: { mayPass: true, showScore: true, confidence } });
    const sitter = await beginAt(study);
    await signInAs(personOf(sitter));
    await page.goto(`/sittings/${sitter.sittingId}/instructions`);
    const told = { count: "2", all: "2", language: "英语" };
    await expect(page.getByText(zhT("sitting.instructions.otherLanguage", told))).toBeVisible();
    await page.getByRole("link", { name: zhT("menu.back") }).click();
    await expectHeading(page, place(1));
    await expect(announced(page)).toBeVisible();
    await cannotRead(page).check();
    await press(page, zhT("sitting.case.next"));
    await expectHeading(page, place(2));
    await expect.poll(() => statesOf(sitter.sittingId)).toEqual(["passed"]);

    // Against one's own numbers: asked about once, and no more.
    await choose(page, "The Pilot");
    const numbers = page.getByRole("spinbutton");
    for (const [name, value] of [
      ["The Pilot", "30"],
      ["Captain Roe", "70"],
    ] as const)
      await numbers.and(page.getByLabel(name)).fill(value);
    await press(page, zhT("sitting.case.last"));
    const question = page.getByRole("group", {
      name: zhT("answering.contrary.title", { chosen: "The Pilot", likelier: "Captain Roe" }),
    });
    await expect(question).toBeFocused();
    await question.getByRole("button", { name: zhT("answering.contrary.change") }).click();
    await expect(question).toBeHidden();
    await expect(candidate(page, "The Pilot")).toBeFocused();
    await press(page, zhT("sitting.case.last"));
    await expectHeading(page, zhT("sitting.submit.title"));
    await expect(page.getByText(zhT("sitting.overview.passed", { count: "1" }))).toBeVisible();
    await press(page, zhT("sitting.submit.confirm"));
    await expect(page.getByText(zhT("sitting.debrief.score", { count: "1", right: "0" }))).toBeVisible();
    await expect(page.getByText(zhT("sitting.debrief.passed", { count: "1" }))).toBeVisible();
  },
);
