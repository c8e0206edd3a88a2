import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { saveStep } from "#lib/studies/mutations.ts";
import { parsePlan, type Design } from "#lib/studies/schema.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { press } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

async function draftOf(slug: string): Promise<{ revision: number; design: Design }> {
  const select = { draft: true, draftRevision: true } as const;
  const { draft, draftRevision } = await db.study.findUniqueOrThrow({ where: { slug }, select });
  return { revision: draftRevision, design: parsePlan(draft) };
}

const seed = (page: Page) => page.getByLabel(t("builder.sampleStep.seed.label"), { exact: true });
const stored = (page: Page) => page.getByText(t("builder.form.stored"), { exact: true });

async function saveSeed(page: Page, value: number): Promise<void> {
  await seed(page).fill(String(value));
  await press(page, t("builder.form.save"));
}

test("whoever saves a draft that somebody else has saved since is told, loses nothing, and replaces that step alone", async ({
  page,
  signInAs,
}) => {
  const { slug } = await draftStudy();
  const ana = await makePerson({ role: "admin", name: "Ana Núñez" });
  const other = viewerFor({ ...ana, role: "admin" });
  /** Ana, at another desk: what she saves is saved upon what is there. */
  async function saveThere<Step extends "sample" | "assignment">(step: Step, change: Partial<Design[Step]>) {
    const { revision, design } = await draftOf(slug);
    const value = { ...design[step], ...change };
    expect(await saveStep(other, slug, { revision, step, value })).toMatchObject({ ok: true });
  }
  const told = page.getByText(t("builder.conflict.title", { by: ana.name }), { exact: true });
  await signInAs("admin");
  await page.goto(`/studies/${slug}/design/sample`);

  await saveThere("sample", { seed: 11 });
  await saveSeed(page, 22);
  await expect(told).toBeVisible();
  await expect(seed(page)).toHaveValue("22");
  expect((await draftOf(slug)).design.sample.seed).toBe(11);

  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: t("builder.conflict.openTheirs") }).click();
  const theirs = await opened;
  await expect(seed(theirs)).toHaveValue("11");
  await theirs.close();

  await press(page, t("builder.conflict.replace"));
  await expect(stored(page)).toBeVisible();
  await expect(told).toHaveCount(0);
  expect((await draftOf(slug)).design.sample.seed).toBe(22);

  // Again, and with another step: what she saved there stays.
  await saveThere("assignment", { people: 37 });
  await saveSeed(page, 33);
  await expect(told).toBeVisible();
  expect((await draftOf(slug)).design.sample.seed).toBe(22);
  await press(page, t("builder.conflict.replace"));
  await expect(told).toHaveCount(0);
  const { sample, assignment } = (await draftOf(slug)).design;
  expect([sample.seed, assignment.people]).toEqual([33, 37]);
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
  expect((await draftOf(slug)).design.sample.practice.count).toBe(0);

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
  expect((await draftOf(slug)).design.sample.practice.cases).toEqual([{ track: "Literary", key: "case-1" }]);
});
