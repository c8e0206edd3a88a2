import { resultsPath } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  attentivePeople,
  designFrom,
  exampleLines,
  judgeOnPhone,
  judgeSimulated,
  rehearseByKeys,
} from "#e2e/everyone/judged.ts";
import { close } from "#e2e/support/answered-study.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// Sets of answers are judged by five traits, from a file to the results.

const cases = exampleLines("formats/traits-example.jsonl");
const keys = cases.map((line) => (JSON.parse(line) as { id: string }).id);
const traitNames = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];
const secrets = ["Zero-shot", "quill-3", '"nell"', '"orrin"'];

function designOf() {
  const traits = Object.fromEntries(traitNames.map((trait) => [trait, ["High", "Low", "High"]]));
  return designFrom({
    ...{ track: "Personality", cases, count: keys.length },
    results: { judge: keys.map((key) => ({ case: key, traits })) },
  });
}

test("answers are judged on a narrow phone, in Chinese and the dark, and by simulated people; staff see how alike the sides are", async ({
  product,
  page,
  newDevice,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf());
  const bytes = await judgeOnPhone(
    { product, newDevice, expectErrors },
    {
      link: study.link,
      count: keys.length,
      async choose(phone, at) {
        for (const [row, trait] of traitNames.entries()) {
          const chosen = phone
            .locator("form")
            .filter({ visible: true })
            .locator(`input[name=${trait}][value="${(at + row) % 3}"]`);
          await chosen.check();
        }
      },
    },
  );
  expect(bytes).toContain("had the ropes coiled");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  await judgeSimulated(product, study, attentivePeople(2));
  await close(study);

  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  const similarity = page.getByRole("table", { name: t("resultsTraits.similarity.title") });
  await expect(similarity.getByRole("row", { name: /Memory · quill-3/ }).first()).toBeVisible();
  const agreement = page.getByRole("table", { name: t("resultsTraits.agreement.title") });
  await expect(agreement.getByRole("row", { name: /Openness/ })).toContainText("18");
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: a number gives the level and goes on to the next trait", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await rehearseByKeys(page, await designOf(), "start");
  await expectHeading(page, t("sitting.case.place", { place: "1", count: String(keys.length) }));
  const about = page
    .getByText(t("taskKinds.traits.sitting.reading.traits.openness.about"))
    .filter({ visible: true });
  await expect(about).toBeVisible();
  await page.keyboard.press("u");
  await expect(about).toBeHidden();
  const form = page.locator("form").filter({ visible: true, has: page.getByRole("radio") });
  const level = (trait: string, value: number) => form.locator(`input[name=${trait}][value="${value}"]`);
  for (const key of ["3", "1", "2"]) await page.keyboard.press(key);
  await expect(level("openness", 2)).toBeChecked();
  await expect(level("conscientiousness", 0)).toBeChecked();
  await expect(level("extraversion", 1)).toBeChecked();
  // Back by the arrows, which choose nothing.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(level("conscientiousness", 0)).toBeFocused();
  await page.keyboard.press("2");
  await expect(level("conscientiousness", 1)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  for (const key of ["3", "3"]) await page.keyboard.press(key);
  await expect(level("neuroticism", 2)).toBeChecked();
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.case.place", { place: "2", count: String(keys.length) }));
});
