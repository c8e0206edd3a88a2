import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { parsePlan, type Design } from "#lib/studies/schema.ts";
import { addPerson } from "#e2e/support/people.ts";
import { press } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

async function designOf(slug: string): Promise<Design> {
  const { draft } = await db.study.findUniqueOrThrow({ where: { slug }, select: { draft: true } });
  return parsePlan(draft);
}

const seed = (page: Page) => page.getByLabel(t("builder.sampleStep.seed.label"), { exact: true });
const stored = (page: Page) => page.getByText(t("builder.form.stored"), { exact: true });
const told = (page: Page, by: string) => page.getByText(t("builder.conflict.title", { by }), { exact: true });

async function saveSeed(page: Page, value: number): Promise<void> {
  await seed(page).fill(String(value));
  await press(page, t("builder.form.save"));
}

for (const order of ["the first who came saves first", "the second who came saves first"] as const) {
  test(`two admins at one draft: ${order}, the other is told and loses nothing`, async ({
    page,
    signInAs,
    newDevice,
  }) => {
    const { slug } = await draftStudy();
    const [mei, ana] = [
      await addPerson("admin", { name: "Mei Lin" }),
      await addPerson("admin", { name: "Ana Núñez" }),
    ];
    await signInAs(mei);
    const other = await newDevice();
    await signInAs(ana, other.context());
    const address = `/studies/${slug}/design/sample`;
    for (const one of [page, other]) await one.goto(address);

    const [[first, name], second] =
      order === "the first who came saves first"
        ? [[page, mei.name] as const, other]
        : [[other, ana.name] as const, page];
    await saveSeed(first, 11);
    await expect(stored(first)).toBeVisible();
    await saveSeed(second, 22);
    await expect(told(second, name)).toBeVisible();
    await expect(seed(second)).toHaveValue("22");
    expect((await designOf(slug)).sample.seed).toBe(11);

    const opened = second.waitForEvent("popup");
    await second.getByRole("link", { name: t("builder.conflict.openTheirs") }).click();
    const theirs = await opened;
    await expect(seed(theirs)).toHaveValue("11");
    await theirs.close();

    await press(second, t("builder.conflict.replace"));
    await expect(stored(second)).toBeVisible();
    await expect(told(second, name)).toHaveCount(0);
    expect((await designOf(slug)).sample.seed).toBe(22);
    // Now it is the other way round.
    await saveSeed(first, 33);
    await expect(told(first, name === mei.name ? ana.name : mei.name)).toBeVisible();
    expect((await designOf(slug)).sample.seed).toBe(22);
  });
}

test("putting mine in place of theirs leaves the other steps as they saved them", async ({
  page,
  signInAs,
  newDevice,
}) => {
  const { slug } = await draftStudy();
  await signInAs("admin");
  const other = await newDevice();
  const { person } = await signInAs("admin", other.context());
  await page.goto(`/studies/${slug}/design/sample`);
  await other.goto(`/studies/${slug}/design/assignment`);
  await other.getByLabel(t("builderPlan.assignment.people"), { exact: true }).fill("37");
  await press(other, t("builder.form.save"));
  await expect(stored(other)).toBeVisible();

  await saveSeed(page, 44);
  await expect(told(page, person.name)).toBeVisible();
  await press(page, t("builder.conflict.replace"));
  await expect(stored(page)).toBeVisible();
  const { sample, assignment } = await designOf(slug);
  expect([sample.seed, assignment.people]).toEqual([44, 37]);
});

test("what can’t be stored is marked at its field and kept, and leaving asks first", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const { slug } = await draftStudy();
  await page.goto(`/studies/${slug}/design/sample`);
  const named = page.getByLabel(t("builder.sampleStep.practice.cases"), { exact: true });
  await named.fill("Literary: case-1\n\njust a key");
  const count = page
    .getByRole("group", { name: t("builder.sampleStep.practice.title") })
    .getByLabel(t("builder.sampleStep.practice.count"), { exact: true });
  await count.fill("2");
  await press(page, t("builder.form.save"));
  await expect(page.getByText(t("builder.sampleStep.lineError", { line: 3 }))).toBeVisible();
  await expect(named).toBeFocused();
  await expect(named).toHaveValue("Literary: case-1\n\njust a key");
  expect((await designOf(slug)).sample.practice.count).toBe(0);

  let asked = "";
  page.once("dialog", (dialog) => {
    asked = dialog.type();
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: new RegExp(t("builder.steps.rules.name")) }).click();
  await expect.poll(() => asked).toBe("beforeunload");
  await expect(named).toHaveValue("Literary: case-1\n\njust a key");

  await named.fill("Literary: case-1");
  await seed(page).fill("");
  await press(page, t("builder.form.save"));
  await expect(seed(page)).toBeFocused();
  await seed(page).fill("5");
  await press(page, t("builder.form.save"));
  await expect(stored(page)).toBeVisible();
  expect((await designOf(slug)).sample.practice.cases).toEqual([{ track: "Literary", key: "case-1" }]);
});
