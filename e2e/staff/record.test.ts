import { readFile } from "node:fs/promises";
import { builtActions } from "#e2e/access-matrix/built.ts";
import { outcomeOf, postAction } from "#e2e/access-matrix/post-action.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, hasSidewaysScroll, press, tallRows } from "#e2e/support/screens.ts";
import { expect, test, type Visitor } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { doorKinds } from "#lib/audit/door-schema.ts";
import { db } from "#lib/db.ts";

test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

/** As the page of people does it. */
async function addByForm(origin: string, { signIn }: Visitor, name: string): Promise<void> {
  const action = builtActions.find((one) => one.name.endsWith("#addUser"));
  if (!action) throw new Error("addUser is not built");
  const cookie = `${signIn.cookie.name}=${signIn.cookie.value}`;
  const fields = { name, role: "participant" };
  const answer = await postAction({ url: `${origin}/admin/people`, action, cookie, fields });
  expect(outcomeOf(answer)).toBe("done");
}

test("an admin finds in the record what was just done, by whom and where, takes it along, and looks at all about one person", async ({
  page,
  product,
  signInAs,
}) => {
  const admin = await signInAs("admin");
  const name = `Yan ${crypto.randomUUID().slice(0, 8)}`;
  await addByForm(product.url, admin, name);

  await page.goto("/admin/record");
  await expectHeading(page, t("record.title"));
  await page.getByLabel(t("record.filter.text")).fill(name);
  await press(page, t("record.filter.submit"));
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(t("record.actions.user.created"));
  await expect(rows).toContainText(admin.person.name);
  await expect(rows).toContainText("/admin/people");
  await expect(rows.getByRole("link", { name, exact: true })).toBeVisible();
  await rows.getByText(t("record.details"), { exact: true }).click();
  await expect(rows.locator("pre")).toBeVisible();

  for (const format of ["csv", "jsonl"] as const) {
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: t(`record.${format}`) }).click();
    const text = await readFile(await (await waiting).path(), "utf8");
    expect(text.trimEnd().split("\n")).toHaveLength(format === "csv" ? 2 : 1);
    expect(text).toContain("user.created");
  }

  await rows.getByRole("link", { name: t("record.allAbout") }).click();
  await expect(page).toHaveURL(/type=user&subject=[\da-f-]{36}/);
  await expect(page.getByLabel(t("record.filter.subject"))).not.toHaveValue("");
  await rows.getByRole("link", { name, exact: true }).first().click();
  await expectHeading(page, name);
});

const detailsOf = [
  { by: "return" },
  { by: "Bartholomew Featherstonehaugh", why: "revoked" },
  { signIns: 12, links: 10, tokens: 11 },
];

test("a sign-in takes one line of its list, in whatever month, at the widest hour, from the longest address, with the longest name", async ({
  page,
  signInAs,
}) => {
  await signInAs("admin");
  const { id: userId } = await addPerson("researcher", { name: "Wilhelmina Wordsworth-Montague" });
  const events = doorKinds.flatMap((kind, at) =>
    detailsOf.map((details, more) => ({
      userId,
      kind,
      details,
      at: new Date(Date.UTC(2026, (at + more) % 12, 28, 22, 58, 58)),
      address: "2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff",
      device: "WeChat, Windows",
    })),
  );
  await db.doorEvent.createMany({ data: events });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin/record/doors?user=${userId}`);
  await expect(page.locator("main tbody tr")).toHaveCount(events.length);
  expect(await tallRows(page)).toEqual([]);
  expect(await hasSidewaysScroll(page)).toBe(false);
});
