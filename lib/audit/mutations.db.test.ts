import { expect, test } from "vitest";
import { recordEvent } from "#lib/audit/mutations.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makeAdmin, makePerson } from "#lib/testing/people.ts";

test("a deed that fails leaves no record, and a record that fails leaves no deed", async () => {
  const [admin, person] = [await makeAdmin(), await makePerson({ name: "Before" })];
  const subject = { type: "user", id: person.id };
  const rename = (name: string, fails: boolean) =>
    db.$transaction(async (tx) => {
      await tx.user.update({ where: { id: person.id }, data: { name } });
      const actor = fails
        ? { id: "00000000-0000-0000-0000-000000000000", origin: "web" as const }
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
