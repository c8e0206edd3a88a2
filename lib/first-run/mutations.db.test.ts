import { expect, test } from "vitest";
import { inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import { db } from "#lib/db.ts";
import { inspectInvitation } from "#lib/invitations/queries.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";

test("two processes that meet the same empty database make one admin and one demo between them", async () => {
  const made = await Promise.all([prepareFirstRun({ demo: true }), prepareFirstRun({ demo: true })]);
  const links = made.flat();
  expect(made.map((one) => one.length).sort()).toEqual([0, 3]);
  expect(links.map(({ role }) => role)).toEqual(["admin", "researcher", "participant"]);
  const [admin, researcher, participant] = links.map(({ url }) => url);
  for (const [role, url = ""] of [
    ["admin", admin],
    ["researcher", researcher],
  ]) {
    expect(url).toMatch(/^http:\/\/localhost:3000\/enter\/[\w-]{43}$/);
    expect(await inspectLink(url.split("/").at(-1) ?? "")).toMatchObject({ ok: true, value: { role } });
  }
  expect(participant).toMatch(/^http:\/\/localhost:3000\/join\/\w{5}-\w{5}$/);
  const code = participant?.split("/").at(-1) ?? "";
  expect(await inspectInvitation(code)).toMatchObject({ ok: true, value: { problem: null } });
  expect(await db.user.groupBy({ by: ["role", "isDemo"], _count: true, orderBy: { role: "asc" } })).toEqual([
    { role: "researcher", isDemo: true, _count: 1 },
    { role: "admin", isDemo: false, _count: 1 },
  ]);
  const events = await db.auditEvent.findMany({ select: { action: true, origin: true, actorId: true } });
  expect(new Set(events.map(({ origin, actorId }) => `${origin} ${actorId}`))).toEqual(
    new Set(["system null"]),
  );
  expect(events.map(({ action }) => action).sort()).toEqual(
    [
      "benchmark.created",
      "cases.imported",
      "invitation.created",
      "prompt_template.added",
      "results.imported",
      "study.created",
      "study.created",
      "study.member_added",
      "study.member_added",
      "study.opened",
      "study.opened",
      "user.created",
      "user.created",
    ].sort(),
  );
  // Simulated people come when somebody looks.
  expect(await prepareFirstRun({ demo: true })).toEqual([]);
  expect([await db.user.count(), await db.job.count()]).toEqual([2, 0]);
});
