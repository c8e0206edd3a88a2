import { expect, test } from "vitest";
import { inspectLink } from "#lib/auth/links.ts";
import { db } from "#lib/db.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";

test("two processes that meet the same empty database make one admin and one demo between them", async () => {
  const made = await Promise.all([prepareFirstRun({ demo: true }), prepareFirstRun({ demo: true })]);
  const links = made.flat();
  expect(made.map((one) => one.length).sort()).toEqual([0, 3]);
  expect(links.map(({ role }) => role)).toEqual(["admin", "researcher", "participant"]);
  for (const { role, url } of links) {
    expect(url).toMatch(/^http:\/\/localhost:3000\/enter\/[\w-]{43}$/);
    expect(await inspectLink(url.split("/").at(-1) ?? "")).toMatchObject({ ok: true, value: { role } });
  }
  expect(await db.user.groupBy({ by: ["role", "isDemo"], _count: true, orderBy: { role: "asc" } })).toEqual([
    { role: "participant", isDemo: true, _count: 1 },
    { role: "researcher", isDemo: true, _count: 1 },
    { role: "admin", isDemo: false, _count: 1 },
  ]);
  expect(await db.auditEvent.findMany({ select: { origin: true, actorId: true } })).toEqual(
    // Three people, a benchmark, its cases and two runs.
    Array.from({ length: 7 }, () => ({ origin: "system", actorId: null })),
  );
  expect(await prepareFirstRun({ demo: true })).toEqual([]);
  expect(await db.user.count()).toBe(3);
});
