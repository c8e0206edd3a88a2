import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { enterByLink } from "#lib/auth/sign-in/enter.ts";
import { inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { elsewhere, listEventsAbout, makeAdmin, makeLink, makePerson } from "#lib/testing/people.ts";
import {
  changeRole,
  createUser,
  deactivateUser,
  endEverySignIn,
  reactivateUser,
  renewLink,
} from "#lib/users/mutations.ts";
import { findUsersByName, listUsers } from "#lib/users/queries.ts";

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

  test("that changes ends the link that was made for the one before", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson({ role: "researcher" })];
    const token = await makeLink(person.id);
    expect(await changeRole(admin, person.id, "researcher")).toMatchObject({ value: { links: 0 } });
    expect(await inspectLink(token)).toMatchObject({ ok: true });
    expect(await changeRole(admin, person.id, "admin")).toMatchObject({ value: { links: 1 } });
    expect(await inspectLink(token)).toEqual({ ok: false, error: "revoked" });
    expect(await enterByLink(token, elsewhere())).toEqual({ ok: false, error: "revoked" });
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
      {
        ...by,
        action: "user.role_changed",
        details: { from: "researcher", to: "admin", links: 1, tokens: 0 },
      },
      { ...by, action: "user.signed_out_everywhere", details: { signIns: 0, links: 0, tokens: 0 } },
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

describe("who is found", () => {
  const idsOf = (users: { id: string }[]) => users.map(({ id }) => id).sort();

  describe("finding people by name", () => {
    test("the handle wins, however it is typed", async () => {
      const { id, handle } = await makePerson({ name: "Wanda" });
      expect(idsOf(await findUsersByName(operator(), ` ${handle.toUpperCase()} `))).toEqual([id]);
    });

    test("the written name finds everybody who bears it", async () => {
      const both = [await makePerson({ name: "Xenia Roe" }), await makePerson({ name: "xenia roe" })];
      await makePerson({ name: "Xenia Roentgen" });
      expect(idsOf(await findUsersByName(operator(), "XENIA ROE"))).toEqual(idsOf(both));
    });

    test.each(["Yuri_", "Yuri%", "%", "_____", "Yuri\\"])("%s is a name, not a pattern", async (name) => {
      await makePerson({ name: "YuriX" });
      expect(await findUsersByName(operator(), name)).toEqual([]);
    });
  });

  test("lists never carry a secret", async () => {
    await makePerson({ secret: "heron maple lake stone amber" });
    expect(JSON.stringify(await listUsers(operator()))).not.toMatch(/argon2|secret/i);
  });
});

describe("the last admin", () => {
  const lastAdmin = { ok: false, error: "last_admin" };
  const isActiveAdmin = { role: "admin", deactivatedAt: null } as const;
  const deactivate = (by: Viewer<"admin">, whom: Viewer) => deactivateUser(by, whom.userId, whom.handle);
  const demote = (by: Viewer<"admin">, whom: Viewer) => changeRole(by, whom.userId, "researcher");
  const countAdmins = () => db.user.count({ where: isActiveAdmin });

  beforeEach(async () => {
    await db.user.updateMany({ where: isActiveAdmin, data: { deactivatedAt: new Date() } });
  });

  describe("the last admin", () => {
    test("can be neither deactivated nor demoted, by nobody", async () => {
      const admin = await makeAdmin();
      expect(await deactivate(admin, admin)).toEqual(lastAdmin);
      expect(await demote(admin, admin)).toEqual(lastAdmin);
      expect(await countAdmins()).toBe(1);
    });

    test("may go when another one is there", async () => {
      const [ana, bo] = [await makeAdmin(), await makeAdmin()];
      expect(await demote(ana, ana)).toMatchObject({ ok: true });
      expect(await deactivate(bo, bo)).toEqual(lastAdmin);
    });

    test.each([
      ["deactivate each other", deactivate, deactivate],
      ["demote each other", demote, demote],
      ["deactivate and demote each other", deactivate, demote],
    ])("is one of two who %s at once", async (_, first, second) => {
      const [ana, bo] = [await makeAdmin(), await makeAdmin()];
      const outcomes = await Promise.all([first(ana, bo), second(bo, ana)]);
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
      expect(outcomes).toContainEqual(lastAdmin);
      expect(await countAdmins()).toBe(1);
    });

    test("isn't one who is deactivated already", async () => {
      const [ana, bo] = [await makeAdmin(), await makeAdmin()];
      await deactivate(ana, bo);
      expect(await deactivate(bo, ana)).toEqual(lastAdmin);
      expect(await demote(bo, ana)).toEqual(lastAdmin);
    });
  });
});
