import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createToken } from "#lib/api-tokens/mutations.ts";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { giveFirstPassphrase } from "#lib/auth/secrets/noted-passphrase.ts";
import { renewOwnPassphrase, setOwnPassword } from "#lib/auth/secrets/own-secret.ts";
import { passphraseFrom } from "#lib/auth/secrets/participant-secrets.ts";
import { enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import { findSignIn, startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { elsewhere, listEventsAbout, makeLink, makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const none = { signIns: 0, links: 0, tokens: 0 };
const old = "heron maple lake stone amber";
const fresh = "brook candle otter window pine";
const enter = (handle: string, secret: string) => enterBySecret({ handle, secret }, elsewhere());

async function makeResearcher(secret?: string, method: "link" | "password" = "password") {
  const person = await makePerson({ role: "researcher", ...(secret ? { secret } : {}) });
  const signInId = await startSignIn(db, person.id, method, "?", { byOwnLink: method === "link" });
  return { person, signInId, viewer: viewerFor({ ...person, role: "researcher" }, signInId) };
}

describe("one's own password", () => {
  test("the first one needs no current one, and opens the door from then on", async () => {
    const { person, viewer } = await makeResearcher();
    expect(await setOwnPassword(viewer, { current: "", password: fresh })).toMatchObject({
      ok: true,
    });
    expect(await enter(person.handle, fresh)).toMatchObject({ ok: true });
  });

  test("changes only for whoever knows the current one", async () => {
    const { person, viewer } = await makeResearcher(old);
    for (const current of ["", fresh, old.toUpperCase()]) {
      expect(await setOwnPassword(viewer, { current, password: fresh })).toEqual({
        ok: false,
        error: "wrong_current",
      });
    }
    expect(await setOwnPassword(viewer, { current: old, password: fresh })).toMatchObject({
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
    expect(await setOwnPassword(viewer, given)).toEqual({ ok: false, error: "wrong_current" });
    await db.signIn.update({ where: { id: signInId }, data: { createdAt: new Date() } });
    expect(await setOwnPassword(viewer, given)).toMatchObject({ ok: true });
    expect(await enter(person.handle, fresh)).toMatchObject({ ok: true });
  });

  test("can't be guessed through a stolen sign-in, and guesses there shut nobody out at the door", async () => {
    const { person, viewer } = await makeResearcher(old);
    const guess = (current: string) => setOwnPassword(viewer, { current, password: fresh });
    for (let i = 0; i < 10; i++)
      expect(await guess(`guess ${i}`)).toEqual({ ok: false, error: "wrong_current" });
    expect(await guess(old)).toMatchObject({ ok: false, error: "throttled" });
    expect(await enter(person.handle, old)).toMatchObject({ ok: true });
  });

  test.each([
    ["too_short", "eleven chrs"],
    ["too_common", "Password1234"],
    ["same_as_name", "Ana Núñez 12!"],
  ])("is refused when it is %s, and the old one stays", async (error, password) => {
    const { person, viewer } = await makeResearcher(old);
    expect(await setOwnPassword(viewer, { current: old, password })).toEqual({
      ok: false,
      error,
    });
    expect(await enter(person.handle, old)).toMatchObject({ ok: true });
    expect(await listEventsAbout(person.id)).toEqual([]);
  });

  test("ends every other sign-in and every link, and tokens where it is said so", async () => {
    const { person, signInId, viewer } = await makeResearcher(old);
    const another = await startSignIn(db, person.id, "password", "?");
    const link = await makeLink(person.id);
    await createToken(viewer, { name: "Notebook", days: 30 });
    expect(await setOwnPassword(viewer, { current: old, password: fresh })).toEqual({
      ok: true,
      value: { signIns: 1, links: 1, tokens: 0 },
    });
    expect(await findSignIn(another)).toBeNull();
    expect(await findSignIn(signInId)).not.toBeNull();
    expect(await inspectLink(link)).toEqual({ ok: false, error: "revoked" });
    expect(await listOwnTokens(viewer)).toHaveLength(1);
    const again = { current: fresh, password: old, tokens: true };
    expect(await setOwnPassword(viewer, again)).toMatchObject({ value: { tokens: 1 } });
    expect(await listOwnTokens(viewer)).toEqual([]);
  });

  test("is recorded without the secret", async () => {
    const { person, viewer } = await makeResearcher();
    await setOwnPassword(viewer, { current: "", password: fresh });
    expect(await listEventsAbout(person.id)).toEqual([
      { action: "password.set", actorId: person.id, origin: "web", requestId: "request-1", details: none },
    ]);
    const { secretHash } = await db.user.findUniqueOrThrow({ where: { id: person.id } });
    expect(secretHash).toMatch(/^\$argon2id\$/);
  });
});

describe("a participant's passphrase", () => {
  test("that was lost is made anew by a link from an admin, within the hour, and by no other link", async () => {
    const person = {
      ...(await makePerson({ role: "participant", secret: old })),
      role: "participant" as const,
    };
    const by = (byOwnLink: boolean) => startSignIn(db, person.id, "link", "?", { byOwnLink });
    const wrong = { ok: false, error: "wrong_current" };
    expect(await renewOwnPassphrase(viewerFor(person, await by(false)), "")).toEqual(wrong);
    const signInId = await by(true);
    const createdAt = new Date(Date.now() - 61 * 60_000);
    await db.signIn.update({ where: { id: signInId }, data: { createdAt } });
    expect(await renewOwnPassphrase(viewerFor(person, signInId), "")).toEqual(wrong);
    expect(await renewOwnPassphrase(viewerFor(person, await by(true)), "")).toMatchObject({ ok: true });
  });

  test("is made anew, replaces the old one and ends every other sign-in", async () => {
    const person = {
      ...(await makePerson({ role: "participant", secret: old })),
      role: "participant" as const,
    };
    const here = await startSignIn(db, person.id, "link", "?");
    const another = await startSignIn(db, person.id, "passphrase", "?");
    const viewer = viewerFor(person, here);
    // A screen that somebody left open is not enough.
    for (const given of ["", "otter pine brook candle window"])
      expect(await renewOwnPassphrase(viewer, given)).toEqual({ ok: false, error: "wrong_current" });
    const passphrase = expectValue(await renewOwnPassphrase(viewer, ` ${old.toUpperCase()}`));
    expect(passphrase).toMatch(/^[a-z]+( [a-z]+){4}$/);
    expect(await enter(person.handle, old)).toEqual({ ok: false, error: "mismatch" });
    expect(await enter(person.handle, passphrase.toUpperCase().replaceAll(" ", "-"))).toMatchObject({
      ok: true,
    });
    expect(await findSignIn(another)).toBeNull();
    expect(await findSignIn(here)).not.toBeNull();
    expect(await listEventsAbout(person.id)).toMatchObject([
      { action: "passphrase.renewed", actorId: person.id },
    ]);
  });
});

describe("a passphrase that was noted", () => {
  const enter = (handle: string, secret: string) => enterBySecret({ handle, secret }, elsewhere());

  test("the first passphrase is the form's: the same words however often it is sent, and they open the door", async () => {
    const [person, form] = [await makePerson({ role: "participant" }), randomUUID()];
    const given = await Promise.all([1, 2, 3].map(() => giveFirstPassphrase(person.id, form)));
    const words = given[0]?.passphrase ?? "";
    expect(words).toMatch(/^[a-z]+( [a-z]+){4}$/);
    for (const note of given) expect(note).toEqual(given[0]);
    expect(await enter(person.handle, words)).toMatchObject({ ok: true });
    expect(passphraseFrom(randomUUID(), "key")).not.toBe(words);
    expect(passphraseFrom(form, "another key")).not.toBe(words);
  });

  test("it takes no later one away, and isn't told once it opens nothing", async () => {
    const [person, form] = [await makePerson({ role: "participant" }), randomUUID()];
    await giveFirstPassphrase(person.id, form);
    const newer = expectValue(await renewOwnPassphrase(viewerFor({ ...person, role: "participant" }), ""));
    expect(await giveFirstPassphrase(person.id, form)).toBeNull();
    expect(await enter(person.handle, newer)).toMatchObject({ ok: true });
  });

  test("the same form is looked at a few times, and then no more", async () => {
    const [person, form] = [await makePerson({ role: "participant" }), randomUUID()];
    const first = await giveFirstPassphrase(person.id, form);
    for (let i = 0; i < 10; i++) expect(await giveFirstPassphrase(person.id, form)).toEqual(first);
    expect(await giveFirstPassphrase(person.id, form)).toBeNull();
    const other = await makePerson({ role: "participant" });
    expect(await giveFirstPassphrase(other.id, randomUUID())).not.toBeNull();
  });
});
