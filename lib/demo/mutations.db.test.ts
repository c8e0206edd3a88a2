import { beforeEach, describe, expect, test } from "vitest";
import { inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { beginSimulation } from "#lib/demo/simulation-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";

const demo = { isDemo: true, deactivatedAt: null } as const;
const inspect = (path: string) => inspectLink(path.replace("/enter/", ""));

beforeEach(async () => {
  await db.user.updateMany({ where: demo, data: { deactivatedAt: new Date() } });
});

describe("the demo", () => {
  test("seeded twice is there once, and the second time gives the researcher a new link", async () => {
    const first = await seedDemo(operator());
    const second = await seedDemo(operator());
    expect([first.created, second.created]).toEqual([1, 0]);
    expect(await db.user.count({ where: demo })).toBe(1);
    expect(second.links.map(({ role }) => role)).toEqual(["researcher", "participant"]);
    const [before, after] = [first.links[0]?.path ?? "", second.links[0]?.path ?? ""];
    expect(await inspect(before)).toEqual({ ok: false, error: "revoked" });
    expect(await inspect(after)).toMatchObject({ value: { role: "researcher" } });
    expect(second.links[1]).toEqual(first.links[1]);
  });

  test("sends its simulated people when somebody looks, once, until they have been there", async () => {
    const { simulation, study } = await seedDemo(operator());
    expect((await seedDemo(operator())).simulation).toEqual({ ...simulation, isNew: false });
    const jobs = () =>
      db.job.findMany({ where: { kind: "simulate_people" }, select: { id: true, payload: true } });
    expect(await jobs()).toEqual([]);
    const { slug } = simulation;
    const begin = () => beginSimulation(operator(), slug);
    expect(await Promise.all([begin(), begin(), begin()])).toEqual(Array(3).fill({ ok: true }));
    const [job, ...more] = await jobs();
    expect([job?.payload, more]).toEqual([{ slug, seed: 2026, people: 20, seconds: 60 }, []]);
    // No other study is anybody's to fill, and whoever isn't a member of this one can't.
    expect(await beginSimulation(operator(), study.slug)).toMatchObject({ error: "not_found" });
    const stranger = viewerFor({ ...(await makePerson()), role: "researcher" });
    expect(await beginSimulation(stranger, slug)).toMatchObject({ error: "not_found" });
    // What came to nothing is asked for again; a study that is closed asks for nobody.
    await db.job.update({ where: { id: job?.id ?? "" }, data: { state: "failed", finishedAt: new Date() } });
    await begin();
    expect(await jobs()).toHaveLength(2);
    await closeStudy(operator(), slug);
    await db.job.updateMany({ data: { state: "cancelled", finishedAt: new Date() } });
    expect((await seedDemo(operator())).simulation).toMatchObject({ slug, state: "closed" });
    await begin();
    expect(await jobs()).toHaveLength(2);
  });

  test("adds only what is missing of it", async () => {
    const { study } = await seedDemo(operator());
    await db.user.updateMany({ where: demo, data: { deactivatedAt: new Date() } });
    expect(await seedDemo(operator())).toMatchObject({
      created: 1,
      study: { slug: study.slug, isNew: false },
    });
    expect(await db.user.count({ where: demo })).toBe(1);
    expect(await db.studyMember.count({ where: { study: { slug: study.slug }, user: demo } })).toBe(1);
  });

  test("leaves everybody else alone", async () => {
    const person = await makePerson({ role: "researcher", name: "Demo researcher" });
    await seedDemo(operator());
    expect(await db.signInLink.count({ where: { userId: person.id } })).toBe(0);
  });
});
