import { beforeEach, describe, expect, test } from "vitest";
import { inspectLink } from "#lib/auth/links.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { makePerson } from "#lib/testing/people.ts";

const demo = { isDemo: true, deactivatedAt: null } as const;
const inspect = (path: string) => inspectLink(path.replace("/enter/", ""));

beforeEach(async () => {
  await db.user.updateMany({ where: demo, data: { deactivatedAt: new Date() } });
});

describe("the demo", () => {
  test("seeded twice is there once, and the second time gives new links", async () => {
    const first = await seedDemo(operator());
    const second = await seedDemo(operator());
    expect([first.created, second.created]).toEqual([2, 0]);
    expect(await db.user.count({ where: demo })).toBe(2);
    expect(second.links.map(({ role }) => role)).toEqual(["researcher", "participant"]);
    for (const { path } of first.links) expect(await inspect(path)).toEqual({ ok: false, error: "revoked" });
    for (const { path, role } of second.links) expect(await inspect(path)).toMatchObject({ value: { role } });
  });

  test("adds only what is missing of it", async () => {
    await seedDemo(operator());
    await db.user.updateMany({
      where: { ...demo, role: "participant" },
      data: { deactivatedAt: new Date() },
    });
    expect(await seedDemo(operator())).toMatchObject({ created: 1 });
    expect(await db.user.count({ where: demo })).toBe(2);
  });

  test("leaves everybody else alone", async () => {
    const person = await makePerson({ role: "researcher", name: "Demo researcher" });
    await seedDemo(operator());
    expect(await db.signInLink.count({ where: { userId: person.id } })).toBe(0);
  });
});
