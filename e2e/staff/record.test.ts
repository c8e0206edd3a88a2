import { addPerson } from "#e2e/support/people.ts";
import { hasSidewaysScroll, tallRows } from "#e2e/support/screens.ts";
import { expect, thorough, test } from "#e2e/support/test.ts";
import { doorKinds } from "#lib/auth/schema.ts";
import { db } from "#lib/db.ts";

test.use({ javaScriptEnabled: false });

// Chromium fetches the scripts of a page ahead of need, and then reports that it may not.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: \S+\.js csp$/));

const detailsOf = [
  { by: "return" },
  { by: "Bartholomew Featherstonehaugh", why: "revoked" },
  { signIns: 12, links: 10, tokens: 11 },
];

thorough(
  "a sign-in takes one line of its list, in whatever month, at the widest hour, from the longest address, with the longest name",
  async ({ page, signInAs }) => {
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
  },
);
