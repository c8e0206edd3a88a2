import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inspectLink } from "#lib/auth/sign-in/links.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makeAdmin, makeLink, makePerson } from "#lib/testing/people.ts";
import {
  changeRole,
  createUser,
  deactivateUser,
  endEverySignIn,
  reactivateUser,
  renewLink,
} from "#lib/users/mutations.ts";

const tokenOf = (path: string) => path.replace("/enter/", "");
const notFound = { ok: false, error: "not_found" };

describe("a new person", () => {
  test("gets a handle from the name and a link that shows whom it is for", async () => {
    const { id, handle, linkPath } = await createUser(await makeAdmin(), {
      name: "Dr. Éva Kőszegi",
      role: "researcher",
    });
    expect(handle).toBe("dr-eva-koszegi");
    expect(await db.user.findUnique({ where: { id } })).toMatchObject({
      name: "Dr. Éva Kőszegi",
      secretHash: null,
    });
    const shown = { name: "Dr. Éva Kőszegi", role: "researcher" };
    expect(await inspectLink(tokenOf(linkPath))).toEqual({ ok: true, value: shown });
  });

  test("of the same name gets a number", async () => {
    const admin = await makeAdmin();
    const handles = [];
    for (let i = 0; i < 3; i++)
      handles.push((await createUser(admin, { name: "Jo Lee", role: "admin" })).handle);
    expect(handles).toEqual(["jo-lee", "jo-lee-2", "jo-lee-3"]);
  });

  test("of the same name made in the same instant gets another handle", async () => {
    const admin = await makeAdmin();
    const make = () => createUser(admin, { name: "Sam Poe", role: "researcher" });
    const handles = (await Promise.all([make(), make(), make(), make()])).map(({ handle }) => handle);
    expect(handles.sort()).toEqual(["sam-poe", "sam-poe-2", "sam-poe-3", "sam-poe-4"]);
  });

  test.each([
    ["李明", "李明"],
    ["李", "user-李"],
    ["𠮷", "user-𠮷"],
    ["김민수", "김민수"],
    ["!", "user"],
    ["𠮷".repeat(60), "𠮷".repeat(50)],
  ])("may be called %s", async (name, handle) => {
    expect(await createUser(await makeAdmin(), { name, role: "researcher" })).toMatchObject({ handle });
  });

  test("who takes part gets a code that doesn't give the name away", async () => {
    const { handle } = await createUser(await makeAdmin(), { name: "Ana Núñez", role: "participant" });
    expect(handle).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/);
    expect(handle).not.toMatch(/\bana\b|nunez/);
  });
});

describe("a renewed link", () => {
  test("works, and the one before doesn't", async () => {
    const admin = await makeAdmin();
    const { id, linkPath } = await createUser(admin, { name: "Kim Ode", role: "researcher" });
    const renewed = await renewLink(admin, id);
    expect(await inspectLink(tokenOf(linkPath))).toEqual({ ok: false, error: "revoked" });
    expect(renewed.ok && (await inspectLink(tokenOf(renewed.value)))).toMatchObject({ ok: true });
  });

  test("is refused to nobody and to the deactivated", async () => {
    const [admin, gone] = [await makeAdmin(), await makePerson({ deactivatedAt: new Date() })];
    expect(await renewLink(admin, randomUUID())).toEqual(notFound);
    expect(await renewLink(admin, gone.id)).toEqual({ ok: false, error: "inactive" });
  });
});

describe("deactivating", () => {
  test("needs the person's handle as confirmation", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson()];
    expect(await deactivateUser(admin, person.id, admin.handle)).toEqual({
      ok: false,
      error: "confirmation",
    });
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ deactivatedAt: null });
  });

  test("kills the person's open link, and letting back in doesn't revive it", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson()];
    const token = await makeLink(person.id);
    expect(await deactivateUser(admin, person.id, person.handle)).toMatchObject({ ok: true });
    expect(await inspectLink(token)).toEqual({ ok: false, error: "unknown" });
    await reactivateUser(admin, person.id);
    expect(await inspectLink(token)).toEqual({ ok: false, error: "revoked" });
  });

  test("twice changes and records nothing the second time", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson()];
    await deactivateUser(admin, person.id, person.handle);
    const first = await db.user.findUniqueOrThrow({ where: { id: person.id } });
    expect(await deactivateUser(admin, person.id, person.handle)).toMatchObject({ ok: true });
    expect(await db.user.findUniqueOrThrow({ where: { id: person.id } })).toEqual(first);
    expect(await listEventsAbout(person.id)).toHaveLength(1);
  });
});

describe("a role", () => {
  test("changes between researcher and admin", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson({ role: "researcher" })];
    expect(await changeRole(admin, person.id, "admin")).toMatchObject({ ok: true });
    expect(await changeRole(admin, person.id, "researcher")).toMatchObject({ ok: true });
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ role: "researcher" });
  });

  test.each([
    ["participant", "admin"],
    ["participant", "researcher"],
    ["researcher", "participant"],
    ["admin", "participant"],
  ] as const)("of a %s never becomes %s", async (from, to) => {
    const [admin, person] = [await makeAdmin(), await makePerson({ role: from })];
    expect(await changeRole(admin, person.id, to)).toEqual({ ok: false, error: "participant_stays" });
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({ role: from });
  });
});

describe("the record", () => {
  test("names who did what to whom, for every action", async () => {
    const admin = await makeAdmin();
    const { id, handle } = await createUser(admin, { name: "Wu Tang", role: "researcher" });
    await renewLink(admin, id);
    await changeRole(admin, id, "admin");
    await endEverySignIn(admin, id, { tokens: false });
    await deactivateUser(admin, id, handle);
    await reactivateUser(admin, id);
    await reactivateUser(admin, id);
    const by = { actorId: admin.userId, origin: "web", requestId: "request-1" };
    expect(await listEventsAbout(id)).toEqual([
      { ...by, action: "user.created", details: { name: "Wu Tang", role: "researcher", handle } },
      { ...by, action: "user.link_renewed", details: {} },
      { ...by, action: "user.role_changed", details: { from: "researcher", to: "admin", tokens: 0 } },
      { ...by, action: "user.signed_out_everywhere", details: { signIns: 0, links: 1, tokens: 0 } },
      { ...by, action: "user.deactivated", details: { signIns: 0, links: 0, tokens: 0 } },
      { ...by, action: "user.reactivated", details: {} },
    ]);
  });

  test("says where nobody signed in was at work", async () => {
    const { id } = await createUser(operator(), { name: "Ida Boy", role: "researcher" });
    expect(await listEventsAbout(id)).toMatchObject([
      { actorId: null, origin: "command_line", requestId: null },
    ]);
  });

  test("holds nothing of what was refused", async () => {
    const admin = await makeAdmin();
    const nobody = randomUUID();
    expect(await deactivateUser(admin, nobody, "nobody")).toEqual(notFound);
    expect(await reactivateUser(admin, nobody)).toEqual(notFound);
    expect(await endEverySignIn(admin, nobody, { tokens: true })).toEqual(notFound);
    expect(await changeRole(admin, nobody, "admin")).toEqual(notFound);
    expect(await listEventsAbout(nobody)).toEqual([]);
  });
});
