import { describe, expect, test } from "vitest";
import { makeAdmin } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { db } from "#lib/db.ts";
import { addEndpoint, changeEndpoint, retireEndpoint } from "#lib/endpoints/mutations.ts";
import { getEndpoint, listEndpoints, listRetiredEndpoints } from "#lib/endpoints/queries.ts";
import { markFake, openEndpoint } from "#lib/endpoints/stored-endpoint.ts";
import type { NewEndpoint } from "#lib/endpoints/schema.ts";
import { env } from "#lib/env.ts";

const viewer = await makeAdmin();
const key = "sk-hunter2-and-more";
let made = 0;

const described = (changes: Partial<NewEndpoint> = {}): NewEndpoint => ({
  name: `Endpoint ${made++}`,
  protocol: "openai",
  address: "https://models.example.org/v1",
  key,
  currency: "USD",
  prices: { input: 0.15, cached: null, output: 0.6 },
  limits: { callsPerMinute: 500, tokensPerMinute: null, callsAtOnce: 4 },
  ...changes,
});

async function add(changes: Partial<NewEndpoint> = {}) {
  const given = described(changes);
  const { id } = expectValue(await addEndpoint(viewer, given));
  const { key: _key, ...rest } = given;
  const kept = { ...rest, id, revision: 1, key: "", takesKeyAway: false };
  return { id, given, kept };
}

const eventsOf = (id: number) =>
  db.auditEvent.findMany({
    where: { subjectType: "endpoint", subjectId: String(id) },
    select: { action: true, actorId: true, details: true },
    orderBy: { id: "asc" },
  });
const sealedOf = async (id: number) =>
  (await db.modelEndpoint.findUniqueOrThrow({ where: { id } })).sealedKey;

describe("a key", () => {
  test("opens for a call, and is nowhere to be read", async () => {
    const { id, given } = await add();
    const { key: _key, ...rest } = given;
    expect(expectValue(await openEndpoint(id))).toEqual({
      id,
      name: given.name,
      currency: "USD",
      isFake: false,
      prices: given.prices,
      reach: { protocol: "openai", address: given.address, key },
      limits: given.limits,
    });
    const view = await getEndpoint(viewer, id);
    expect(view).toMatchObject({ ...rest, hasKey: true, isKeyReadable: true, revision: 1, removedAt: null });
    const events = await eventsOf(id);
    expect(events).toEqual([
      { action: "endpoint.added", actorId: viewer.userId, details: { ...rest, hasKey: true } },
    ]);
    const sealed = Buffer.from((await sealedOf(id)) ?? []);
    expect(JSON.stringify([view, events, await listEndpoints(viewer)])).not.toContain("hunter2");
    for (const encoding of ["utf8", "base64", "hex"] as const)
      expect(sealed.toString(encoding)).not.toContain(Buffer.from("hunter2").toString(encoding).slice(0, 8));
  });

  test("is sealed anew each time, and opens in no other row and under no other key", async () => {
    const [one, other] = [await add(), await add()];
    const [first, second] = [await sealedOf(one.id), await sealedOf(other.id)];
    expect(first).not.toEqual(second);
    await db.modelEndpoint.update({ where: { id: other.id }, data: { sealedKey: first } });
    expect(await openEndpoint(other.id)).toEqual({ ok: false, error: "key_unreadable" });
    const before = env.endpointKeysKey;
    for (const another of [Buffer.alloc(32, 9).toString("base64"), null]) {
      env.endpointKeysKey = another;
      expect(await openEndpoint(one.id)).toEqual({ ok: false, error: "key_unreadable" });
      expect(await getEndpoint(viewer, one.id)).toMatchObject({ hasKey: true, isKeyReadable: false });
    }
    env.endpointKeysKey = before;
    const changed = Uint8Array.from(first ?? [], (byte, i) => (i === 30 ? byte ^ 1 : byte));
    await db.modelEndpoint.update({ where: { id: one.id }, data: { sealedKey: changed } });
    expect(await openEndpoint(one.id)).toEqual({ ok: false, error: "key_unreadable" });
  });

  test("stays, is changed or is taken away, and the record says which", async () => {
    const { id, kept } = await add();
    const change = async (changes: object) =>
      expectValue(await changeEndpoint(viewer, { ...kept, ...changes }));
    const keyNow = async () => expectValue(await openEndpoint(id)).reach.key;
    await change({});
    expect(await keyNow()).toBe(key);
    await change({ revision: 2, key: "sk-new-one" });
    expect(await keyNow()).toBe("sk-new-one");
    await change({ revision: 3, takesKeyAway: true });
    expect(await keyNow()).toBeNull();
    const [, ...changes] = await eventsOf(id);
    const { id: _id, revision: _revision, key: _key, takesKeyAway: _takes, ...after } = kept;
    expect(changes.map(({ details }) => details)).toEqual(
      ["kept", "changed", "taken_away"].map((how) => ({ before: after, after, key: how })),
    );
  });

  test("isn’t sent to another host than it was given for", async () => {
    const { id, kept } = await add();
    for (const address of ["https://elsewhere.example.org/v1", "http://models.example.org/v1"])
      expect(await changeEndpoint(viewer, { ...kept, address })).toEqual({
        ok: false,
        error: "invalid",
        fields: { key: "of_other_host" },
      });
    const address = "https://models.example.org/v2";
    expectValue(await changeEndpoint(viewer, { ...kept, address }));
    const elsewhere = { address: "https://elsewhere.example.org/v1", key: "sk-new-one", revision: 2 };
    expectValue(await changeEndpoint(viewer, { ...kept, ...elsewhere }));
    expect(expectValue(await openEndpoint(id)).reach).toMatchObject({ key: "sk-new-one" });
  });
});

describe("an endpoint", () => {
  test("has a name of its own, also when two are added at once", async () => {
    const { given, kept } = await add();
    const taken = { ok: false, error: "invalid", fields: { name: "taken" } };
    expect(await addEndpoint(viewer, given)).toEqual(taken);
    const again = described();
    const both = await Promise.all([addEndpoint(viewer, again), addEndpoint(viewer, again)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await changeEndpoint(viewer, { ...kept, name: again.name })).toEqual(taken);
  });

  test("is changed by whoever read it last; others are told who was before them", async () => {
    const { id, kept } = await add({ key: "" });
    const change = (name: string) => changeEndpoint(viewer, { ...kept, name: `${kept.name} ${name}` });
    const both = await Promise.all([change("one"), change("other")]);
    expect(both.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { revision: 2 } }]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      error: "conflict",
      fields: { by: viewer.name, revision: "2" },
    });
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(["endpoint.added", "endpoint.changed"]);
  });

  test("retired, has no key, is listed apart, and can’t be called, changed or retired again", async () => {
    const { id, given, kept } = await add();
    expect(await retireEndpoint(viewer, id, "another name")).toEqual({ ok: false, error: "wrong_name" });
    expectValue(await retireEndpoint(viewer, id, given.name));
    const notFound = { ok: false, error: "not_found" };
    expect(await openEndpoint(id)).toEqual(notFound);
    expect(await changeEndpoint(viewer, { ...kept, revision: 2 })).toEqual(notFound);
    expect(await retireEndpoint(viewer, id, given.name)).toEqual(notFound);
    expect(await listEndpoints(viewer)).not.toContainEqual(expect.objectContaining({ id }));
    expect((await listRetiredEndpoints(viewer))[0]).toEqual({
      id,
      name: given.name,
      address: given.address,
      isFake: false,
      by: viewer.name,
      removedAt: expect.any(Date),
    });
    expect(await getEndpoint(viewer, id)).toMatchObject({ name: given.name, hasKey: false });
    expect((await eventsOf(id)).at(-1)).toMatchObject({
      action: "endpoint.retired",
      details: { name: given.name },
    });
    expectValue(await addEndpoint(viewer, given));
  });

  test("is fake from the reply on that says so", async () => {
    const { id, kept } = await add();
    await markFake(id);
    await markFake(id);
    expectValue(await changeEndpoint(viewer, { ...kept, address: "https://models.example.org/real" }));
    expect(expectValue(await openEndpoint(id)).isFake).toBe(true);
  });
});
