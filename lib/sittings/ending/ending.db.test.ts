import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { createProlific } from "#lib/invitations/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { joinStudy } from "#lib/sittings/joining/join-mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { elsewhere } from "#lib/testing/people.ts";
import {
  answerCase,
  begin,
  consent,
  expectValue,
  type Sitter,
  useTrialStudies,
  viewerOf,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

describe("submitting", () => {
  const { viewer, open } = trial;

  const refused = (error: string) => ({ ok: false, error });
  const submit = ({ viewer: person, sittingId }: Sitter) => submitSitting(person, sittingId);
  async function answerAll(sitter: Sitter, cases: number, given: Partial<AnswerValue> = {}) {
    for (let position = 1; position <= cases; position++)
      await answerCase(sitter, position, { choice: 0, ...given });
  }

  describe("beginning", () => {
    const background = [
      {
        key: "education",
        kind: "choice" as const,
        label: { en: "Education", "zh-CN": "学历" },
        options: [
          { value: "phd", label: { en: "Doctorate", "zh-CN": "博士" } },
          { value: "other", label: { en: "Other", "zh-CN": "其他" } },
        ],
        need: "required" as const,
      },
    ];

    test("keeps what was said about oneself and how long one has", async () => {
      const sitter = await consent(await open({ questions: { background, timeLimitMinutes: 45 } }));
      const { viewer: person, sittingId } = sitter;
      expect(await startSitting(person, sittingId, {})).toMatchObject({
        error: "invalid",
        fields: { education: "empty" },
      });
      expectValue(await startSitting(person, sittingId, { education: "phd" }));
      expect(await db.sitting.findUnique({ where: { id: sittingId } })).toMatchObject({
        background: { education: "phd" },
        timeAllowanceMs: 45 * 60_000,
        state: "started",
      });
    });

    test("serves practice, cases and checks: each of the plan once, in a permutation of its options", async () => {
      const sample = {
        quota: { Literary: 6 },
        attention: { count: 2, cases: [] },
        practice: { count: 1, cases: [] },
      };
      const study = await open({ sample });
      const [one, other] = [await begin(study), await begin(study)];
      const read = ({ sittingId }: Sitter) =>
        db.servedCase.findMany({
          where: { sittingId },
          orderBy: { position: "asc" },
          include: { studyCase: { select: { stratum: true } } },
        });
      const [first, second] = [await read(one), await read(other)];
      const strata = first.map(({ studyCase }) => studyCase.stratum);
      expect(strata[0]).toBe("practice");
      expect(strata.filter((stratum) => stratum === "selected")).toHaveLength(6);
      expect(strata.filter((stratum) => stratum === "attention")).toHaveLength(2);
      expect([strata[1], strata.at(-1)]).toEqual(["selected", "selected"]);
      const ids = (rows: typeof first) => rows.map(({ studyCaseId }) => studyCaseId);
      expect(ids(second).toSorted()).toEqual(ids(first).toSorted());
      expect(ids(second)).not.toEqual(ids(first));
    });

    test("is refused while the study is paused or closed; those in the middle go on in a pause", async () => {
      const study = await open();
      const [middle, late] = [await begin(study), await consent(study)];
      expectValue(await pauseStudy(viewer, study.slug));
      expect(await startSitting(late.viewer, late.sittingId)).toEqual(refused("paused"));
      expect(await startSitting(middle.viewer, middle.sittingId)).toMatchObject({ ok: true });
      expectValue(await closeStudy(viewer, study.slug));
      expect(await startSitting(late.viewer, late.sittingId)).toEqual(refused("closed"));
      expect(await startSitting(late.viewer, middle.sittingId)).toEqual(refused("not_found"));
    });
  });

  describe("submitting", () => {
    test("waits for every case but practice, and says what is missing where", async () => {
      const sample = { quota: { Literary: 3 }, practice: { count: 1, cases: [] } };
      const sitter = await begin(await open({ sample }));
      await answerCase(sitter, 2, { choice: 1 });
      await answerCase(sitter, 3, { isFlagged: true });
      expect(await submit(sitter)).toEqual({
        ...refused("incomplete"),
        fields: { 3: "choice", 4: "choice" },
      });
      expect(await db.sitting.findUnique({ where: { id: sitter.sittingId } })).toMatchObject({
        completionCode: null,
      });
    });

    test("waits for what the study requires with a choice", async () => {
      const questions = {
        confidence: { ask: "required", form: "slider" },
        reason: "required",
        knowsWork: "required",
      } as const;
      const sitter = await begin(await open({ questions, sample: { quota: { Literary: 4 } } }));
      const whole = { choice: 0, confidence: 0, reason: "The bell.", knowsWork: false };
      await answerCase(sitter, 1, { ...whole, confidence: null });
      await answerCase(sitter, 2, { ...whole, reason: " \n" });
      await answerCase(sitter, 3, { ...whole, knowsWork: null });
      await answerCase(sitter, 4, whole);
      const fields = { 1: "confidence", 2: "reason", 3: "knowsWork" };
      expect(await submit(sitter)).toEqual({ ...refused("incomplete"), fields });
    });

    test("gives a code of one's own, the same when pressed twice, and adds the time up without practice", async () => {
      const study = await open({ sample: { quota: { Literary: 3 }, practice: { count: 1, cases: [] } } });
      const [sitter, other] = [await begin(study), await begin(study)];
      await answerAll(sitter, 4);
      await answerAll(other, 4);
      const [first, second] = await Promise.all([submit(sitter), submit(sitter)]);
      expect(second).toEqual(first);
      const { completionCode, prolificCode } = expectValue(first);
      expect(completionCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
      expect(prolificCode).toBeNull();
      expect(expectValue(await submit(other)).completionCode).not.toBe(completionCode);
      const stored = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
      expect(stored).toMatchObject({ state: "submitted", activeMs: 3000, completionCode });
    });

    test("has no time where a case was answered without a script to measure it", async () => {
      const sitter = await begin(await open({ sample: { quota: { Literary: 2 } } }));
      await answerCase(sitter, 1, { choice: 0 });
      await answerCase(sitter, 2, { choice: 0, activeMs: 0 });
      expectValue(await submit(sitter));
      const stored = await db.sitting.findUniqueOrThrow({ where: { id: sitter.sittingId } });
      expect(stored.activeMs).toBeNull();
    });

    test("gives whoever came through Prolific the code to go back with", async () => {
      const study = await open({ sample: { quota: { Literary: 1 } } });
      const codes = { completion: "C0MPLETE", screenOut: "SCREEN", noConsent: "N0CONSENT" };
      const { code } = expectValue(
        await createProlific(viewer, study.id, { places: 1, cohort: null, codes }),
      );
      const prolific = { pid: "a", study: "b", session: "c" };
      const joined = expectValue(await joinStudy({ code, language: "en", prolific }, elsewhere()));
      const sitter = { ...joined, viewer: await viewerOf(joined.handle) };
      expectValue(await startSitting(sitter.viewer, sitter.sittingId));
      await answerAll(sitter, 1);
      expect(await submit(sitter)).toMatchObject({ ok: true, value: { prolificCode: "C0MPLETE" } });
    });

    test("is refused before the beginning, after the close and to anybody else", async () => {
      const study = await open({ sample: { quota: { Literary: 1 } } });
      const [early, late, done] = [await consent(study), await begin(study), await begin(study)];
      expect(await submit(early)).toEqual(refused("not_started"));
      await answerAll(late, 1);
      await answerAll(done, 1);
      const first = await submit(done);
      expectValue(await closeStudy(viewer, study.slug));
      expect(await submit(late)).toEqual(refused("closed"));
      expect(await submit(done)).toEqual(first);
      expect(await submitSitting(early.viewer, late.sittingId)).toEqual(refused("not_found"));
    });
  });

  describe("withdrawing", () => {
    const counts = async ({ sittingId }: Sitter) => ({
      answers: await db.answer.count({ where: { sittingId } }),
      revisions: await db.answerRevision.count({ where: { sittingId } }),
    });

    test("keeps the answers out of the figures, and erases them only where asked, also later", async () => {
      const sitter = await begin(await open());
      await answerAll(sitter, 2);
      const { viewer: person, sittingId } = sitter;
      expectValue(await withdrawOwnSitting(person, sittingId, { erase: false }));
      expect(await counts(sitter)).toEqual({ answers: 2, revisions: 2 });
      expect(await submit(sitter)).toEqual(refused("withdrawn"));
      expect(await startSitting(person, sittingId)).toEqual(refused("withdrawn"));
      expectValue(await withdrawOwnSitting(person, sittingId, { erase: true }));
      expect(await counts(sitter)).toEqual({ answers: 0, revisions: 0 });
    });

    test("is one's own only, and stands in the record once", async () => {
      const study = await open();
      const [sitter, other] = [await begin(study), await begin(study)];
      const again = () => withdrawOwnSitting(sitter.viewer, sitter.sittingId, { erase: true });
      expect(await withdrawOwnSitting(other.viewer, sitter.sittingId, { erase: true })).toEqual(
        refused("not_found"),
      );
      await Promise.all([again(), again()]);
      const events = await db.auditEvent.findMany({
        where: { action: "sitting.withdrawn", subjectId: study.id },
      });
      expect(events).toMatchObject([{ actorId: sitter.viewer.userId, details: { number: 1, erased: true } }]);
    });

    test("while an answer is on its way stores it before, whole, or not at all", async () => {
      const sitter = await begin(await open());
      const { viewer: person, sittingId } = sitter;
      const saves = Array.from({ length: 5 }, (_, i) =>
        saveAnswer(person, {
          sittingId,
          position: i + 1,
          id: randomUUID(),
          revision: 1,
          clientAt: new Date(),
          value: answerValue.parse({ choice: 1 }),
        }),
      );
      const results = await Promise.all([...saves, withdrawOwnSitting(person, sittingId, { erase: true })]);
      for (const result of results) if (!result.ok) expect(result.error).toBe("withdrawn");
      expect(await counts(sitter)).toEqual({ answers: 0, revisions: 0 });
    });
  });
});

describe("closing", () => {
  env.databasePool = 20;

  const { viewer, open } = trial;

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
      const { rows } =
        await other.query(`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`);
      expect(rows).toHaveLength(count);
      return "waits" as const;
    });

  type SaveResult = { id: string; place: string; outcome: "saved" | "closed"; choice: number };

  /** Changes one's mind until one is told that the study has closed. */
  async function answerOn({ viewer: person, sittingId }: Sitter, onSaved: () => void): Promise<SaveResult[]> {
    const told: SaveResult[] = [];
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
    for (const { savedAt } of current)
      expect(savedAt.getTime()).toBeLessThanOrEqual(closedAt?.getTime() ?? 0);
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
});
