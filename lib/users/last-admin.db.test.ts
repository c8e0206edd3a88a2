import { beforeEach, describe, expect, test } from "vitest";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { changeRole, deactivateUser } from "#lib/users/mutations.ts";

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
