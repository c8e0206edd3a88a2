import { describe, expect, test } from "vitest";
import { enterByLink } from "#lib/auth/sign-in/enter.ts";
import { createLink, inspectLink } from "#lib/auth/sign-in/links.ts";
import { newToken } from "#lib/auth/secrets/secrets.ts";
import { db } from "#lib/db.ts";
import { elsewhere, makeLink, makePerson } from "#lib/testing/people.ts";

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
