import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { newToken } from "#lib/auth/secrets/secrets.ts";
import { enterByLink, enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { createLink, inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import {
  endOwnSignIn,
  endSignIns,
  findSignIn,
  listOwnSignIns,
  noteSeen,
  startSignIn,
} from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { hangMs } from "#lib/testing/limits.ts";
import { elsewhere, makeAdmin, makeLink, makePerson, viewerFor } from "#lib/testing/people.ts";
import { changeRole, deactivateUser, endEverySignIn, reactivateUser } from "#lib/users/mutations.ts";

env.databasePool = 5;

const begin = (userId: string) => startSignIn(db, userId, "link", "Firefox, Linux");
const anHourAgo = () => new Date(Date.now() - 3_600_000);

describe("a sign-in", () => {
  test("is found with what the viewer needs, and lasts 30 days", async () => {
    const person = await makePerson({ role: "participant" });
    const id = await begin(person.id);
    expect(await findSignIn(id)).toMatchObject({
      id,
      user: { id: person.id, role: "participant", hasSecret: false },
    });
    const { expiresAt } = await db.signIn.findUniqueOrThrow({ where: { id } });
    const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  test.each([
    ["ended", { endedAt: new Date() }],
    ["expired", { createdAt: new Date(0), expiresAt: new Date(Date.now() - 1) }],
  ])("that has %s is not found and not listed", async (_, data) => {
    const person = await makePerson();
    const id = await begin(person.id);
    await db.signIn.update({ where: { id }, data });
    expect(await findSignIn(id)).toBeNull();
    expect(await listOwnSignIns(viewerFor(person))).toEqual([]);
  });

  test("ends at once for somebody deactivated, and stays ended when they are let back in", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson()];
    const id = await begin(person.id);
    await deactivateUser(admin, person.id, person.handle);
    expect(await findSignIn(id)).toBeNull();
    await reactivateUser(admin, person.id);
    expect(await findSignIn(id)).toBeNull();
  });

  test("of somebody deactivated is not found even where it was never ended", async () => {
    const person = await makePerson({ deactivatedAt: new Date() });
    expect(await findSignIn(await begin(person.id))).toBeNull();
  });

  test("shows a changed role with the next request", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson()];
    const id = await begin(person.id);
    await changeRole(admin, person.id, "admin");
    expect(await findSignIn(id)).toMatchObject({ user: { role: "admin" } });
  });
});

describe("being seen", () => {
  const visit = async (id: string) => {
    const found = await findSignIn(id);
    if (found) await noteSeen(found);
    return db.signIn.findUniqueOrThrow({ where: { id }, select: { lastSeenAt: true, user: true } });
  };

  test("is written with the first request, then at most once a minute", async () => {
    const { id: userId } = await makePerson();
    const id = await begin(userId);
    const first = await visit(id);
    expect(first.user.lastSeenAt).not.toBeNull();
    expect(await visit(id)).toEqual(first);
  });

  test("is written again when a minute has passed", async () => {
    const { id: userId } = await makePerson();
    const id = await begin(userId);
    const data = { lastSeenAt: anHourAgo() };
    await db.signIn.update({ where: { id }, data });
    await db.user.update({ where: { id: userId }, data });
    const { lastSeenAt, user } = await visit(id);
    expect(lastSeenAt.getTime()).toBeGreaterThan(data.lastSeenAt.getTime());
    expect(user.lastSeenAt).toEqual(lastSeenAt);
  });

  test("doesn't stand in the way of whoever signs the person out at that moment", async () => {
    const { id: userId } = await makePerson();
    const found = await findSignIn(await begin(userId));
    if (!found) throw new Error("no sign-in");
    let noted: Promise<void> | undefined;
    const ended = await db.$transaction(
      async (tx) => {
        await tx.user.update({ where: { id: userId }, data: { secretHash: "new" } });
        noted = noteSeen(found);
        for (let isWaiting = false; !isWaiting; await delay(10)) {
          const [row] = await tx.$queryRaw<{ waiting: number }[]>`
            SELECT count(*)::int AS waiting FROM pg_locks
            WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`;
          isWaiting = row?.waiting === 1;
        }
        return endSignIns(tx, userId);
      },
      { timeout: hangMs },
    );
    expect(ended).toBe(1);
    await noted;
    expect(await findSignIn(found.id)).toBeNull();
  });
});

describe("ending sign-ins", () => {
  test("one's own, by name, and nobody else's", async () => {
    const [ana, bo] = [await makePerson(), await makePerson()];
    const [mine, theirs] = [await begin(ana.id), await begin(bo.id)];
    const viewer = viewerFor(ana, mine);
    expect(await endOwnSignIn(viewer, theirs)).toEqual({ ok: false, error: "not_found" });
    expect(await findSignIn(theirs)).not.toBeNull();
    expect(await endOwnSignIn(viewer, mine)).toMatchObject({ ok: true });
    expect(await endOwnSignIn(viewer, mine)).toEqual({ ok: false, error: "not_found" });
    expect(await findSignIn(mine)).toBeNull();
  });

  test("all of a person's, except one", async () => {
    const [ana, bo] = [await makePerson(), await makePerson()];
    const ids = [await begin(ana.id), await begin(ana.id), await begin(ana.id)];
    const [kept = ""] = ids;
    const theirs = await begin(bo.id);
    expect(await endSignIns(db, ana.id, kept)).toBe(2);
    expect((await listOwnSignIns(viewerFor(ana))).map(({ id }) => id)).toEqual([kept]);
    expect(await endSignIns(db, ana.id)).toBe(1);
    expect(await endSignIns(db, ana.id)).toBe(0);
    expect(await findSignIn(theirs)).not.toBeNull();
  });

  test("everywhere, by an admin", async () => {
    const [admin, person] = [await makeAdmin(), await makePerson()];
    const ids = [await begin(person.id), await begin(person.id)];
    expect(await endEverySignIn(admin, person.id, { tokens: false })).toMatchObject({ ok: true });
    for (const id of ids) expect(await findSignIn(id)).toBeNull();
  });
});

describe("entering", () => {
  const secret = "heron maple lake stone amber";
  const enter = (handle: string, given: string) => enterBySecret({ handle, secret: given }, elsewhere());
  const mismatch = { ok: false, error: "mismatch" };

  describe("entering with a secret", () => {
    test("a name and its password start a sign-in", async () => {
      const { id, handle } = await makePerson({ role: "admin", secret });
      const entered = await enter(handle, secret);
      expect(entered).toMatchObject({ ok: true, value: { role: "admin", hasSecret: true } });
      expect(await db.signIn.findMany({ where: { userId: id } })).toMatchObject([
        { method: "password", device: "Firefox, Linux" },
      ]);
    });

    test("every way of being wrong gets the same answer, and none a sign-in", async () => {
      const active = await makePerson({ secret });
      const gone = await makePerson({ secret, deactivatedAt: new Date() });
      const without = await makePerson();
      expect(await enter(active.handle, `${secret}!`)).toEqual(mismatch);
      expect(await enter(active.handle, secret.toUpperCase())).toEqual(mismatch);
      expect(await enter("nobody-has-this-name", secret)).toEqual(mismatch);
      expect(await enter(gone.handle, secret)).toEqual(mismatch);
      expect(await enter(without.handle, secret)).toEqual(mismatch);
      const ids = [active.id, gone.id, without.id];
      expect(await db.signIn.count({ where: { userId: { in: ids } } })).toBe(0);
    });

    test.each([
      "heron maple lake stone amber",
      "Heron-Maple-Lake-STONE-amber",
      " heron,maple,  lake stone\tamber. ",
    ])("a participant may type the passphrase as %j", async (typed) => {
      const { id, handle } = await makePerson({ role: "participant", secret });
      expect(await enter(handle, typed)).toMatchObject({ ok: true, value: { role: "participant" } });
      expect(await db.signIn.findMany({ where: { userId: id } })).toMatchObject([{ method: "passphrase" }]);
    });

    test("composed and decomposed letters are the same password", async () => {
      const { handle } = await makePerson({ secret: "crème brûlée für alle".normalize("NFC") });
      expect(await enter(handle, "crème brûlée für alle".normalize("NFD"))).toMatchObject({ ok: true });
    });
  });
});

describe("a link", () => {
  const past = new Date(Date.now() - 1000);
  const tokenOf = (path: string) => path.replace("/enter/", "");

  describe("a sign-in link", () => {
    test("signs its owner in, once", async () => {
      const { id } = await makePerson({ role: "researcher" });
      const token = await makeLink(id);
      const entered = await enterByLink(token, elsewhere());
      expect(entered).toMatchObject({ ok: true, value: { role: "researcher", hasSecret: false } });
      expect(await db.signIn.findMany({ where: { userId: id } })).toMatchObject([
        { method: "link", device: "Firefox, Linux", byOwnLink: true, endedAt: null },
      ]);
      expect(await enterByLink(token, elsewhere())).toEqual({ ok: false, error: "used" });
    });

    test("opened by many at once lets exactly one in", async () => {
      const { id } = await makePerson();
      const token = await makeLink(id);
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => enterByLink(token, elsewhere())));
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
      expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === "used")).toHaveLength(7);
      expect(await db.signIn.count({ where: { userId: id } })).toBe(1);
    });

    test.each([
      ["expired", { expiresAt: past }],
      ["used", { usedAt: past }],
      ["revoked", { revokedAt: past }],
      ["used", { usedAt: past, expiresAt: past }],
    ] as const)("that is %s says so and opens nothing", async (error, state) => {
      const { id } = await makePerson();
      const token = await makeLink(id, state);
      expect(await inspectLink(token)).toEqual({ ok: false, error });
      expect(await enterByLink(token, elsewhere())).toEqual({ ok: false, error });
      expect(await db.signIn.count({ where: { userId: id } })).toBe(0);
    });

    test("of a deactivated person is as unknown as one that never was", async () => {
      const { id } = await makePerson({ deactivatedAt: past });
      for (const token of [await makeLink(id), newToken(), "", "%00"]) {
        expect(await inspectLink(token)).toEqual({ ok: false, error: "unknown" });
        expect(await enterByLink(token, elsewhere())).toEqual({ ok: false, error: "unknown" });
      }
    });

    test("is not burnt by looking at it", async () => {
      const { id } = await makePerson({ name: "李明", role: "participant" });
      const token = await makeLink(id);
      for (let i = 0; i < 3; i++) {
        expect(await inspectLink(token)).toEqual({ ok: true, value: { name: "李明", role: "participant" } });
      }
      expect(await enterByLink(token, elsewhere())).toMatchObject({ ok: true });
    });

    test("kills the earlier one of the same person, and nobody else's", async () => {
      const [ana, bo] = [await makePerson(), await makePerson()];
      const first = tokenOf(await createLink(db, ana.id, null));
      const other = tokenOf(await createLink(db, bo.id, null));
      const second = tokenOf(await createLink(db, ana.id, null));
      expect(await inspectLink(first)).toEqual({ ok: false, error: "revoked" });
      expect(await inspectLink(second)).toMatchObject({ ok: true });
      expect(await inspectLink(other)).toMatchObject({ ok: true });
    });

    test("is stored as a hash only", async () => {
      const { id } = await makePerson();
      const token = tokenOf(await createLink(db, id, null));
      const stored = await db.signInLink.findFirstOrThrow({ where: { userId: id } });
      expect(JSON.stringify(stored)).not.toContain(token);
      expect(stored.tokenHash).toHaveLength(32);
    });
  });
});
