import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { enterBySecret } from "#lib/auth/enter.ts";
import { renewOwnPassphrase, setOwnPassword } from "#lib/auth/own-secret.ts";
import { findSignIn, startSignIn } from "#lib/auth/sign-ins.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makePerson, viewerFor } from "#lib/testing/people.ts";

const old = "heron maple lake stone amber";
const fresh = "brook candle otter window pine";
const enter = (handle: string, secret: string) =>
  enterBySecret({ handle, secret }, { address: randomUUID(), device: "?" });

async function makeResearcher(secret?: string, method: "link" | "password" = "password") {
  const person = await makePerson({ role: "researcher", ...(secret ? { secret } : {}) });
  const signInId = await startSignIn(db, person.id, method, "?");
  return { person, signInId, viewer: viewerFor({ ...person, role: "researcher" }, signInId) };
}

describe("one's own password", () => {
  test("the first one needs no current one, and opens the door from then on", async () => {
    const { person, viewer } = await makeResearcher();
    expect(await setOwnPassword(viewer, { current: "", password: fresh }, randomUUID())).toMatchObject({
      ok: true,
    });
    expect(await enter(person.handle, fresh)).toMatchObject({ ok: true });
  });

  test("changes only for whoever knows the current one", async () => {
    const { person, viewer } = await makeResearcher(old);
    for (const current of ["", fresh, old.toUpperCase()]) {
      expect(await setOwnPassword(viewer, { current, password: fresh }, randomUUID())).toEqual({
        ok: false,
        error: "wrong_current",
      });
    }
    expect(await setOwnPassword(viewer, { current: old, password: fresh }, randomUUID())).toMatchObject({
      ok: true,
    });
    expect(await enter(person.handle, old)).toEqual({ ok: false, error: "mismatch" });
    expect(await enter(person.handle, fresh)).toMatchObject({ ok: true });
  });

  test("may be replaced without the old one by whoever just came in by a link", async () => {
    const { person, viewer, signInId } = await makeResearcher(old, "link");
    await db.signIn.update({
      where: { id: signInId },
      data: { createdAt: new Date(Date.now() - 61 * 60_000) },
    });
    const given = { current: "", password: fresh };
    expect(await setOwnPassword(viewer, given, randomUUID())).toEqual({ ok: false, error: "wrong_current" });
    await db.signIn.update({ where: { id: signInId }, data: { createdAt: new Date() } });
    expect(await setOwnPassword(viewer, given, randomUUID())).toMatchObject({ ok: true });
    expect(await enter(person.handle, fresh)).toMatchObject({ ok: true });
  });

  test("can't be guessed through a stolen sign-in: the tries count as those at the door", async () => {
    const { person, viewer } = await makeResearcher(old);
    const guess = (current: string) => setOwnPassword(viewer, { current, password: fresh }, randomUUID());
    for (let i = 0; i < 10; i++)
      expect(await guess(`guess ${i}`)).toEqual({ ok: false, error: "wrong_current" });
    expect(await guess(old)).toEqual({ ok: false, error: "throttled" });
    expect(await enter(person.handle, old)).toEqual({ ok: false, error: "throttled" });
  });

  test.each([
    ["too_short", "eleven chrs"],
    ["too_common", "Password1234"],
    ["same_as_name", "Ana Núñez 12!"],
  ])("is refused when it is %s, and the old one stays", async (error, password) => {
    const { person, viewer } = await makeResearcher(old);
    expect(await setOwnPassword(viewer, { current: old, password }, randomUUID())).toEqual({
      ok: false,
      error,
    });
    expect(await enter(person.handle, old)).toMatchObject({ ok: true });
    expect(await listEventsAbout(person.id)).toEqual([]);
  });

  test("ends every other sign-in, not the one it is changed in", async () => {
    const { person, signInId, viewer } = await makeResearcher(old);
    const elsewhere = await startSignIn(db, person.id, "password", "?");
    await setOwnPassword(viewer, { current: old, password: fresh }, randomUUID());
    expect(await findSignIn(elsewhere)).toBeNull();
    expect(await findSignIn(signInId)).not.toBeNull();
  });

  test("is recorded without the secret", async () => {
    const { person, viewer } = await makeResearcher();
    await setOwnPassword(viewer, { current: "", password: fresh }, randomUUID());
    expect(await listEventsAbout(person.id)).toEqual([
      { action: "password.set", actorId: person.id, origin: "web", requestId: "request-1", details: {} },
    ]);
    const { secretHash } = await db.user.findUniqueOrThrow({ where: { id: person.id } });
    expect(secretHash).toMatch(/^\$argon2id\$/);
  });
});

describe("a participant's passphrase", () => {
  test("is made anew, replaces the old one and ends every other sign-in", async () => {
    const person = {
      ...(await makePerson({ role: "participant", secret: old })),
      role: "participant" as const,
    };
    const here = await startSignIn(db, person.id, "link", "?");
    const elsewhere = await startSignIn(db, person.id, "passphrase", "?");
    const passphrase = await renewOwnPassphrase(viewerFor(person, here));
    expect(passphrase).toMatch(/^[a-z]+( [a-z]+){4}$/);
    expect(await enter(person.handle, old)).toEqual({ ok: false, error: "mismatch" });
    expect(await enter(person.handle, passphrase.toUpperCase().replaceAll(" ", "-"))).toMatchObject({
      ok: true,
    });
    expect(await findSignIn(elsewhere)).toBeNull();
    expect(await findSignIn(here)).not.toBeNull();
    expect(await listEventsAbout(person.id)).toMatchObject([
      { action: "passphrase.renewed", actorId: person.id },
    ]);
  });
});
