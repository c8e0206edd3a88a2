import { describe, expect, test } from "vitest";
import { enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { db } from "#lib/db.ts";
import { elsewhere, makePerson } from "#lib/testing/people.ts";

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
