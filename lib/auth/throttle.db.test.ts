import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { enterBySecret } from "#lib/auth/enter.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/throttle.ts";
import { db } from "#lib/db.ts";
import { makePerson } from "#lib/testing/people.ts";

const secret = "heron maple lake stone amber";
const throttled = { ok: false, error: "throttled" };
const mismatch = { ok: false, error: "mismatch" };
const somewhere = () => ({ address: randomUUID(), device: "?" });

async function reserve(times: number, handle: string, address: () => string = randomUUID) {
  const outcomes = [];
  for (let i = 0; i < times; i++) outcomes.push((await reserveAttempt(handle, address())).ok);
  return outcomes;
}

/** In a process of its own, as a second replica would be. */
async function reserveElsewhere(times: number, handle: string): Promise<boolean[]> {
  const script = `
    const { reserveAttempt } = await import("#lib/auth/throttle.ts");
    const { db } = await import("#lib/db.ts");
    const outcomes = [];
    for (let i = 0; i < ${times}; i++) outcomes.push((await reserveAttempt(process.argv[1], "elsewhere")).ok);
    await db.$disconnect();
    console.log(JSON.stringify(outcomes));`;
  const args = ["--conditions=react-server", "--input-type=module", "--eval", script, handle];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: process.env });
  return JSON.parse(stdout) as boolean[];
}

describe("failed sign-ins of one account", () => {
  test("the eleventh try is refused even with the right secret", async () => {
    const { handle } = await makePerson({ secret });
    await reserve(10, handle);
    expect(await enterBySecret({ handle, secret }, somewhere())).toEqual(throttled);
  });

  test("the tenth is still looked at", async () => {
    const { handle } = await makePerson({ secret });
    await reserve(9, handle);
    expect(await enterBySecret({ handle, secret }, somewhere())).toMatchObject({ ok: true });
  });

  test.each([
    ["that exists", true],
    ["that doesn't exist", false],
  ])("of twenty at once to an account %s ten are looked at", async (_, exists) => {
    const handle = exists ? (await makePerson({ secret })).handle : randomUUID();
    const guess = () => enterBySecret({ handle, secret: "a wrong guess" }, somewhere());
    const outcomes = await Promise.all(Array.from({ length: 20 }, guess));
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === "mismatch")).toHaveLength(10);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error === "throttled")).toHaveLength(10);
  });

  test("count together over all processes", async () => {
    const { handle } = await makePerson({ secret });
    const [here, there] = await Promise.all([reserve(6, handle), reserveElsewhere(6, handle)]);
    expect([...here, ...there].filter(Boolean)).toHaveLength(10);
    expect(await enterBySecret({ handle, secret }, somewhere())).toEqual(throttled);
  });

  test("are forgotten when the window is over, not when further tries come", async () => {
    const others = (await db.throttle.findMany()).map(({ key }) => key);
    const { handle } = await makePerson({ secret });
    const sameAddress = () => "one address";
    await reserve(11, handle, sameAddress);
    const where = { key: { startsWith: "account:", notIn: others } };
    const before = await db.throttle.findFirstOrThrow({ where });
    await reserve(1, handle, sameAddress);
    const after = await db.throttle.findFirstOrThrow({ where });
    expect(after).toMatchObject({ attempts: 12, endsAt: before.endsAt });

    await db.throttle.updateMany({ where, data: { endsAt: new Date(Date.now() - 1) } });
    expect(await enterBySecret({ handle, secret: "wrong" }, somewhere())).toEqual(mismatch);
    const { attempts, endsAt } = await db.throttle.findFirstOrThrow({ where });
    expect(attempts).toBe(1);
    expect(endsAt.getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
  });

  test("are cleared by a right secret", async () => {
    const { handle } = await makePerson({ secret });
    await reserve(9, handle);
    await enterBySecret({ handle, secret }, somewhere());
    expect(await reserve(10, handle)).not.toContain(false);
  });

  test("of another account don't count", async () => {
    const [ana, bo] = [await makePerson(), await makePerson()];
    await reserve(11, ana.handle);
    expect(await reserve(1, bo.handle)).toEqual([true]);
  });
});

describe("failed sign-ins from one address", () => {
  test("the sixty-first is refused, whatever accounts they were for", async () => {
    const address = randomUUID();
    for (let i = 0; i < 60; i++)
      expect(await reserveAttempt(randomUUID(), address)).toMatchObject({ ok: true });
    const { handle } = await makePerson({ secret });
    expect(await enterBySecret({ handle, secret }, { address, device: "?" })).toEqual(throttled);
    expect(await enterBySecret({ handle, secret }, somewhere())).toMatchObject({ ok: true });
  });

  test("a right secret gives its own try back, and no more", async () => {
    const address = randomUUID();
    for (let i = 0; i < 59; i++) await reserveAttempt(randomUUID(), address);
    const { handle } = await makePerson({ secret });
    expect(await enterBySecret({ handle, secret }, { address, device: "?" })).toMatchObject({ ok: true });
    expect(await reserve(2, randomUUID(), () => address)).toEqual([true, false]);
  });
});

test("neither names nor addresses stand in the table", async () => {
  // Long enough that no digest has them in it by chance.
  const [handle, address] = ["ana-nunez-of-the-harbour", "2001:db8:85a3::8a2e:370:7334"];
  await reserveAttempt(handle, address);
  const keys = (await db.throttle.findMany()).map(({ key }) => key.toLowerCase());
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const part of [handle, "ana-nunez", "harbour", address, "2001:db8", "370:7334"])
    expect(keys.filter((key) => key.includes(part))).toEqual([]);
});

test("clearing what was never counted changes nothing", async () => {
  const before = await db.throttle.count();
  await clearAttempts(randomUUID(), randomUUID());
  expect(await db.throttle.count()).toBe(before);
});
