import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { connect, db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { releasePlace, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  begin,
  consent,
  expectValue,
  numberOf,
  type Sitter,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

const { viewer, open } = trial;

type AnswerInput = Partial<AnswerValue> & {
  position?: number;
  id?: string;
  revision?: number;
  clientAt?: Date;
};

const save = ({ viewer: person, sittingId }: Sitter, given: AnswerInput = {}) => {
  const { position = 1, id = randomUUID(), revision = 1, clientAt = new Date(), ...value } = given;
  return saveAnswer(person, { sittingId, position, id, revision, clientAt, value: answerValue.parse(value) });
};
const flat = <Row extends { value: unknown }>(row: Row | null) => row && { ...row, ...Object(row.value) };
const stored = async ({ sittingId }: Sitter, position = 1) =>
  flat(await db.answer.findUnique({ where: { sittingId_position: { sittingId, position } } }));
const history = ({ sittingId }: Sitter, position = 1) =>
  db.answerRevision.findMany({
    where: { sittingId, position },
    orderBy: { revision: "asc" },
    select: { id: true, revision: true, value: true },
  });
const orderOf = async ({ sittingId }: Sitter, position = 1) => {
  const where = { sittingId_position: { sittingId, position } };
  return (await db.servedCase.findUniqueOrThrow({ where })).optionOrder;
};
const refused = (error: string) => ({ ok: false, error });

describe("an answer", () => {
  test("keeps half a character as a browser’s form would send it, also when it comes again", async () => {
    const sitter = await begin(await open({ questions: { reason: "optional" } }));
    const given = { choice: 0, reason: "bells \ud83d", id: randomUUID() };
    const first = expectValue(await save(sitter, given));
    expect((await stored(sitter))?.reason).toBe("bells \ufffd");
    expect(expectValue(await save(sitter, given))).toEqual(first);
    expect(expectValue(await save(sitter, { ...given, reason: "bells \ufffd" }))).toEqual(first);
  });

  test("is in the database when it is acknowledged, by the case's own order of options", async () => {
    const sitter = await begin(await open());
    const order = await orderOf(sitter);
    const times = { activeMs: 4200, firstAnswerMs: 3100, focusLosses: 1 };
    const saved = expectValue(await save(sitter, { choice: 1, isFlagged: true, ...times }));
    const seal = expect.any(String);
    expect(saved).toEqual({ revision: 1, savedAt: expect.any(Date), current: 1, newer: null, seal });
    // Over a connection of its own: what others see is what was committed.
    const other = connect(process.env.DATABASE_URL ?? "");
    const where = { sittingId_position: { sittingId: sitter.sittingId, position: 1 } };
    const seen = await other.answer.findUnique({ where });
    await other.$disconnect();
    expect(flat(seen)).toMatchObject({
      choice: order[1],
      decision: String(order[1]),
      missing: [],
      isFlagged: true,
      ...times,
      changes: 0,
      savedAt: saved.savedAt,
    });
    expect(await history(sitter)).toMatchObject([{ revision: 1, value: { choice: order[1], ...times } }]);
  });

  test("with everything that a study can ask is stored whole", async () => {
    const questions = {
      confidence: { ask: "optional", form: "options" },
      reason: "optional",
      knowsWork: "optional",
    } as const;
    const sitter = await begin(await open({ questions }));
    const order = await orderOf(sitter);
    const probabilities = [0.1, 0.55, 0.3, 0.05];
    const said = { reason: "She counts the bells.\n李", knowsWork: false };
    expectValue(await save(sitter, { choice: 0, probabilities, ...said }));
    const inCaseOrder = order.map((_, option) => probabilities[order.indexOf(option)]);
    expect(await stored(sitter)).toMatchObject({ choice: order[0], probabilities: inCaseOrder, ...said });
  });

  test("changes as often as one likes: the last one counts, every one is kept", async () => {
    const sitter = await begin(await open());
    const order = await orderOf(sitter);
    const choices = [0, 2, 2, null, 2, 1];
    for (const [i, choice] of choices.entries())
      expectValue(
        await save(sitter, { choice, revision: i + 1, activeMs: 1000 * (i + 1), firstAnswerMs: 800 }),
      );
    // From the first to the third option and later to the second: going blank and back is no other choice.
    expect(await stored(sitter)).toMatchObject({ choice: order[1], revision: 6, changes: 2, activeMs: 6000 });
    expect(await history(sitter)).toHaveLength(6);
  });
});

describe("the same answer", () => {
  test("sent ten times at once is stored once and acknowledged ten times, the same", async () => {
    const sitter = await begin(await open());
    const given = { id: randomUUID(), choice: 2 };
    const results = await Promise.all(Array.from({ length: 10 }, () => save(sitter, given)));
    const [first] = results;
    expect(first).toMatchObject({ ok: true, value: { revision: 1, current: 1 } });
    for (const result of results) expect(result).toEqual(first);
    expect(await history(sitter)).toHaveLength(1);
  });

  test("is acknowledged also after the study closed, the sitting was submitted or others followed", async () => {
    const study = await open({ sample: { quota: { Literary: 1 } } });
    const [sitter, other] = [await begin(study), await begin(study)];
    const given = { id: randomUUID(), choice: 2 };
    const first = expectValue(await save(sitter, given));
    await save(sitter, { choice: 1, revision: 2 });
    const othersOwn = { id: randomUUID(), choice: 0 };
    const others = await save(other, othersOwn);
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expectValue(await closeStudy(viewer, study.slug));
    const newer = expect.objectContaining({ choice: 1 });
    expect(await save(sitter, given)).toEqual({ ok: true, value: { ...first, current: 2, newer } });
    expect(await save(other, othersOwn)).toEqual(others);
  });

  test("is no longer the same with another content, position or sitting", async () => {
    const study = await open();
    const [sitter, other] = [await begin(study), await begin(study)];
    const id = randomUUID();
    expectValue(await save(sitter, { id, choice: 2 }));
    expect(await save(sitter, { id, choice: 1 })).toEqual(refused("invalid"));
    expect(await save(sitter, { id, choice: 2, position: 2 })).toEqual(refused("invalid"));
    expect(await save(other, { id, choice: 2 })).toEqual(refused("invalid"));
    expect(await history(sitter)).toHaveLength(1);
    expect(await stored(sitter, 2)).toBeNull();
    expect(await stored(other)).toBeNull();
  });
});

describe("revisions", () => {
  test("that arrive late go into the history, and the newer one stays", async () => {
    const sitter = await begin(await open());
    const order = await orderOf(sitter);
    const times = [9000, 3000, 6000];
    for (const [i, revision] of [3, 1, 2].entries()) {
      const given = {
        revision,
        choice: revision - 1,
        activeMs: times[i] ?? 0,
        firstAnswerMs: 100 * revision,
      };
      const saved = expectValue(await save(sitter, given));
      expect(saved).toMatchObject({ revision, current: 3 });
    }
    const first = { activeMs: 9000, firstAnswerMs: 100 };
    expect(await stored(sitter)).toMatchObject({ revision: 3, choice: order[2], changes: 2, ...first });
    expect((await history(sitter)).map(({ revision }) => revision)).toEqual([1, 2, 3]);
  });

  test("of every order end the same", async () => {
    const study = await open();
    const orders = [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ];
    for (const order of orders) {
      const sitter = await begin(study);
      await Promise.all(
        order.map((revision) => save(sitter, { revision, choice: revision, activeMs: revision })),
      );
      const served = await orderOf(sitter);
      const end = { revision: 3, choice: served[3], changes: 2, activeMs: 3 };
      expect(await stored(sitter)).toMatchObject(end);
    }
  });

  test("of two devices with one number are both kept: the one that came last counts, and is told its number", async () => {
    const sitter = await begin(await open());
    const order = await orderOf(sitter);
    expectValue(await save(sitter, { revision: 1, choice: 0 }));
    const phone = { id: randomUUID(), revision: 2, choice: 1 };
    const both = await Promise.all([save(sitter, phone), save(sitter, { revision: 2, choice: 3 })]);
    const numbers = both.map((result) => expectValue(result).revision);
    expect(numbers.toSorted()).toEqual([2, 3]);
    expect(await stored(sitter)).toMatchObject({ choice: order[numbers[0] === 3 ? 1 : 3], revision: 3 });
    expect(await history(sitter)).toHaveLength(3);
    // Its answer got lost on the way: asked again with the number it had, it hears the number it was given.
    expect(await save(sitter, phone)).toMatchObject({
      ok: true,
      value: { revision: numbers[0], current: 3 },
    });
  });
});

describe("refused is", () => {
  test("somebody else's sitting, and one that isn't there", async () => {
    const sitter = await begin(await open());
    const stranger = { ...sitter, viewer: viewerFor({ ...(await makePerson()), role: "participant" }) };
    expect(await save(stranger, { choice: 1 })).toEqual(refused("not_found"));
    expect(await save({ ...sitter, sittingId: randomUUID() }, { choice: 1 })).toEqual(refused("not_found"));
    expect(await stored(sitter)).toBeNull();
  });

  test("a case that wasn't served, and any before the beginning", async () => {
    const study = await open();
    expect(await save(await begin(study), { position: 6, choice: 0 })).toEqual(refused("not_served"));
    expect(await save(await consent(study), { choice: 0 })).toEqual(refused("not_served"));
  });

  test("an option that the case doesn't have", async () => {
    const sitter = await begin(await open());
    expect(await save(sitter, { choice: 4 })).toEqual(refused("invalid"));
    expect(await stored(sitter)).toBeNull();
  });

  test("anything after submitting, withdrawing or closing, with the reason", async () => {
    const study = await open({ sample: { quota: { Literary: 1 } } });
    const [done, gone, middle] = [await begin(study), await begin(study), await begin(study)];
    expectValue(await save(done, { choice: 1 }));
    expectValue(await submitSitting(done.viewer, done.sittingId));
    expectValue(await withdrawSitting(viewer, study.id, await numberOf(gone), { erase: false }));
    expectValue(await pauseStudy(viewer, study.slug));
    expectValue(await save(middle, { choice: 1 }));
    expectValue(await closeStudy(viewer, study.slug));
    const late = { choice: 2, revision: 2 };
    expect(await save(done, late)).toEqual(refused("submitted"));
    expect(await save(gone, late)).toEqual(refused("withdrawn"));
    expect(await save(middle, late)).toEqual(refused("closed"));
    expect((await history(middle)).map(({ revision }) => revision)).toEqual([1]);
  });

  test("whoever lost the place to somebody else; with room they go on without noticing", async () => {
    const assignment = { design: "blocks", people: 1, ratersPerCase: 1 } as const;
    const study = await open({ assignment });
    const lost = await begin(study);
    await releasePlace(viewer, study.id, await numberOf(lost));
    expect(await save(lost, { choice: 1 })).toMatchObject({ ok: true });
    await releasePlace(viewer, study.id, await numberOf(lost));
    const other = await consent(study);
    expectValue(await startSitting(other.viewer, other.sittingId));
    expect(await save(lost, { choice: 2, revision: 2 })).toEqual(refused("full"));
    expect(await history(lost)).toHaveLength(1);
  });
});

describe("storing", () => {
  const { open } = trial;

  type Step = { revision: number; id?: string; agoMs?: number } & Partial<AnswerValue>;
  type SentStep = Step & { position: number };

  const send = (
    { viewer, sittingId }: Sitter,
    { position, revision, id = randomUUID(), agoMs, ...value }: SentStep,
  ) =>
    saveAnswer(viewer, {
      sittingId,
      position,
      revision,
      id,
      clientAt: new Date(),
      ...(agoMs !== undefined && { agoMs }),
      value: answerValue.parse(value),
    });

  test("answers that arrive together are each stored as they were given, and each is told its own", async () => {
    const study = await open();
    const sitters = await Promise.all([1, 2, 3, 4].map(() => begin(study)));
    const places = sitters.flatMap((sitter) => [1, 2, 3, 4, 5].map((position) => ({ sitter, position })));
    const sent = places.map(({ position }, at) => ({
      position,
      revision: 1,
      id: randomUUID(),
      choice: at % 2,
      activeMs: 1000 + at,
    }));
    const told = await Promise.all(places.map(({ sitter }, at) => send(sitter, sent[at] as SentStep)));
    const stored = await db.answerRevision.findMany({
      where: { sittingId: { in: sitters.map(({ sittingId }) => sittingId) } },
      select: { id: true, sittingId: true, position: true, value: true, savedAt: true },
    });
    expect(stored).toHaveLength(places.length);
    for (const [at, { sitter, position }] of places.entries()) {
      const row = stored.find(({ id }) => id === sent[at]?.id);
      expect(row).toMatchObject({ sittingId: sitter.sittingId, position, value: { activeMs: 1000 + at } });
      expect(expectValue(told[at] as never)).toMatchObject({
        revision: 1,
        savedAt: row?.savedAt,
        newer: null,
      });
    }
  });

  test("one that is refused, or that the database can't take, leaves the others alone", async () => {
    const study = await open();
    const [one, other] = [await begin(study), await begin(study)];
    const taken = randomUUID();
    expectValue(await send(one, { position: 1, revision: 1, id: taken, choice: 0 }));
    const outcomes = await Promise.allSettled([
      send(one, { position: 2, revision: 1, choice: 0 }),
      send(other, { position: 1, revision: 1, choice: 0, id: taken }),
      // An id that isn't one.
      send(other, { position: 2, revision: 1, choice: 1, id: "nobody's" }),
      send({ ...one, sittingId: other.sittingId }, { position: 3, revision: 1, choice: 0 }),
      send(other, { position: 4, revision: 1, choice: 1 }),
      send(one, { position: 5, revision: 1, choice: 1 }),
    ]);
    const told = outcomes.map((outcome) =>
      outcome.status === "rejected" ? "thrown" : outcome.value.ok ? "stored" : outcome.value.error,
    );
    expect(told).toEqual(["stored", "invalid", "thrown", "not_found", "stored", "stored"]);
  });

  test("the same answer twice in one exchange is stored once and acknowledged the same", async () => {
    const sitter = await begin(await open());
    const sent = { position: 1, revision: 1, id: randomUUID(), choice: 1 };
    const told = await Promise.all([1, 2, 3, 4].map(() => send(sitter, sent)));
    const [first, ...again] = told.map((one) => expectValue(one));
    for (const one of again) expect(one).toEqual(first);
    expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(1);
  });

  test("what all answers to a place come to is the same, told step by step or from all of them", async () => {
    const study = await open({ questions: { reason: "optional" } });
    // Choices given, changed and taken back; late ones, and ones under a number that is taken.
    const steps: Step[] = [
      { revision: 1, choice: null, activeMs: 10, firstAnswerMs: null },
      { revision: 2, choice: 1, activeMs: 500, firstAnswerMs: 400, agoMs: 60_000 },
      { revision: 3, choice: 0, activeMs: 900, firstAnswerMs: 400, focusLosses: 2, reason: "the bells" },
      { revision: 4, choice: null, activeMs: 800, firstAnswerMs: 300, isFlagged: true },
      { revision: 5, choice: 0, activeMs: 1200, focusLosses: 1 },
      { revision: 5, choice: 1, activeMs: 100, agoMs: 30_000 },
      { revision: 7, choice: 1, activeMs: 1300 },
      { revision: 8, choice: 1, activeMs: 1400, reason: "the voice" },
    ];
    const seen: number[] = [];
    for (const [count] of steps.entries()) {
      const sitter = await begin(study);
      const { sittingId } = sitter;
      const began = new Date(Date.now() - 3_600_000);
      await db.sitting.update({ where: { id: sittingId }, data: { consentedAt: began, startedAt: began } });
      const where = { sittingId_position: { sittingId, position: 1 } };
      for (const step of steps.slice(0, count + 1)) expectValue(await send(sitter, { position: 1, ...step }));
      const kept = await db.answer.findUniqueOrThrow({ where });
      await db.$queryRaw`SELECT rebuild_answer(${sittingId}::uuid, 1::smallint, ${kept.savedAt})::text`;
      expect(await db.answer.findUniqueOrThrow({ where })).toEqual(kept);
      seen.push(kept.changes);
    }
    expect(seen).toEqual([0, 0, 1, 1, 1, 1, 2, 2]);
  });
});

describe("parts of an answer", () => {
  const { open } = trial;

  type AnswerInput = Partial<AnswerValue> & { id?: string; revision?: number };

  const save = ({ viewer, sittingId }: Sitter, given: AnswerInput) => {
    const { id = randomUUID(), revision = 1, ...value } = given;
    const rest = { sittingId, position: 1, id, revision, clientAt: new Date() };
    return saveAnswer(viewer, { ...rest, value: answerValue.parse(value) });
  };
  const stored = ({ sittingId }: Sitter) =>
    db.answer.findUnique({ where: { sittingId_position: { sittingId, position: 1 } } });

  /** What an answer held before it could tell more: in a study that asks nothing more it still is that to the byte. */
  const partsOfBefore = [
    "activeMs",
    "choice",
    "confidence",
    "firstAnswerMs",
    "focusLosses",
    "isFlagged",
    "knowsWork",
    "probabilities",
    "reason",
  ];

  test("that a case can't be read stands in place of a choice, where the study offers it", async () => {
    const confidence = { ask: "required", form: "slider" } as const;
    const sitter = await begin(await open({ questions: { confidence, mayPass: true } }));
    const given = { choice: 2, confidence: 0.5, cannotRead: true, id: randomUUID() };
    const first = expectValue(await save(sitter, given));
    expect(await stored(sitter)).toMatchObject({
      value: { choice: null },
      decision: null,
      missing: [],
      confidence: null,
      cannotRead: true,
    });
    expect(expectValue(await save(sitter, given))).toEqual(first);
    expect(await save(sitter, { choice: 1, revision: 3 })).toMatchObject({ ok: true });
    expect(await stored(sitter)).toMatchObject({
      decision: expect.any(String),
      missing: ["confidence"],
      cannotRead: false,
    });
    const earlier = expectValue(await save(sitter, { cannotRead: true, revision: 2 }));
    expect(earlier.newer).toMatchObject({ choice: 1, cannotRead: false });
    const elsewhere = await save(await begin(await open()), { cannotRead: true });
    expect(elsewhere).toEqual({ ok: false, error: "invalid" });
  });

  test("how the profiles stood is that of the newest answer; what isn't told is not stored", async () => {
    const sitter = await begin(await open());
    const given = { choice: 1, id: randomUUID() };
    const first = expectValue(await save(sitter, given));
    const kept = await db.answerRevision.findUniqueOrThrow({ where: { id: given.id } });
    expect(Object.keys(Object(kept.value)).sort()).toEqual(partsOfBefore);
    expect(expectValue(await save(sitter, { ...given, cannotRead: false, unfolded: null }))).toEqual(first);
    expect(await stored(sitter)).toMatchObject({ cannotRead: false, unfolded: null });
    expectValue(await save(sitter, { choice: 1, unfolded: true, revision: 2 }));
    expectValue(await save(sitter, { choice: 1, unfolded: false, revision: 3 }));
    expect(await stored(sitter)).toMatchObject({ unfolded: false });
  });
});
