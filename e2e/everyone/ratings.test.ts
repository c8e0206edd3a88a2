import { resultsPath } from "#lib/paths.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";
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

// Something written is rated, from a file to the results.

const cases = exampleLines("formats/ratings-example.jsonl").filter((line) => line.includes('"track":"Gold"'));
const scale = resolveScale("rolethink-gold");
const secrets = ["Zero-shot", "quill-3", '"quay"', '"ledger"'];

const designOf = () =>
  designFrom({
    ...{ track: "Gold", cases, count: 4 },
    results: { judge: ["quay-a", "quay-b"].map((key) => ({ case: key, rating: 4 })) },
  });

test("thoughts are rated on a narrow phone, in Chinese and the dark, and by simulated people; staff see how", async ({
  product,
  page,
  newDevice,
  signInAsMember,
  expectErrors,
}) => {
  test.slow();
  const study = await openedStudy(await designOf());
  const bytes = await judgeOnPhone({ product, newDevice, expectErrors }, { link: study.link, count: 4 });
  expect(bytes).toContain("mine the only ladder");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  await judgeSimulated(product, study, attentivePeople(1));
  await sitThrough(study, () => ({ isRight: false }));
  await close(study);

  await signInAsMember(study);
  await page.goto(resultsPath(study.slug, "overview"));
  const table = page.getByRole("table", { name: scale.name });
  await expect(table.getByRole("row", { name: "Gold" })).toBeVisible();
  await expect(page.getByText(/No rating is right or wrong/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: the whole scale at first, folded by a key", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  await rehearseByKeys(page, await designOf(), "start");
  await expectHeading(page, t("sitting.case.place", { place: "1", count: "4" }));
  const about = page.getByText(scale.points[0]?.about?.en ?? "").filter({ visible: true });
  await expect(about).toBeVisible();
  await page.keyboard.press("u");
  await expect(about).toBeHidden();
  await page.keyboard.press("4");
  await expect(radio(page, 3)).toBeChecked();
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.case.place", { place: "2", count: "4" }));
  await expect(about).toBeHidden();
});
