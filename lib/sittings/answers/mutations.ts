import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { OwnStudyId } from "#lib/auth/sitting-scope.ts";
import { secret } from "#lib/auth/secrets/secrets.ts";
import { ask } from "#lib/db.ts";
import { countSave } from "#lib/monitoring/count.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { mayAnswer } from "#lib/sittings/comprehension/comprehension.ts";
import { readUnderstanding } from "#lib/sittings/comprehension/queries.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import { mergeHistory, type Revision } from "#lib/sittings/answers/merge.ts";
import { answerOf, type AnswerValue, type CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { SavedAnswer, SaveProblem } from "#lib/sittings/answers/schema.ts";
import { forgetServing, getServing } from "#lib/sittings/serving/serving-queries.ts";
import {
  storeAnswer,
  type AnswerRow,
  type StoreResult,
  type MergeResult,
} from "#lib/sittings/answers/storing-mutations.ts";
import { openSeal, sealAnswer, type SealedTimes } from "#lib/sittings/answers/seal.ts";
import { toShown, toStored, type StoredValue } from "#lib/sittings/answers/stored-answer.ts";
import { graceMs } from "#lib/sittings/answers/time-limit.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";

type Participant = Viewer<"participant">;
export type SaveReply = {
  /** Under which revision it is kept: another than asked for where a second device had taken that one. */
  revision: number;
  savedAt: Date;
  /** The revision that counts now; above `revision` where a newer one was there already. */
  current: number;
  /** That newer one, as it was shown. */
  newer: AnswerValue | null;
  /** What counted before, where this answer says something else of the same part without having seen it. */
  overruled?: AnswerValue;
  /** By which the same may be given back to a server that has lost it. */
  seal: string;
};
type PreparedAnswer = {
  studyId: OwnStudyId;
  served: { order: readonly number[]; studyCaseId: number };
  questions: CaseQuestions;
  answer: AnswerToStore;
};

/** What is sent, as it would be stored: whoever it is from, and for which case of theirs. */
async function prepare(
  viewer: Participant,
  given: SavedAnswer,
): Promise<Result<PreparedAnswer, SaveProblem>> {
  const serving = await getServing(viewer, given.sittingId);
  if (!serving) return fail("not_found");
  const served = serving.cases.get(given.position);
  if (!served) return fail("not_served");
  const design = await getDesign(serving.studyId);
  const understanding = await readUnderstanding(design, serving.id);
  if (!mayAnswer(understanding)) return fail(understanding === "open" ? "not_served" : "closed");
  const questions = { ...design.questions, kind: served.kind };
  const shown = answerOf(questions.kind).safeParse(given.value);
  const value = shown.success ? toStored(shown.data, served.order, questions) : null;
  if (!shown.success || !value) return fail("invalid");
  const kind = kindOf(questions.kind);
  const decision = kind.decide(value);
  const missing = listMissing(shown.data, questions);
  return succeed({
    studyId: serving.studyId,
    served,
    questions,
    answer: { ...given, value, version: answerKindOf(questions.kind).version, decision, missing },
  });
}

/** Whoever lost a place that is still free takes it back, and what was sent is stored after all. */
async function inPlace<Outcome extends { outcome: string }>(
  viewer: Participant,
  sittingId: string,
  save: () => Promise<Outcome>,
): Promise<Result<Exclude<Outcome, { outcome: "released" }>, "full" | "closed">> {
  const kept = await save();
  if (kept.outcome !== "released") return succeed(kept as Exclude<Outcome, { outcome: "released" }>);
  const again = await startSitting(viewer, sittingId);
  if (!again.ok) return fail(again.error === "full" ? "full" : "closed");
  const then = await save();
  return then.outcome === "released"
    ? fail("full")
    : succeed(then as Exclude<Outcome, { outcome: "released" }>);
}

/** Acknowledged only when the database has committed it; the same answer again is acknowledged the same. */
export const saveAnswer = (viewer: Participant, given: SavedAnswer) => countSave(() => save(viewer, given));

async function save(
  viewer: Participant,
  given: SavedAnswer,
  isAnew = false,
): Promise<Result<SaveReply, SaveProblem>> {
  // Given back, it is held against what stands at its place now.
  if (given.seal !== undefined || isAnew) forgetServing(viewer, given.sittingId);
  const prepared = await prepare(viewer, given);
  if (!prepared.ok) return prepared;
  const { served, studyId, questions, answer } = prepared.value;
  const sealed = { ...answer, studyCaseId: served.studyCaseId };
  const before = given.seal === undefined ? null : openSeal(sealed, given.seal, secret());
  if (given.seal !== undefined && !before) return fail("unproven");
  const done = await inPlace(viewer, given.sittingId, () =>
    write(viewer, { ...answer, served, studyId }, questions, before),
  );
  if (!done.ok) return done;
  const kept = done.value;
  if (kept.outcome === "served_otherwise") return isAnew ? fail("not_served") : save(viewer, given, true);
  if (kept.outcome !== "saved") return fail(kept.outcome);
  const { revision, savedAt, current, newer, givenAt, overruled } = kept;
  const show = (value: unknown) =>
    toShown(answerOf(questions.kind).parse(value), served.order, questions.kind);
  return succeed({
    revision,
    savedAt,
    current,
    newer: newer === null ? null : show(newer),
    ...(overruled && { overruled: show(overruled) }),
    seal: given.seal ?? sealAnswer(sealed, { savedAt, givenAt }, secret()),
  });
}

type AnswerToStore = Omit<SavedAnswer, "value"> & {
  value: StoredValue;
  version: number;
  decision: string | null;
  missing: string[];
};

type StoreOutcome = Exclude<StoreResult, { outcome: "unseen" }> & { overruled: StoredValue | null };

async function write(
  { userId, signInId }: Participant,
  given: AnswerToStore & Pick<PreparedAnswer, "served" | "studyId">,
  questions: CaseQuestions,
  before: SealedTimes | null,
): Promise<StoreOutcome> {
  const { served } = given;
  const row: AnswerRow = {
    of_user: userId,
    by_sign_in: signInId,
    of_sitting: given.sittingId,
    of_position: given.position,
    of_case: served.studyCaseId,
    of_order: served.order,
    new_id: given.id,
    new_revision: given.revision,
    new_value: given.value,
    of_version: given.version,
    decided: given.decision,
    lacking: given.missing,
    by_client: asTimestamp(given.clientAt),
    grace: `${graceMs} ms`,
    may_go_back: questions.mayGoBack,
    ago: asInterval(given.agoMs),
    follows: given.follows ?? null,
    was_given: before?.givenAt ?? null,
    was_saved: before?.savedAt ?? null,
    merged: {},
  };
  return storeMerged(given.studyId, row, questions);
}

/** Once more with what was put together of it and what its sender hadn't seen; and again, where more came in between. */
async function storeMerged(
  studyId: OwnStudyId,
  row: AnswerRow,
  questions: CaseQuestions,
  overruled: StoredValue | null = null,
): Promise<StoreOutcome> {
  const kept = await storeAnswer(studyId, row);
  if (kept.outcome !== "unseen") return { ...kept, overruled };
  const merge = mergeHistory(kept.history, emptyAnswer(kindOf(questions.kind)));
  const merged = { upon: kept.current, given: kept.givenAt, ...describeMerged(merge.value, questions) };
  return storeMerged(studyId, { ...row, merged }, questions, merge.overruled);
}

function describeMerged(value: StoredValue | null, questions: CaseQuestions) {
  if (!value) return {};
  const given = answerOf(questions.kind).parse(value);
  return { value, decided: kindOf(questions.kind).decide(given), lacking: listMissing(given, questions) };
}

const asInterval = (ms: number | undefined) => (ms === undefined ? null : `${ms} ms`);
/** PostgreSQL knows no sign before a year of five digits. */
const asTimestamp = (at: Date) => at.toISOString().replace(/^\+0*/, "");

/** What was given before going on, where one doesn't go back. Acknowledged once it is committed; never an answer. */
export async function saveDraft(
  viewer: Participant,
  given: SavedAnswer,
): Promise<Result<{ savedAt: Date }, SaveProblem>> {
  // One is sent seldom: what it is held against is read anew.
  forgetServing(viewer, given.sittingId);
  const prepared = await prepare(viewer, given);
  if (!prepared.ok) return prepared;
  const { questions, answer } = prepared.value;
  if (questions.mayGoBack) return fail("invalid");
  const done = await inPlace(viewer, given.sittingId, () => writeDraft(viewer, answer, questions));
  if (!done.ok) return done;
  return done.value.outcome === "saved" ? succeed({ savedAt: done.value.savedAt }) : fail(done.value.outcome);
}

type DraftOutcome = { outcome: "saved"; savedAt: Date } | { outcome: SaveProblem } | { outcome: "released" };
type UnseenDraft = { outcome: "unseen"; history: Revision[]; upon: string; givenAt: Date };

/** In SQL: the same of a draft, by itself; its function is save_draft. */
async function writeDraft(
  viewer: Participant,
  given: AnswerToStore,
  questions: CaseQuestions,
  merged: MergeResult<string> = {},
): Promise<DraftOutcome> {
  const { sittingId, position, id, value, version, decision, missing } = given;
  const [kept] = await ask<DraftOutcome | UnseenDraft>(
    "save_draft",
    `SELECT outcome, kept_at AS "savedAt", given AS "givenAt", upon, history
     FROM save_draft($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      viewer.userId,
      sittingId,
      position,
      id,
      JSON.stringify(value),
      version,
      decision,
      missing,
      given.clientAt,
      `${graceMs} ms`,
      asInterval(given.agoMs),
      given.follows,
      JSON.stringify(merged),
    ],
  );
  if (!kept) throw new Error("the database said nothing about a draft");
  if (kept.outcome !== "unseen") return kept;
  const { value: together } = mergeHistory(kept.history, emptyAnswer(kindOf(questions.kind)));
  const { upon, givenAt } = kept;
  return writeDraft(viewer, given, questions, {
    upon,
    given: givenAt,
    ...describeMerged(together, questions),
  });
}
