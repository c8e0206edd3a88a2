import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { enterBySecret } from "#lib/auth/sign-in/enter.ts";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { clearAttempts, isLoggedAlready, reserveAttempt } from "#lib/auth/sign-in/throttle.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { elsewhere, makePerson } from "#lib/testing/people.ts";
import { thorough } from "#lib/testing/thorough.ts";

env.databasePool = 12;

const secret = "heron maple lake stone amber";
const throttled = { ok: false, error: "throttled" };
const mismatch = { ok: false, error: "mismatch" };
const anywhere = () => elsewhere().address;
const knownTo = (...accounts: string[]): KnownDevice => ({ id: randomUUID(), accounts, begun: [] });

async function reserve(times: number, handle: string, address = anywhere) {
  const outcomes = [];
  for (let i = 0; i < times; i++) outcomes.push((await reserveAttempt({ handle, address: address() })).ok);
  return outcomes;
}

/** The wait that was given, in whole seconds from now. */
async function waitOf(others: readonly string[]): Promise<number> {
  const where = { key: { startsWith: "account:", notIn: [...others] } };
  const { blockedUntil } = await db.throttle.findFirstOrThrow({ where });
  return blockedUntil ? Math.round((blockedUntil.getTime() - Date.now()) / 1000) : 0;
}
const keysNow = async () => (await db.throttle.findMany({ select: { key: true } })).map(({ key }) => key);
/** As if the wait were over. */
const passTime = () => db.throttle.updateMany({ data: { blockedUntil: new Date(Date.now() - 1) } });

/** In a process of its own, as a second replica would be. */
async function reserveElsewhere(times: number, handle: string): Promise<boolean[]> {
  const script = `
    const { reserveAttempt } = await import("#lib/auth/sign-in/throttle.ts");
    const { db } = await import("#lib/db.ts");
    const attempt = { handle: process.argv[1], address: "203.0.113.9" };
    const outcomes = [];
    for (let i = 0; i < ${times}; i++) outcomes.push((await reserveAttempt(attempt)).ok);
    await db.$disconnect();
    console.log(JSON.stringify(outcomes));`;
  const args = ["--conditions=react-server", "--input-type=module", "--eval", script, handle];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: process.env });
  return JSON.parse(stdout) as boolean[];
}

describe("tries at one account from browsers that it doesn't know", () => {
  test("of a hundred at once, from as many networks, five are looked at", async () => {
    const { handle } = await makePerson({ secret });
    const guess = () => reserveAttempt({ handle, address: anywhere() });
    const side = async () => {
      const outcomes = [];
      for (let i = 0; i < 5; i++) outcomes.push((await guess()).ok);
      return outcomes;
    };
    const sides = await Promise.all(Array.from({ length: 20 }, side));
    expect(sides.flat().filter(Boolean)).toHaveLength(5);
  });

  test.each([
    ["that exists", true],
    ["that doesn't exist", false],
  ])("are refused alike for an account %s, and say how long to wait", async (_, exists) => {
    const handle = exists ? (await makePerson({ secret })).handle : randomUUID();
    const guess = () => enterBySecret({ handle, secret: "a wrong guess" }, elsewhere());
    for (let i = 0; i < 5; i++) expect(await guess()).toEqual(mismatch);
    expect(await guess()).toEqual({ ...throttled, fields: { minutes: "1" } });
  });

  test("wait twice as long each time, a quarter of an hour at most; who comes too early doesn't lengthen it", async () => {
    const handle = randomUUID();
    const before = await keysNow();
    expect(await reserve(4, handle)).not.toContain(false);
    const waits = [];
    for (let i = 0; i < 8; i++) {
      expect(await reserve(3, handle)).toEqual([true, false, false]);
      waits.push(await waitOf(before));
      await passTime();
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  thorough("count together over all processes", async () => {
    const { handle } = await makePerson({ secret });
    const [here, there] = await Promise.all([reserve(4, handle), reserveElsewhere(4, handle)]);
    expect([...here, ...there].filter(Boolean)).toHaveLength(5);
    expect(await enterBySecret({ handle, secret }, elsewhere())).toMatchObject(throttled);
  });

  test("are forgotten after a quiet day, and by a right secret", async () => {
    const before = await keysNow();
    const { handle } = await makePerson({ secret });
    await reserve(6, handle);
    const where = { key: { startsWith: "account:", notIn: before } };
    await db.throttle.updateMany({
      where,
      data: { endsAt: new Date(Date.now() - 1), blockedUntil: new Date(Date.now() - 1) },
    });
    expect(await reserve(4, handle)).not.toContain(false);
    expect(await enterBySecret({ handle, secret }, elsewhere())).toMatchObject({ ok: true });
    expect(await reserve(5, handle)).not.toContain(false);
  });

  test("of another account don't count", async () => {
    const [ana, bo] = [await makePerson(), await makePerson()];
    await reserve(11, ana.handle);
    expect(await reserve(1, bo.handle)).toEqual([true]);
  });
});

describe("a browser that the account knows", () => {
  test("gets in with the right secret, whatever strangers try meanwhile, and though its network is used up", async () => {
    const { id, handle } = await makePerson({ secret });
    const from = elsewhere();
    await Promise.all(Array.from({ length: 100 }, () => reserveAttempt({ handle, address: from.address })));
    expect(await enterBySecret({ handle, secret }, from)).toMatchObject(throttled);
    expect(await enterBySecret({ handle, secret }, from, { known: knownTo(id) })).toMatchObject({ ok: true });
    // And that gives the strangers nothing back.
    expect(await enterBySecret({ handle, secret }, elsewhere())).toMatchObject(throttled);
  });

  test("has ten tries in a quarter of an hour of its own", async () => {
    const { id, handle } = await makePerson({ secret });
    const known = knownTo(id);
    const guess = () => enterBySecret({ handle, secret: "wrong" }, elsewhere(), { known });
    for (let i = 0; i < 10; i++) expect(await guess()).toEqual(mismatch);
    expect(await guess()).toEqual({ ...throttled, fields: { minutes: "15" } });
    expect(await enterBySecret({ handle, secret }, elsewhere(), { known: knownTo(id) })).toMatchObject({
      ok: true,
    });
  });

  test("is a stranger to every other account", async () => {
    const [mine, theirs] = [await makePerson({ secret }), await makePerson({ secret })];
    const known = knownTo(mine.id);
    const guess = () => enterBySecret({ handle: theirs.handle, secret: "wrong" }, elsewhere(), { known });
    for (let i = 0; i < 5; i++) expect(await guess()).toEqual(mismatch);
    expect(await guess()).toMatchObject(throttled);
  });
});

describe("tries from one network", () => {
  test("are sixty in a quarter of an hour, whatever accounts they are for; of IPv6 a /64 is one", async () => {
    const network = anywhere().replace(/::.*/, "");
    const inside = () => `${network}::${randomUUID().slice(0, 4)}`;
    const outcomes = [];
    for (let i = 0; i < 61; i++) outcomes.push(...(await reserve(1, randomUUID(), inside)));
    expect(outcomes.filter(Boolean)).toHaveLength(60);
    const { handle } = await makePerson({ secret });
    const from = { ...elsewhere(), address: inside() };
    expect(await enterBySecret({ handle, secret }, from)).toMatchObject(throttled);
    expect(await enterBySecret({ handle, secret }, elsewhere())).toMatchObject({ ok: true });
  });

  test("get their own try back for a right secret, and no more", async () => {
    const from = elsewhere();
    for (let i = 0; i < 59; i++) await reserve(1, randomUUID(), () => from.address);
    const { handle } = await makePerson({ secret });
    expect(await enterBySecret({ handle, secret }, from)).toMatchObject({ ok: true });
    expect(await reserve(2, randomUUID(), () => from.address)).toEqual([true, false]);
  });
});

test("neither names nor addresses stand in the table", async () => {
  // Long enough that no digest has them in it by chance.
  const [handle, address] = ["ana-nunez-of-the-harbour", "2001:db8:85a3::8a2e:370:7334"];
  await reserveAttempt({ handle, address });
  const keys = (await keysNow()).map((key) => key.toLowerCase());
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const part of [handle, "ana-nunez", "harbour", address, "2001:db8", "370:7334"])
    expect(keys.filter((key) => key.includes(part))).toEqual([]);
});

test("clearing what was never counted changes nothing", async () => {
  const before = await db.throttle.count();
  await clearAttempts({ handle: randomUUID(), address: anywhere() });
  await clearAttempts({ handle: randomUUID(), address: anywhere(), device: randomUUID() });
  expect(await db.throttle.count()).toBe(before);
});

test("a flood at the door is told once, for a whole network", async () => {
  const who = randomUUID();
  const told = async (address: string) => !(await isLoggedAlready(who, address));
  expect([
    await told("2001:db8:1:2::1"),
    await told("2001:db8:1:2::2"),
    await told("2001:db8:1:3::1"),
  ]).toEqual([true, false, true]);
});
