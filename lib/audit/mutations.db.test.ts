import { expect, test } from "vitest";
import { recordBulkEvent, recordEvent } from "#lib/audit/mutations.ts";
import { operator } from "#lib/auth/operator.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makeAdmin, makePerson } from "#lib/testing/people.ts";

test("an action that fails leaves no record, and a record that fails leaves no action", async () => {
  const [admin, person] = [await makeAdmin(), await makePerson({ name: "Before" })];
  const subject = { type: "user", id: person.id };
  const rename = (name: string, fails: boolean) =>
    db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: person.id }, data: { name } });
      const actor = fails
        ? { id: "00000000-0000-0000-0000-000000000000", origin: "web" as const, place: null }
        : admin.actor;
      await recordEvent(tx, { ...admin, actor }, "user.renamed", subject, { to: name });
      if (name === "Never") throw new Error("changed my mind");
    });
  await expect(rename("Unrecorded", true)).rejects.toThrow("audit_events_actor_id_fkey");
  await expect(rename("Never", false)).rejects.toThrow("changed my mind");
  expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ name: "Before" });
  expect(await listEventsAbout(person.id)).toEqual([]);

  await rename("After", false);
  expect(await listEventsAbout(person.id)).toEqual([
    {
      action: "user.renamed",
      actorId: admin.userId,
      origin: "web",
      requestId: "request-1",
      details: { to: "After" },
    },
  ]);
});

test("a record says where it was done from, and a bulk one does too", async () => {
  const admin = await makeAdmin();
  const subject = { type: "user", id: crypto.randomUUID() };
  await db.$transaction((tx) => recordEvent(tx, admin, "user.renamed", subject));
  await inBulkTransaction((client) => recordBulkEvent(client, operator(), "user.renamed", subject));
  const events = await db.auditEvent.findMany({
    where: { subjectId: subject.id },
    select: { place: true, origin: true },
    orderBy: { id: "asc" },
  });
  expect(events).toEqual([
    { place: "/a-page", origin: "web" },
    { place: null, origin: "command_line" },
  ]);
});
