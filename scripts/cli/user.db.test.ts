import { expect, test } from "vitest";
import { startSignIn, findSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makePerson } from "#lib/testing/people.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run } = useCommands();

test("user reset-second-factor takes it away, signs the person out, and stands in the record", async () => {
  const { id, handle } = await makePerson({ role: "admin" });
  await db.codeApp.create({ data: { userId: id, secret: new Uint8Array(48), confirmedAt: new Date() } });
  const signInId = await startSignIn(db, id, "link", "?");
  expect((await run("user", "reset-second-factor", handle)).err).toContain("--yes");
  expect(await db.codeApp.count({ where: { userId: id } })).toBe(1);
  expect(await run("user", "reset-second-factor", handle, "--yes")).toMatchObject({ code: 0, err: "" });
  expect(await db.codeApp.count({ where: { userId: id } })).toBe(0);
  expect(await findSignIn(signInId)).toBeNull();
  const [event] = await listEventsAbout(id);
  expect(event).toMatchObject({ action: "second_factor.reset", origin: "command_line" });
});

test("it refuses somebody who has none, and somebody who isn't there", async () => {
  const { handle } = await makePerson();
  const [none, nobody] = [
    await run("user", "reset-second-factor", handle, "--yes"),
    await run("user", "reset-second-factor", "nobody-at-all"),
  ];
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("has no second factor")]);
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining("nobody is called")]);
});
