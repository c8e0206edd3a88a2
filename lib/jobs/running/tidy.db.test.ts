import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { tidy } from "#lib/jobs/running/tidy.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { makeLink, makePerson } from "#lib/testing/people.ts";

env.dataDir = mkdtempSync(path.join(tmpdir(), "benchside-tidy-"));
afterAll(() => rmSync(env.dataDir, { recursive: true, force: true }));

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

async function makeSignIn(userId: string, end: { expiresAt: Date; endedAt?: Date }): Promise<string> {
  const data = { userId, method: "link", device: "?", createdAt: new Date(0), ...end } as const;
  return (await db.signIn.create({ data })).id;
}

describe("tidying", () => {
  test("removes counters whose window is over", async () => {
    await db.throttle.createMany({
      data: [
        { key: "account:over", attempts: 3, endsAt: daysFromNow(-0.001) },
        { key: "account:counting", attempts: 3, endsAt: daysFromNow(0.001) },
      ],
    });
    await tidy();
    expect(await db.throttle.findMany({ select: { key: true } })).toEqual([{ key: "account:counting" }]);
  });

  test("removes the lines of processes that nobody has heard of for a day", async () => {
    const line = { kind: "web", machine: "lab", version: "1", node: "24", memoryBytes: 1n, lagMs: 0 };
    const [old, fresh] = [randomUUID(), randomUUID()];
    await db.process.createMany({
      data: [
        { ...line, id: old, seenAt: daysFromNow(-1.01) },
        { ...line, id: fresh, seenAt: daysFromNow(-0.9) },
      ],
    });
    expect(await tidy()).toMatchObject({ processes: 1 });
    expect(await db.process.findMany({ select: { id: true } })).toEqual([{ id: fresh }]);
  });

  test("removes sign-ins a month past their end, whichever end came first", async () => {
    const { id } = await makePerson();
    const kept = [
      await makeSignIn(id, { expiresAt: daysFromNow(20) }),
      await makeSignIn(id, { expiresAt: daysFromNow(-29) }),
      await makeSignIn(id, { expiresAt: daysFromNow(20), endedAt: daysFromNow(-29) }),
    ];
    await makeSignIn(id, { expiresAt: daysFromNow(-31) });
    await makeSignIn(id, { expiresAt: daysFromNow(-5), endedAt: daysFromNow(-31) });
    expect(await tidy()).toMatchObject({ signIns: 2 });
    const left = await db.signIn.findMany({ where: { userId: id } });
    expect(left.map((signIn) => signIn.id).sort()).toEqual(kept.sort());
  });

  test("removes links a month past their day, so that an old one can still say why it is closed", async () => {
    const { id } = await makePerson();
    await makeLink(id, { expiresAt: daysFromNow(-31) });
    await makeLink(id, { expiresAt: daysFromNow(-31), usedAt: daysFromNow(-40) });
    await makeLink(id, { expiresAt: daysFromNow(-29) });
    await makeLink(id, { expiresAt: daysFromNow(5), revokedAt: daysFromNow(-31) });
    expect(await tidy()).toMatchObject({ links: 2 });
    expect(await db.signInLink.count({ where: { userId: id } })).toBe(2);
  });

  test("removes what was uploaded and not imported within a day, and files nobody knows", async () => {
    const { id: benchmarkId } = await db.benchmark.create({ data: { slug: "b", name: "B" } });
    const upload = { benchmarkId, bytes: 1n, guess: {} };
    const folder = path.join(env.dataDir, "uploads");
    mkdirSync(folder);
    for (const [id, days] of [
      [randomUUID(), 2],
      [randomUUID(), 0.5],
    ] as const) {
      const createdAt = daysFromNow(-days);
      await db.upload.create({ data: { ...upload, id, fileName: `${days} days`, createdAt } });
      writeFileSync(path.join(folder, id), "x");
    }
    const unknown = path.join(folder, randomUUID());
    writeFileSync(unknown, "x");
    utimesSync(unknown, daysFromNow(-1), daysFromNow(-1));
    expect(await tidy()).toMatchObject({ uploads: 2 });
    const [left, ...more] = await db.upload.findMany();
    expect([left?.fileName, more]).toEqual(["0.5 days", []]);
    expect(readdirSync(folder)).toEqual([left?.id]);
  });

  test("removes lists of problems that are a month old", async () => {
    expect(await tidy()).toMatchObject({ reports: 0 });
    const folder = path.join(env.dataDir, "reports");
    mkdirSync(path.join(folder, "not-ours"), { recursive: true });
    for (const [name, days] of [
      ["old.csv", 31],
      ["recent.csv", 29],
      ["not-ours", 400],
    ] as const) {
      const file = path.join(folder, name);
      if (name.endsWith(".csv")) writeFileSync(file, "file,line\n");
      utimesSync(file, daysFromNow(-days), daysFromNow(-days));
    }
    expect(await tidy()).toMatchObject({ reports: 1 });
    expect(readdirSync(folder).sort()).toEqual(["not-ours", "recent.csv"]);
  });

  test("touches nobody and nothing in the record", async () => {
    const person = await makePerson({ deactivatedAt: new Date(0) });
    const event = {
      origin: "system",
      action: "x",
      subjectType: "user",
      subjectId: person.id,
      details: {},
    } as const;
    await db.auditEvent.create({ data: { ...event, at: new Date(0) } });
    await tidy(daysFromNow(10_000));
    expect(await db.user.count({ where: { id: person.id } })).toBe(1);
    expect(await db.auditEvent.count({ where: { subjectId: person.id } })).toBe(1);
  });
});
