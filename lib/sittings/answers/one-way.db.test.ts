import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });

const oneWay = { mayGoBack: false } as const;
type Given = Partial<AnswerValue> & { id?: string; revision?: number };

const save = ({ viewer, sittingId }: Sitter, position: number, given: Given = {}) => {
  const { id = randomUUID(), revision = 1, choice = 0, ...value } = given;
  const rest = { sittingId, position, id, revision, clientAt: new Date() };
  return saveAnswer(viewer, { ...rest, value: answerValue.parse({ choice, ...value }) });
};
const passed = { ok: false, error: "passed" };
const kept = ({ sittingId }: Sitter) => db.answerRevision.count({ where: { sittingId } });

describe("where one doesn't go back", () => {
  test("a case that is complete is no longer changed; the same answer again is acknowledged", async () => {
    const sitter = await begin(await open({ questions: oneWay }));
    const id = randomUUID();
    const first = await save(sitter, 1, { id, choice: 2 });
    expect(await save(sitter, 1, { choice: 1, revision: 2 })).toEqual(passed);
    expect(await save(sitter, 1, { id, choice: 2 })).toEqual(first);
    expect(await save(sitter, 1, { id, choice: 1 })).toEqual({ ok: false, error: "invalid" });
    expect(await kept(sitter)).toBe(1);
  });

  test("a case is changed until it has everything that the study requires", async () => {
    const questions = {
      ...oneWay,
      confidence: { ask: "required", form: "slider" },
      reason: "required",
      knowsWork: "required",
    } as const;
    const sitter = await begin(await open({ questions }));
    const steps = [
      { choice: null, confidence: 0.5 },
      { confidence: 0.5, reason: " \n", knowsWork: true },
      { confidence: 0.5, reason: "The bells.", knowsWork: null },
      { confidence: null, reason: "The bells.", knowsWork: false },
      { confidence: 0, reason: "The bells.", knowsWork: false },
    ];
    for (const [i, step] of steps.entries()) {
      expect(await save(sitter, 1, { ...step, revision: i + 1 })).toMatchObject({ ok: true });
    }
    expect(await save(sitter, 1, { ...steps.at(-1), revision: 6, choice: 3 })).toEqual(passed);
  });

  test("a case is passed once a later one is answered, and only then", async () => {
    const questions = { ...oneWay, reason: "required" } as const;
    const sitter = await begin(await open({ questions }));
    expectValue(await save(sitter, 2, { choice: 1 }));
    expectValue(await save(sitter, 4, { choice: null, isFlagged: true }));
    expect(await save(sitter, 1)).toEqual(passed);
    expectValue(await save(sitter, 2, { choice: 3, revision: 2 }));
    expectValue(await save(sitter, 3, { choice: 3 }));
    expect(await save(sitter, 2, { choice: 2, revision: 3, reason: "The bells." })).toEqual(passed);
  });

  test("a case that can't be read is complete, and passes those before it", async () => {
    const questions = { ...oneWay, reason: "required", mayPass: true } as const;
    const sitter = await begin(await open({ questions }));
    expectValue(await save(sitter, 2, { cannotRead: true }));
    expect(await save(sitter, 1)).toEqual(passed);
    expect(await save(sitter, 2, { revision: 2, reason: "The bells." })).toEqual(passed);
  });

  test("practice is repeated as often as one likes, also after a case was answered", async () => {
    const practice = { count: 1, cases: [] };
    const sample = { quota: { Literary: 2 }, practice };
    const study = await open({ questions: oneWay, sample });
    const sitter = await begin(study);
    for (const revision of [1, 2]) expectValue(await save(sitter, 1, { revision }));
    expectValue(await save(sitter, 2));
    expectValue(await save(sitter, 1, { revision: 3, choice: 2 }));
    expect(await save(sitter, 2, { revision: 2 })).toEqual(passed);
  });

  test("of two devices one has the case; what the other says is not stored", async () => {
    const sitter = await begin(await open({ questions: oneWay }));
    const both = await Promise.all([save(sitter, 1, { choice: 1 }), save(sitter, 1, { choice: 2 })]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual(passed);
    expect(await kept(sitter)).toBe(1);
  });

  test("the sitting is handed in as any other", async () => {
    const sitter = await begin(await open({ questions: oneWay, sample: { quota: { Literary: 2 } } }));
    for (const position of [1, 2]) expectValue(await save(sitter, position));
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    expect(await save(sitter, 2, { revision: 2 })).toEqual({ ok: false, error: "submitted" });
  });
});

test("where one does go back, a case is changed after all others are answered", async () => {
  const sitter = await begin(await open());
  for (const position of [1, 2, 3, 4, 5]) expectValue(await save(sitter, position));
  expectValue(await save(sitter, 1, { revision: 2, choice: 3 }));
});
