import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { ask } from "#e2e/support/ask.ts";
import { press } from "#e2e/support/screens.ts";
import { openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const recruitment = { ways: ["invitation", "open_link", "prolific"], cohorts: ["Undergraduate", "PhD"] };
const links = /https?:\/\/\S+\/join\/[\da-z]{5}-[\da-z]{5}/g;

const sheet = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const made = (count: number) => t("invitations.sheet.title.invitation", { count });
const rowOf = (page: Page, number: number) =>
  page
    .getByRole("table", { name: t("invitations.table.caption") })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: String(number), exact: true }) });
const codeOf = (link: string) => link.split("/").at(-1) ?? "";
const stateOf = (link: string) =>
  db.invitation.findUnique({
    where: { codeHash: hashToken(readCode(codeOf(link)) ?? "") },
    select: { number: true, uses: true, revokedAt: true, replacedById: true },
  });

async function make(page: Page, count: number, cohort = ""): Promise<string[]> {
  await page.getByLabel(t("invitations.fields.count"), { exact: true }).fill(String(count));
  await page.getByLabel(t("invitations.fields.cohort"), { exact: true }).selectOption(cohort);
  await press(page, t("invitations.making.invitation.submit"));
  const shown = sheet(page, made(count));
  await expect(shown.getByRole("listitem")).toHaveCount(count);
  return (await shown.innerText()).match(links) ?? [];
}

async function keepCsv(page: Page): Promise<string> {
  const kept = page.waitForEvent("download");
  await press(page, t("invitations.sheet.csv"));
  return readFile(await (await kept).path(), "utf8");
}

const manage = (page: Page, number: number) =>
  page.getByRole("button", { name: t("invitations.manage.openOf", { number }), exact: true }).click();

async function expectRefusedCounts(page: Page): Promise<void> {
  const count = page.getByLabel(t("invitations.fields.count"), { exact: true });
  for (const [typed, code] of [
    ["0", "too_small"],
    ["2.5", "whole"],
    ["2001", "too_large"],
    ["", "too_small"],
  ] as const) {
    await count.fill(typed);
    await press(page, t("invitations.making.invitation.submit"));
    await expect(count).toHaveAccessibleDescription(new RegExp(t(`invitations.fieldErrors.${code}`)));
  }
}

async function expectCards(page: Page, shown: readonly string[]): Promise<void> {
  const cards = sheet(page, made(3)).getByRole("listitem");
  await expect(cards.getByRole("img", { name: /QR/ })).toHaveCount(3);
  await expect(cards.first()).toContainText("Who is speaking?");
  await expect(cards.first()).toContainText("PhD");
  await expect(page.getByRole("heading", { name: made(3) })).toBeFocused();

  const lines = (await keepCsv(page)).trimEnd().split("\r\n");
  expect(lines[0]).toBe("number,code,link,cohort,last_day");
  expect(lines.slice(1)).toEqual(shown.map((link, i) => [i + 2, codeOf(link), link, "PhD", ""].join(",")));

  await page.emulateMedia({ media: "print" });
  await expect(cards.last()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
}

/** What a guest finds, without a browser: the page's heading, and all of it. */
async function visit(link: string): Promise<{ title: string; text: string }> {
  const { text } = await ask(link);
  return { title: /<h1[^>]*>([^<]*)</.exec(text)?.[1] ?? "", text };
}

test("invitations: none by a wrong number, three whose cards and file hold them once, a new link for a lost one", async ({
  page,
  signInAs,
  product,
}) => {
  await signInAs("admin");
  const { id, slug } = await openedStudy({ recruitment });
  const address = `/studies/${slug}/invitations`;
  await page.goto(address);
  await test.step("what can’t be made is told at its field, and nothing is made", async () => {
    await expectRefusedCounts(page);
    expect(await db.invitation.count({ where: { studyId: id } })).toBe(1);
  });
  const shown = await make(page, 3, "PhD");
  const [lost = ""] = shown;
  await test.step("cards and file hold them, once", async () => {
    expect(new Set(shown).size).toBe(3);
    expect(shown.every((link) => link.startsWith(`${product.url}/join/`))).toBe(true);
    await expectCards(page, shown);
    const { title, text } = await visit(lost);
    expect([title, text.includes(">Welcome.<")]).toEqual(["Who is speaking?", true]);

    await page.goto(`${address}?state=waiting`);
    await expect(rowOf(page, 4)).toContainText(t("invitations.table.states.waiting"));
    const html = await page.content();
    expect(shown.filter((link) => html.includes(codeOf(link)))).toEqual([]);
  });
  await test.step("a new link takes the place of a lost one, which dies", async () => {
    await manage(page, 2);
    await press(page, t("invitations.manage.reissue.submit"));
    const replacement = sheet(page, t("invitations.sheet.title.replacement", { number: 2 }));
    const [fresh = ""] = (await replacement.innerText()).match(links) ?? [];
    expect(shown).not.toContain(fresh);
    await keepCsv(page);
    await page.goto(address);
    await expect(rowOf(page, 2)).toContainText(t("invitations.table.states.replaced"));
    await expect(rowOf(page, 2)).toContainText(t("invitations.table.replacedBy", { number: 5 }));
    await expect(rowOf(page, 2).getByRole("button")).toHaveCount(0);
    await expect(rowOf(page, 5)).toContainText(t("invitations.table.states.waiting"));
    expect((await visit(lost)).title).toBe(t("join.problems.replaced.title"));
    expect((await visit(fresh)).title).toBe("Who is speaking?");
    expect(await stateOf(lost)).toMatchObject({ number: 2, replacedById: expect.any(String) as unknown });
    expect(await stateOf(fresh)).toMatchObject({ number: 5, replacedById: null, uses: 0 });
  });
});

/** With the three parameters of the service; a code that isn't given is told at its field. */
async function makeProlific(page: Page): Promise<string> {
  await page.getByRole("tab", { name: t("invitations.making.prolific.name") }).click();
  await page.getByLabel(t("invitations.fields.places"), { exact: true }).fill("25");
  await page.getByLabel(t("invitations.fields.completion"), { exact: true }).fill("C1DONE");
  await page.getByLabel(t("invitations.fields.screenOut"), { exact: true }).fill("C1OUT");
  await press(page, t("invitations.making.prolific.submit"));
  const missing = page.getByLabel(t("invitations.fields.noConsent"), { exact: true });
  await expect(missing).toHaveAccessibleDescription(new RegExp(t("invitations.fieldErrors.empty")));
  await missing.fill("C1NO");
  await press(page, t("invitations.making.prolific.submit"));
  const pasted = page.getByLabel(t("invitations.manage.link.prolific"), { exact: true });
  const marks = ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"].map((name) => `${name}={{%${name}%}}`);
  await expect(pasted).toHaveValue(new RegExp(String.raw`/join/[\da-z-]{11}\?`));
  const address = await pasted.inputValue();
  expect(address.split("?")[1]).toBe(marks.join("&"));
  return address;
}

/** Room for more, but not for fewer than have come. */
async function extendOpenLink(page: Page): Promise<void> {
  await manage(page, 1);
  const most = page.getByLabel(t("invitations.fields.maxUses"), { exact: true });
  const day = page.getByRole("dialog").getByLabel(t("invitations.fields.lastDay"), { exact: true });
  await most.fill("2");
  await press(page, t("invitations.manage.extend.submit"));
  await expect(page.getByText(t("invitations.errors.below_uses"))).toBeVisible();
  await most.fill("1500");
  await day.fill("2020-01-01");
  await press(page, t("invitations.manage.extend.submit"));
  await expect(day).toHaveAccessibleDescription(new RegExp(t("invitations.fieldErrors.past")));
  await day.fill("2099-12-31");
  await press(page, t("invitations.manage.extend.submit"));
  await expect(rowOf(page, 1)).toContainText(t("invitations.table.uses", { uses: 3, most: 1500 }));
  await expect(rowOf(page, 1)).toContainText("Dec 31, 2099");
}

thorough(
  "links for many: an open one gets room and is taken back, Prolific’s carries its parameters then and later",
  async ({ page, signInAs }) => {
    await signInAs("admin");
    const { id, slug } = await openedStudy({ recruitment });
    await db.invitation.updateMany({ where: { studyId: id }, data: { uses: 3 } });
    await page.goto(`/studies/${slug}/invitations`);
    await extendOpenLink(page);
    // The notice lies over the row.
    await press(page, t("shell.close"));
    await manage(page, 1);
    await press(page, t("invitations.manage.revoke.submit"));
    await expect(rowOf(page, 1)).toContainText(t("invitations.table.states.revoked"));
    await expect(rowOf(page, 1).getByRole("button")).toHaveCount(0);

    const address = await makeProlific(page);
    await page.reload();
    await manage(page, 2);
    const pasted = page.getByLabel(t("invitations.manage.link.prolific"), { exact: true });
    await expect(pasted).toHaveValue(address);
  },
);
