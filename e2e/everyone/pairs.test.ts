import { figureAddress, resultsPath } from "#lib/paths.ts";
import { makePeople } from "#lib/simulation/person.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  designFrom,
  exampleLines,
  judgeOnPhone,
  judgeSimulated,
  rehearseByKeys,
} from "#e2e/everyone/judged.ts";
import { radio } from "#e2e/participant/faults/started-sitting.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

// Two texts side by side, from a file to the results.

const lines = exampleLines("formats/pairs-example.jsonl");
// Without practice in the plan, its case could be drawn like any other.
const withoutPractice = lines.filter((line) => !line.includes('"gold"'));
const keys = lines.join("\n").match(/(?<="id":")(?:orchard|tower|loft|pass)-\w+/g) ?? [];
const secrets = ["Zero-shot", "Memory", "quill-3", "lantern", '"orchard"', '"loft"', "something else"];
const practice = { count: 1, cases: [{ track: "Silver", key: "try" }] };

const said = ["first", "second", "first", "tie"] as const;
const designOf = (cases: readonly string[]) =>
  designFrom({
    ...{ track: "Silver", cases, count: keys.length },
    results: { judge: keys.map((key, i) => ({ case: key, choice: said[i % 4] })) },
  });

test("pairs are decided on a narrow phone, in Chinese and the dark, and by simulated people; staff see whose are preferred", async ({
  product,
  page,
  newDevice,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf(withoutPractice));
  const sitting = { link: study.link, count: keys.length };
  const bytes = await judgeOnPhone({ product, newDevice, expectErrors }, sitting);
  expect(bytes).toContain("let them walk faster");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  await judgeSimulated(product, study, makePeople(5, 4));
  for (let i = 0; i < 3; i++) await sitThrough(study, () => ({ isRight: false }));
  await close(study);

  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  await expect(page.getByText(/^96 comparisons of 12 cases in 4 groups by 8 people/)).toBeVisible();
  const against = page.getByRole("table", { name: t("resultsPairs.against.caption") });
  await expect(against.getByRole("row", { name: /^Zero-shot · quill-3/ })).toBeVisible();
  const judges = page.getByRole("table", { name: t("resultsPairs.judges.caption") });
  await expect(judges.getByRole("row", { name: /^judge/ })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const csv = await page.request.get(figureAddress(study.slug, "strengths", new URLSearchParams(), "csv"));
  const table = (await csv.text()).replace("\uFEFF", "").trimEnd().split("\n");
  // Three origins by people, and by the judge.
  expect(table.map((row) => row.split(",")[0])).toEqual([
    "by",
    ...Array<string>(3).fill("people"),
    ...Array<string>(3).fill("judge"),
  ]);
});

test("a draft is rehearsed by keyboard alone: practice tells what is right on the texts, and the tie is the third key", async ({
  page,
  signInAs,
}) => {
  const sample = { seed: 7, quota: { Silver: keys.length }, practice };
  await signInAs("admin");
  await rehearseByKeys(page, { ...(await designOf(lines)), sample }, "practise");
  await expect(page.getByText("Which answer is about the weather?")).toBeVisible();
  await page.keyboard.press("3");
  await expect(radio(page, 2)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("taskKinds.pair.sitting.practice.wrong"))).toBeVisible();
  await page.getByRole("button", { name: t("sitting.practice.goOn"), exact: true }).click();
  await expectHeading(page, t("sitting.case.place", { place: "1", count: String(keys.length) }));
  await untilKeysAreHeard(page);
  await page.keyboard.press("2");
  await expect(radio(page, 1)).toBeChecked();
});
