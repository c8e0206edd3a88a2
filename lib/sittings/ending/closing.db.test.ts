import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

env.databasePool = 20;

const { viewer, open } = await useTrialStudies({ cases: 12 });

const other = new pg.Client({ connectionString: process.env.DATABASE_URL });
beforeAll(() => other.connect());
afterAll(() => other.end());
afterEach(() => other.query("ROLLBACK"));

const save = ({ viewer: person, sittingId }: Sitter, choice: number) =>
  saveAnswer(person, {
    sittingId,
    position: 1,
    id: randomUUID(),
    revision: 1,
    clientAt: new Date(),
    value: answerValue.parse({ choice }),
  });

/** Until so many connections of this database wait for a lock that somebody holds. */
const untilWaiting = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await other.query(`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`);
    expect(rows).toHaveLength(count);
    return "waits" as const;
  });

type Told = { id: string; place: string; outcome: "saved" | "closed"; choice: number };

/** Changes one's mind until one is told that the study has closed. */
async function answerOn({ viewer: person, sittingId }: Sitter, onSaved: () => void): Promise<Told[]> {
  const told: Told[] = [];
  for (let i = 0; ; i++) {
    const [id, choice, position] = [randomUUID(), i % 4, 1 + (i % 5)];
    const place = `${sittingId} ${position}`;
    const given = {
      sittingId,
      position,
      id,
      revision: 1 + Math.floor(i / 5),
      clientAt: new Date(),
    };
    const result = await saveAnswer(person, { ...given, value: answerValue.parse({ choice }) });
    if (!result.ok) {
      expect(result.error).toBe("closed");
      return [...told, { id, place, outcome: "closed", choice }];
    }
    told.push({ id, place, outcome: "saved", choice });
    onSaved();
  }
}

test("closing while twenty people answer loses nothing that was acknowledged, and lets nothing in afterwards", async () => {
  const study = await open({ assignment: { optionOrder: "fixed" } });
  const sitters = await Promise.all(Array.from({ length: 20 }, () => begin(study)));
  let saved = 0;
  let closing: ReturnType<typeof closeStudy> | undefined;
  const onSaved = () => {
    if (++saved === 200) closing = closeStudy(viewer, study.slug);
  };
  const told = (await Promise.all(sitters.map((sitter) => answerOn(sitter, onSaved)))).flat();
  if (!closing) throw new Error("nobody closed the study");
  expectValue(await closing);

  const rows = await db.answerRevision.findMany({ where: { served: { studyId: study.id } } });
  const kept = new Map(rows.map(({ id, value }) => [id, (value as { choice: number }).choice]));
  const acknowledged = told.filter(({ outcome }) => outcome === "saved");
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(told.length - acknowledged.length).toBe(20);
  expect(kept).toEqual(new Map(acknowledged.map(({ id, choice }) => [id, choice])));

  const { closedAt } = await db.study.findUniqueOrThrow({ where: { id: study.id } });
  const current = await db.answer.findMany({ where: { served: { studyId: study.id } } });
  // Some had more turns than others.
  expect(current).toHaveLength(new Set(acknowledged.map(({ place }) => place)).size);
  for (const { savedAt } of current) expect(savedAt.getTime()).toBeLessThanOrEqual(closedAt?.getTime() ?? 0);
});

test("a close waits for an answer that is being stored", async () => {
  const study = await open();
  const sitter = await begin(study);
  await other.query("BEGIN");
  await other.query("SELECT pg_advisory_xact_lock(hashtext('sitting'), hashtext($1))", [sitter.sittingId]);
  const saving = save(sitter, 1);
  await untilWaiting(1);
  const closing = closeStudy(viewer, study.slug);
  expect(await Promise.race([closing.then(() => "closed"), untilWaiting(2)])).toBe("waits");
  await other.query("COMMIT");
  expectValue(await saving);
  expectValue(await closing);
  expect(await db.answer.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
});

test("handing in waits for an answer that is being stored, however the sitting's id is written", async () => {
  const sitter = await begin(await open({ sample: { quota: { Literary: 1 } } }));
  await other.query("BEGIN");
  await other.query("SELECT pg_advisory_xact_lock(hashtext('sitting'), hashtext($1))", [sitter.sittingId]);
  const saving = save({ ...sitter, sittingId: sitter.sittingId.toUpperCase() }, 1);
  await untilWaiting(1);
  const submitting = submitSitting(sitter.viewer, sitter.sittingId.toUpperCase());
  expect(await Promise.race([submitting.then(() => "submitted"), untilWaiting(2)])).toBe("waits");
  await other.query("COMMIT");
  expectValue(await saving);
  expectValue(await submitting);
});

test("an answer that arrives while the study is being closed waits, and is refused", async () => {
  const study = await open();
  const sitter = await begin(study);
  await other.query("BEGIN");
  await other.query("SELECT pg_advisory_xact_lock(hashtext('study answers'), hashtext($1))", [study.id]);
  await other.query("UPDATE studies SET state = 'closed', closed_at = now() WHERE id = $1", [study.id]);
  const saving = save(sitter, 1);
  expect(await Promise.race([saving.then(() => "answered"), untilWaiting(1)])).toBe("waits");
  await other.query("COMMIT");
  expect(await saving).toEqual({ ok: false, error: "closed" });
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(0);
});
