import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });

type Given = Partial<AnswerValue> & { id?: string; revision?: number };

const save = ({ viewer, sittingId }: Sitter, given: Given) => {
  const { id = randomUUID(), revision = 1, ...value } = given;
  const rest = { sittingId, position: 1, id, revision, clientAt: new Date() };
  return saveAnswer(viewer, { ...rest, value: answerValue.parse(value) });
};
const stored = ({ sittingId }: Sitter) =>
  db.answer.findUnique({ where: { sittingId_position: { sittingId, position: 1 } } });

/** What an answer held before it could tell more: in a study that asks nothing more it still is that to the byte. */
const partsOfBefore = [
  ...["activeMs", "choice", "confidence", "firstAnswerMs", "focusLosses"],
  ...["isFlagged", "knowsWork", "probabilities", "reason"],
];

test("that a case can't be read stands in place of a choice, where the study offers it", async () => {
  const confidence = { ask: "required", form: "slider" } as const;
  const sitter = await begin(await open({ questions: { confidence, mayPass: true } }));
  const given = { choice: 2, confidence: 0.5, cannotRead: true, id: randomUUID() };
  const first = expectValue(await save(sitter, given));
  expect(await stored(sitter)).toMatchObject({
    value: { choice: null },
    ...{ decision: null, missing: [], confidence: null, cannotRead: true },
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
