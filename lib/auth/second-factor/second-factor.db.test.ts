import { randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  beginCodeApp,
  confirmCodeApp,
  removeCodeApp,
  listFactors,
  renewRecoveryCodes,
  resetSecondFactor,
  proveByCode,
} from "#lib/auth/second-factor/factors.ts";
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  removePasskey,
  usePasskey,
} from "#lib/auth/second-factor/passkeys.ts";
import { siteAt } from "#lib/auth/second-factor/site.ts";
import { maxPasskeys } from "#lib/auth/second-factor/schema.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makeAdmin, makePerson, viewerFor } from "#lib/testing/people.ts";
import { makeSoftPasskey } from "#lib/testing/soft-passkey.ts";

describe("codes", () => {
  afterEach(() => vi.useRealTimers());

  /** The clock alone: what waits goes on waiting as long as it does. */
  const setTime = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now });
  const noon = Date.UTC(2026, 10, 22, 12);
  const codeAt = (secret: string, timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const wrong = { ok: false, error: "wrong_code" };

  async function begin() {
    const viewer = viewerFor({ ...(await makePerson()), role: "researcher" as const });
    const begun = await beginCodeApp(viewer);
    if (!begun.ok || begun.value.state !== "begun") throw new Error("not begun");
    return { viewer, secret: begun.value.secret, address: begun.value.address };
  }

  async function setUp() {
    setTime(noon);
    const { viewer, secret } = await begin();
    const confirmed = await confirmCodeApp(viewer, codeAt(secret, noon));
    if (!confirmed.ok || confirmed.value.state !== "confirmed") throw new Error("not confirmed");
    return { viewer, secret, codes: confirmed.value.codes };
  }

  describe("an authenticator app", () => {
    test("counts only once a code of it has come; a wrong one shows again what the app was told", async () => {
      const { viewer, secret, address } = await begin();
      expect(address).toContain(secret);
      expect((await listFactors(viewer)).codeAppSince).toBeNull();
      expect(await proveByCode(viewer, codeAt(secret, Date.now()))).toEqual(wrong);
      expect(await confirmCodeApp(viewer, "000 000")).toMatchObject({
        ...wrong,
        fields: { secret, address },
      });
      expect(await confirmCodeApp(viewer, codeAt(secret, Date.now()))).toMatchObject({ ok: true });
      expect((await listFactors(viewer)).codeAppSince).not.toBeNull();
      expect(await beginCodeApp(viewer)).toEqual({ ok: false, error: "there_already" });
    });

    test("has its secret in the database only sealed", async () => {
      const { viewer, secret } = await begin();
      const row = await db.codeApp.findUniqueOrThrow({ where: { userId: viewer.userId } });
      const bytes = Buffer.from(Secret.fromBase32(secret).buffer);
      expect(Buffer.from(row.secret).includes(bytes)).toBe(false);
      // What is another person's opens nothing, even by hand in the database.
      const other = await begin();
      await db.codeApp.update({ where: { userId: other.viewer.userId }, data: { secret: row.secret } });
      expect(await confirmCodeApp(other.viewer, codeAt(secret, Date.now()))).toMatchObject({
        error: "not_found",
      });
    });

    test("has each code taken once, none from before the last, and clocks may be a step apart", async () => {
      const { viewer, secret } = await setUp();
      expect(await proveByCode(viewer, codeAt(secret, noon))).toEqual(wrong);
      setTime(noon + 120_000);
      expect(await proveByCode(viewer, codeAt(secret, noon + 60_000))).toEqual(wrong);
      expect(await proveByCode(viewer, codeAt(secret, noon + 180_000))).toEqual(wrong);
      const early = codeAt(secret, noon + 150_000);
      expect(await proveByCode(viewer, early)).toEqual({ ok: true, value: { by: "code" } });
      expect(await proveByCode(viewer, early)).toEqual(wrong);
      expect(await proveByCode(viewer, codeAt(secret, noon + 120_000))).toEqual(wrong);
    });

    test("has a code taken once, however many come with it at the same time", async () => {
      const { viewer, secret } = await setUp();
      setTime(noon + 60_000);
      const code = codeAt(secret, noon + 60_000);
      const proofs = await Promise.all([1, 2, 3, 4].map(() => proveByCode(viewer, code)));
      expect(proofs.filter(({ ok }) => ok)).toHaveLength(1);
    });

    test("is closed after ten wrong codes, to the right one too; wrong ones are in the record", async () => {
      const { viewer, secret } = await setUp();
      setTime(noon + 60_000);
      for (let turn = 0; turn < 10; turn++) expect(await proveByCode(viewer, "no-code")).toEqual(wrong);
      const right = codeAt(secret, noon + 60_000);
      expect(await proveByCode(viewer, right)).toEqual({ ok: false, error: "throttled" });
      const refused = (await listEventsAbout(viewer.userId)).filter(
        ({ action }) => action === "second_factor.refused",
      );
      expect(refused).toHaveLength(10);
    });

    test("goes with its recovery codes where it was all there was", async () => {
      const { viewer, codes } = await setUp();
      expect(await removeCodeApp(viewer)).toMatchObject({ ok: true });
      expect(await removeCodeApp(viewer)).toEqual({ ok: false, error: "not_found" });
      expect(await proveByCode(viewer, codes[0] ?? "")).toEqual(wrong);
      expect(await renewRecoveryCodes(viewer)).toEqual({ ok: false, error: "no_second_factor" });
    });
  });

  describe("recovery codes", () => {
    test("are ten, each good once, typed as people type", async () => {
      const { viewer, codes } = await setUp();
      const [first = "", second = ""] = codes;
      // So long that nobody finds one by the hash, which has no salt and takes no time.
      for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z02-9]{4}-){5}[a-hjkmnp-z02-9]{4}$/);
      const typed = ` ${first.toUpperCase().replaceAll("-", " ").replaceAll("0", "O")} `;
      expect(await proveByCode(viewer, typed)).toEqual({ ok: true, value: { by: "recovery_code" } });
      expect(await proveByCode(viewer, first)).toEqual(wrong);
      expect((await listFactors(viewer)).recoveryCodes).toBe(9);
      const uses = await Promise.all([1, 2, 3].map(() => proveByCode(viewer, second)));
      expect(uses.filter(({ ok }) => ok)).toHaveLength(1);
    });

    test("are their owner's alone, and end when new ones are made", async () => {
      const [ana, bo] = [await setUp(), await setUp()];
      expect(await proveByCode(bo.viewer, ana.codes[0] ?? "")).toEqual(wrong);
      const renewed = await renewRecoveryCodes(ana.viewer);
      expect(await proveByCode(ana.viewer, ana.codes[0] ?? "")).toEqual(wrong);
      expect(await proveByCode(ana.viewer, (renewed.ok && renewed.value[0]) || "")).toMatchObject({
        ok: true,
      });
    });

    test("stand in the database as hashes", async () => {
      const { viewer, codes } = await setUp();
      const rows = await db.recoveryCode.findMany({ where: { userId: viewer.userId } });
      const stored = rows.map(({ codeHash }) => Buffer.from(codeHash).toString("latin1")).join();
      for (const code of codes) expect(stored).not.toContain(code);
    });
  });
});

describe("passkeys", () => {
  const site = siteAt("http://localhost:3000/", true);

  async function enrol({ counter = 0 } = {}) {
    const person = await makePerson({ role: "researcher" });
    const viewer = viewerFor({ ...person, role: "researcher" as const }, randomUUID());
    const passkey = makeSoftPasskey();
    const boundTo = randomUUID();
    const asked = await askForNewPasskey(viewer, site, boundTo);
    const added = await addPasskey(viewer, {
      site,
      boundTo,
      answer: passkey.register(asked, { counter }),
      name: "Blue key",
    });
    const use = async (given: Parameters<typeof passkey.sign>[1] = {}, userId: string | null = person.id) => {
      const bound = randomUUID();
      const question = await askForPasskey(userId, site, bound);
      return usePasskey(userId, { site, boundTo: bound, answer: passkey.sign(question, given) });
    };
    return { person, viewer, passkey, added, use };
  }

  describe("a new passkey", () => {
    test("comes with ten recovery codes where it is the first factor, and both are in the record", async () => {
      const { person, added } = await enrol();
      expect(added.ok && new Set(added.value.codes).size).toBe(10);
      const events = await listEventsAbout(person.id);
      expect(events.map(({ action }) => action)).toEqual(["passkey.added", "recovery_codes.made"]);
    });

    test.each([
      ["another site’s", { origin: "https://evil.example" }],
      ["another name’s", { rpId: "evil.example" }],
    ])("is refused with %s answer", async (_, given) => {
      const viewer = viewerFor({ ...(await makePerson()), role: "researcher" as const }, randomUUID());
      const boundTo = randomUUID();
      const answer = makeSoftPasskey().register(await askForNewPasskey(viewer, site, boundTo), given);
      const added = await addPasskey(viewer, { site, boundTo, answer, name: "Key" });
      expect(added).toEqual({ ok: false, error: "wrong_passkey" });
    });

    test("is refused for a question that was answered, or asked of another sign-in", async () => {
      const { viewer, passkey } = await enrol();
      const boundTo = randomUUID();
      const answer = makeSoftPasskey().register(await askForNewPasskey(viewer, site, boundTo));
      const elsewhere = { site, boundTo: randomUUID(), answer, name: "Key" };
      expect(await addPasskey(viewer, elsewhere)).toMatchObject({ error: "wrong_passkey" });
      expect(await addPasskey(viewer, { ...elsewhere, boundTo })).toMatchObject({
        ok: true,
        value: { codes: [] },
      });
      expect(await addPasskey(viewer, { ...elsewhere, boundTo })).toMatchObject({ error: "wrong_passkey" });
      // One that is there already, whoever offers it.
      const again = await askForNewPasskey(viewer, site, boundTo);
      const twice = { site, boundTo, answer: passkey.register(again), name: "Key" };
      expect(await addPasskey(viewer, twice)).toMatchObject({ error: "wrong_passkey" });
    });

    test("is refused where there are too many", async () => {
      const { viewer } = await enrol();
      for (let count = 1; count <= maxPasskeys; count++) {
        const boundTo = randomUUID();
        const answer = makeSoftPasskey().register(await askForNewPasskey(viewer, site, boundTo));
        const added = await addPasskey(viewer, { site, boundTo, answer, name: `Key ${count}` });
        expect(added).toMatchObject(count < maxPasskeys ? { ok: true } : { error: "too_many" });
      }
    });
  });

  describe("a passkey", () => {
    test("says whose it is, and when it was used", async () => {
      const { person, use } = await enrol();
      expect(await use()).toMatchObject({ userId: person.id, name: "Blue key" });
      expect(await use({}, null)).toMatchObject({ userId: person.id });
      expect(await db.passkey.count({ where: { userId: person.id, lastUsedAt: { not: null } } })).toBe(1);
    });

    test.each([
      ["another site", { origin: "http://localhost:4000" }],
      ["another name", { rpId: "example.org" }],
    ])("is refused for %s", async (_, given) => {
      expect(await (await enrol()).use(given)).toBeNull();
    });

    test("has to be unlocked where there is no other factor, and only there", async () => {
      const { use } = await enrol();
      expect(await use({ isVerified: false }, null)).toBeNull();
      expect(await use({ isVerified: false })).not.toBeNull();
    });

    test("opens nobody else's account", async () => {
      const [ana, bo] = [await enrol(), await makePerson()];
      expect(await ana.use({}, bo.id)).toBeNull();
    });

    test("signs a question once, of the one who asked, and not a late one", async () => {
      const { person, passkey } = await enrol();
      const boundTo = randomUUID();
      const answer = passkey.sign(await askForPasskey(person.id, site, boundTo));
      expect(await usePasskey(person.id, { site, boundTo: randomUUID(), answer })).toBeNull();
      expect(await usePasskey(person.id, { site, boundTo, answer })).not.toBeNull();
      expect(await usePasskey(person.id, { site, boundTo, answer })).toBeNull();
      const late = passkey.sign(await askForPasskey(person.id, site, boundTo));
      await db.passkeyChallenge.update({ where: { boundTo }, data: { expiresAt: new Date() } });
      expect(await usePasskey(person.id, { site, boundTo, answer: late })).toBeNull();
    });

    test("is one question's alone when two answers to it come at once", async () => {
      const { person, passkey } = await enrol();
      const boundTo = randomUUID();
      const answer = passkey.sign(await askForPasskey(person.id, site, boundTo));
      const uses = await Promise.all([1, 2, 3].map(() => usePasskey(person.id, { site, boundTo, answer })));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });

    test("is taken for a copy when its counter doesn't go on", async () => {
      const { use } = await enrol({ counter: 5 });
      expect(await use({ counter: 5 })).toBeNull();
      expect(await use({ counter: 6 })).not.toBeNull();
      expect(await use({ counter: 6 })).toBeNull();
      expect(await use({ counter: 0 })).toBeNull();
    });

    test("is removed by its owner alone, and the last one takes the recovery codes along", async () => {
      const [ana, bo] = [await enrol(), await enrol()];
      const { id } = await db.passkey.findFirstOrThrow({ where: { userId: ana.person.id } });
      expect(await removePasskey(bo.viewer, id)).toEqual({ ok: false, error: "not_found" });
      expect(await removePasskey(ana.viewer, id)).toMatchObject({ ok: true });
      expect(await ana.use()).toBeNull();
      expect(await db.recoveryCode.count({ where: { userId: ana.person.id } })).toBe(0);
      expect(await db.recoveryCode.count({ where: { userId: bo.person.id } })).toBe(10);
    });

    test("is gone after a reset, which is in the record and signs the person out", async () => {
      const [admin, { person, use }] = [await makeAdmin(), await enrol()];
      expect(await resetSecondFactor(admin, person.id)).toMatchObject({ ok: true });
      expect(await use()).toBeNull();
      expect(await resetSecondFactor(admin, person.id)).toEqual({ ok: false, error: "no_second_factor" });
      const [last] = (await listEventsAbout(person.id)).reverse();
      expect(last).toMatchObject({ action: "second_factor.reset", actorId: admin.userId });
    });
  });
});
