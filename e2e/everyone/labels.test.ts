import { resultsPath } from "#lib/paths.ts";
import { resolveLabels } from "#lib/task-kinds/label-set.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  attentivePeople,
  designFrom,
  exampleLines,
  judgeOnPhone,
  judgeSimulated,
  rehearseByKeys,
} from "#e2e/everyone/judged.ts";
import { radio } from "#e2e/participant/faults/started-sitting.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// Something written gets a label, from a file to the results.

const cases = exampleLines("formats/labels-example.jsonl").filter((line) =>
  line.includes('"track":"Consistency"'),
);
const set = resolveLabels("interviewsim-consistency");
const secrets = ["Memory-100", "Zero-shot", "Education", '"ines"', '"tomas"', '"gold"'];

const designOf = () =>
  designFrom({
    ...{ track: "Consistency", cases, count: 8 },
    results: {
      judge: ["ines-swim-m", "ines-swim-z", "tomas-cat-m"].map((key) => ({
        case: key,
        label: "Contradiction",
      })),
    },
  });

test("answers are labelled on a narrow phone, in Chinese and the dark, and by simulated people; staff see how", async ({
  product,
  page,
  newDevice,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf());
  const bytes = await judgeOnPhone({ product, newDevice, expectErrors }, { link: study.link, count: 8 });
  expect(bytes).toContain("Like an otter");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  await judgeSimulated(product, study, attentivePeople(1));
  await sitThrough(study, () => ({ isRight: false }));
  await close(study);

  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.indexOf(t("resultsLabels.title"))).toBeLessThan(
    headings.indexOf(t("resultsOverview.known")),
  );
  const shares = page.getByRole("table", { name: t("resultsLabels.set", { set: set.name }) });
  await expect(shares.getByRole("row", { name: "judge" })).toContainText("3 of 3");
  const byMethod = page.getByRole("table", { name: t("resultsLabels.by", { attribute: "method" }) });
  await expect(byMethod.getByRole("row", { name: "Zero-shot judge" })).toContainText("1 of 1");
  await expect(page.getByRole("row", { name: t("resultsLabels.alpha") })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: rules whole at first, and the type of error asked after one label", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await rehearseByKeys(page, await designOf(), "start");
  await expectHeading(page, t("sitting.case.place", { place: "1", count: "8" }));
  const rules = page.getByText(set.notes?.en ?? "").filter({ visible: true });
  const types = page.getByRole("group", { name: set.errors?.question.en ?? "" });
  await expect(rules).toBeVisible();
  await page.keyboard.press("u");
  await expect(rules).toBeHidden();
  await page.keyboard.press("1");
  await expect(radio(page, 0)).toBeChecked();
  await expect(types).toBeHidden();
  await page.keyboard.press("3");
  await expect(types).toBeVisible();
  await types.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.case.place", { place: "2", count: "8" }));
  await expect(rules).toBeHidden();
  await page.keyboard.press("p");
  await expect(radio(page, 2)).toBeChecked();
});
