import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeCodesIfFirst, resetSecondFactor, proveByCode } from "#lib/auth/second-factor/factors.ts";
import { findHalf, finishHalf, startHalf } from "#lib/auth/second-factor/half-sign-in.ts";
import { askAgain } from "#lib/auth/second-factor/step-up.ts";
import { enterByLink, enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { endSignIns, findSignIn, startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import {
  elsewhere,
  listEventsAbout,
  makeAdmin,
  makeLink,
  makePerson,
  viewerFor,
} from "#lib/testing/people.ts";
import { deactivateUser } from "#lib/users/mutations.ts";

describe("half a sign-in", () => {
  const password = "heron maple lake stone amber";
  const dayMs = 86_400_000;

  async function makeStaff(
    given: { hasFactor?: boolean; secret?: string; role?: "researcher" | "admin" } = {},
  ) {
    const { hasFactor = true, secret = password, role = "researcher" } = given;
    const person = { ...(await makePerson({ role, ...(secret && { secret }) })), role };
    const viewer = viewerFor(person);
    if (!hasFactor) return { person, viewer, codes: [] };
    const data = { userId: person.id, secret: new Uint8Array(48), confirmedAt: new Date() };
    await db.codeApp.create({ data });
    return { person, viewer, codes: await db.$transaction((tx) => makeCodesIfFirst(tx, viewer)) };
  }

  const enter = (handle: string, isKept = false) =>
    enterBySecret({ handle, secret: password }, elsewhere(), { isKept });

  async function halfOf(handle: string) {
    const entered = await enter(handle);
    const admission = entered.ok ? entered.value.admission : null;
    if (admission?.kind !== "half") throw new Error("not halfway");
    const half = await findHalf(admission.halfId);
    if (!half) throw new Error("no half");
    return half;
  }

  const daysLeft = async (id: string) => {
    const { expiresAt } = await db.signIn.findUniqueOrThrow({ where: { id } });
    return Math.round((expiresAt.getTime() - Date.now()) / dayMs);
  };

  describe("with a second factor", () => {
    test("a password lets in by half, and no sign-in has begun", async () => {
      const { person } = await makeStaff();
      const half = await halfOf(person.handle);
      expect(await db.signIn.count({ where: { userId: person.id } })).toBe(0);
      expect(await findSignIn(half.id)).toBeNull();
    });

    test("so does a link", async () => {
      const { person } = await makeStaff();
      const entered = await enterByLink(await makeLink(person.id), elsewhere());
      expect(entered).toMatchObject({ ok: true, value: { admission: { kind: "half" } } });
      expect(await db.signIn.count({ where: { userId: person.id } })).toBe(0);
    });

    test("the second step begins the sign-in, once, and is in the record", async () => {
      const { person, viewer, codes } = await makeStaff();
      const half = await halfOf(person.handle);
      const proven = await proveByCode(viewer, codes[0] ?? "");
      if (!proven.ok) throw new Error(proven.error);
      const finished = await Promise.all([1, 2, 3].map(() => finishHalf(half, viewer, proven.value)));
      const [signedIn, ...more] = finished.filter((one) => one !== null);
      expect(more).toEqual([]);
      expect(await findSignIn(signedIn?.signInId ?? "")).toMatchObject({ user: { id: person.id } });
      expect((await listEventsAbout(person.id)).at(-1)).toMatchObject({
        action: "second_factor.used",
        details: { by: "recovery_code", for: "signing_in" },
      });
    });

    test.each([
      [
        "is too old",
        (id: string) => db.halfSignIn.update({ where: { id }, data: { expiresAt: new Date() } }),
      ],
      ["was signed out everywhere", (_: string, userId: string) => endSignIns(db, userId)],
      [
        "was deactivated",
        async (_: string, userId: string) => {
          const { handle } = await db.user.findUniqueOrThrow({ where: { id: userId } });
          return deactivateUser(await makeAdmin(), userId, handle);
        },
      ],
      ["was reset", async (_: string, userId: string) => resetSecondFactor(await makeAdmin(), userId)],
    ])("half a sign-in that %s leads nowhere", async (_, happen) => {
      const { person, viewer } = await makeStaff();
      const half = await halfOf(person.handle);
      await happen(half.id, person.id);
      expect(await findHalf(half.id)).toBeNull();
      expect(await finishHalf(half, viewer, { by: "code" })).toBeNull();
      expect(await db.signIn.count({ where: { userId: person.id } })).toBe(0);
    });

    test("half a sign-in without a person is one until a passkey says who it is", async () => {
      const id = await startHalf(db, null, { method: "passkey", device: "?", isKept: true });
      const { viewer } = await makeStaff();
      const half = await findHalf(id);
      expect(half).toMatchObject({ userId: null });
      const signedIn = half && (await finishHalf(half, viewer, { by: "passkey", name: "Key" }));
      expect(await daysLeft(signedIn?.signInId ?? "")).toBe(30);
    });
  });

  describe("without one", () => {
    test.each([
      ["researcher", false, 1],
      ["researcher", true, 30],
      ["admin", false, 1],
      ["participant", false, 30],
    ] as const)("the sign-in of a %s, kept: %s, lasts %i days", async (role, isKept, days) => {
      const person = await makePerson({ role, secret: password });
      const byLink = await enterByLink(await makeLink(person.id), elsewhere(), isKept);
      const bySecret = await enter(person.handle, isKept);
      for (const entered of [byLink, bySecret]) {
        const admission = entered.ok ? entered.value.admission : null;
        if (admission?.kind !== "signed_in") throw new Error("not signed in");
        expect([await daysLeft(admission.signInId), admission.days]).toEqual([days, days]);
      }
    });

    test.each([
      ["off", [false, false, false]],
      ["admins", [false, false, true]],
      ["staff", [false, true, true]],
    ] as const)("one is required of the right people where it says %s", async (setting, expected) => {
      env.requireSecondFactor = setting;
      const found = [];
      for (const role of ["participant", "researcher", "admin"] as const) {
        const { id } = await makePerson({ role });
        found.push((await findSignIn(await startSignIn(db, id, "link", "?")))?.mustEnrol);
      }
      const { person } = await makeStaff({ role: "admin" });
      const enrolled = await findSignIn(await startSignIn(db, person.id, "link", "?"));
      env.requireSecondFactor = "off";
      expect(found).toEqual(expected);
      expect(enrolled?.mustEnrol).toBe(false);
    });
  });

  describe("what asks again", () => {
    const ask = async (
      { person }: Awaited<ReturnType<typeof makeStaff>>,
      {
        minutesAgo,
        fields = {},
        orNothing = false,
      }: { minutesAgo: number; fields?: Record<string, string>; orNothing?: boolean },
    ) => {
      const signInId = await startSignIn(db, person.id, "link", "?");
      const provenAt = new Date(Date.now() - minutesAgo * 60_000);
      await db.signIn.update({ where: { id: signInId }, data: { provenAt } });
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const asked = { provenAt, address: randomUUID(), form, minutes: 10, orNothing };
      const refused = await askAgain(viewerFor(person, signInId), asked);
      const found = await findSignIn(signInId);
      return { refused, isProvenNow: found !== null && Date.now() - found.provenAt.getTime() < 60_000 };
    };

    test("doesn't within ten minutes, does after, and says by which ways", async () => {
      const staff = await makeStaff();
      expect((await ask(staff, { minutesAgo: 9.9 })).refused).toBeNull();
      expect(await ask(staff, { minutesAgo: 10.1 })).toEqual({
        refused: { ok: false, error: "ask_again", fields: { ways: "password code" } },
        isProvenNow: false,
      });
    });

    test("takes the password or a code, and nothing wrong", async () => {
      const staff = await makeStaff();
      const [code = ""] = staff.codes;
      const right: Record<string, string>[] = [{ "proof-password": password }, { "proof-code": code }];
      for (const fields of right) {
        const { refused, isProvenNow } = await ask(staff, { minutesAgo: 20, fields });
        expect([refused, isProvenNow]).toEqual([null, true]);
      }
      const wrong: Record<string, string>[] = [
        { "proof-password": "not this one" },
        { "proof-code": code },
        { "proof-code": "000000" },
      ];
      for (const fields of wrong) {
        const { refused, isProvenNow } = await ask(staff, { minutesAgo: 20, fields });
        expect([refused?.fields?.problem, isProvenNow]).toEqual(["wrong", false]);
      }
    });

    test("asks for nothing where there is nothing, but lets only the first factor through", async () => {
      const staff = await makeStaff({ hasFactor: false, secret: "" });
      expect((await ask(staff, { minutesAgo: 20 })).refused?.fields).toEqual({ ways: "" });
      expect((await ask(staff, { minutesAgo: 20, orNothing: true })).refused).toBeNull();
      const known = await makeStaff({ hasFactor: false });
      expect((await ask(known, { minutesAgo: 20, orNothing: true })).refused?.fields).toEqual({
        ways: "password",
      });
    });
  });
});
