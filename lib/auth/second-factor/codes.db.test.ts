import { Secret, TOTP } from "otpauth";
import { afterEach, describe, expect, test, vi } from "vitest";
import { beginCodeApp, confirmCodeApp, removeCodeApp } from "#lib/auth/second-factor/code-app.ts";
import { listFactors, renewRecoveryCodes } from "#lib/auth/second-factor/factors.ts";
import { proveByCode } from "#lib/auth/second-factor/prove.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makePerson, viewerFor } from "#lib/testing/people.ts";

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
    expect(await confirmCodeApp(viewer, "000 000")).toMatchObject({ ...wrong, fields: { secret, address } });
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
    expect(await proveByCode(ana.viewer, (renewed.ok && renewed.value[0]) || "")).toMatchObject({ ok: true });
  });

  test("stand in the database as hashes", async () => {
    const { viewer, codes } = await setUp();
    const rows = await db.recoveryCode.findMany({ where: { userId: viewer.userId } });
    const stored = rows.map(({ codeHash }) => Buffer.from(codeHash).toString("latin1")).join();
    for (const code of codes) expect(stored).not.toContain(code);
  });
});
