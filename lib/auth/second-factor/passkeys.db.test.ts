import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { resetSecondFactor } from "#lib/auth/second-factor/factors.ts";
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  removePasskey,
  usePasskey,
} from "#lib/auth/second-factor/passkeys.ts";
import { mostPasskeys } from "#lib/auth/second-factor/schema.ts";
import { siteAt } from "#lib/auth/second-factor/site.ts";
import { db } from "#lib/db.ts";
import { listEventsAbout, makeAdmin, makePerson, viewerFor } from "#lib/testing/people.ts";
import { makeSoftPasskey } from "#lib/testing/soft-passkey.ts";

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
    for (let count = 1; count <= mostPasskeys; count++) {
      const boundTo = randomUUID();
      const answer = makeSoftPasskey().register(await askForNewPasskey(viewer, site, boundTo));
      const added = await addPasskey(viewer, { site, boundTo, answer, name: `Key ${count}` });
      expect(added).toMatchObject(count < mostPasskeys ? { ok: true } : { error: "too_many" });
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
