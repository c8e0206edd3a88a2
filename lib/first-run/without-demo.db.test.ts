import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";

test("without a demo the admin is alone, and a later start with one adds nobody", async () => {
  const links = await prepareFirstRun({ demo: false });
  expect(links.map(({ role }) => role)).toEqual(["admin"]);
  expect(await prepareFirstRun({ demo: true })).toEqual([]);
  expect(await db.user.findMany({ select: { role: true, isDemo: true } })).toEqual([
    { role: "admin", isDemo: false },
  ]);
});
