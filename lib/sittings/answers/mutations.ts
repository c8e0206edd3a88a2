import "server-only";
import type { OwnStudyId } from "#lib/auth/sitting-scope.ts";
import { outageOf, rethrow } from "#lib/database/outage.ts";
import { Batcher } from "#lib/database/batcher.ts";
import { ask } from "#lib/db.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { type Revision, mergeHistory } from "#lib/sittings/answers/merge.ts";
import {
  type SaveProblem,
  answerOf,
  type CaseQuestions,
  type SavedAnswer,
} from "#lib/sittings/answers/schema.ts";
import { type StoredValue, toShown, toStored } from "#lib/sittings/answers/stored-answer.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { secret } from "#lib/auth/secrets/secrets.ts";
import { countSave } from "#lib/monitoring/count.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import { mayAnswer } from "#lib/sittings/comprehension/comprehension.ts";
import { readUnderstanding, getDesign, forgetServing, getServing } from "#lib/sittings/queries.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import { openSeal, sealAnswer } from "#lib/sittings/answers/seal.ts";
import { graceMs } from "#lib/sittings/answers/time-limit.ts";
import type { AnswerReceipt } from "#lib/sittings/answers/wire.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";

/** What the function save_answer takes, by its own names. */
type AnswerRow = {
  of_user: string;
  by_sign_in: string | null;
  of_sitting: string;
  of_position: number;
  of_case: number;
  of_order: readonly number[];
  new_id: string;
  new_revision: number;
  new_value: StoredValue;
  of_version: number;
  decided: string | null;
  lacking: readonly string[];
  by_client: string;
  grace: string;
  may_go_back: boolean;
  ago: string | null;
  follows: string | number | null;
  was_given: Date | null;
  was_saved: Date | null;
  merged: MergeResult<number>;
};

/** What comes of an answer and those that whoever gave it had not seen. Empty until it is known that there are such. */
type MergeResult<Upon> =
  | Record<string, never>
  | {
      /** What was there: so many revisions, or a draft. */
      upon: Upon;
      given: Date;
      /** What is put together, where no revision says it. */
      value?: StoredValue;
      decided?: string | null;
      lacking?: readonly string[];
    };

type StoreResult =
  | { outcome: "saved"; revision: number; savedAt: Date; givenAt: Date; current: number; newer: unknown }
  | { outcome: SaveProblem }
  | { outcome: "served_otherwise" }
  /** Nothing is stored: something is there that whoever gave it had not seen. `current`: so many revisions. */
  | { outcome: "unseen"; history: Revision[]; current: number; givenAt: Date }
  | { outcome: "released" };

/** In SQL: the database decides and stores each in turn; its function save_answer says by which rules. */
const askTogether = (rows: readonly AnswerRow[]) =>
  ask<StoreResult>(
    "save_answers",
    `SELECT kept.outcome, kept_as AS revision, kept_at AS "savedAt", kept.given AS "givenAt", counting AS current, newer,
       kept.history
     FROM json_to_recordset($1) AS one (of_user uuid, by_sign_in uuid, of_sitting uuid, of_position smallint,
         of_case integer, of_order smallint[], new_id uuid, new_revision integer, new_value jsonb, of_version smallint,
         decided text, lacking text[], by_client timestamptz, grace interval, may_go_back boolean, ago interval,
         follows text, was_given timestamptz, was_saved timestamptz, merged jsonb)
       CROSS JOIN LATERAL save_answer(of_user, of_sitting, of_position, new_id, new_revision, new_value, of_version,
         decided, lacking, by_client, grace, may_go_back, ago, follows, of_case, of_order, was_given, was_saved,
         by_sign_in, merged) kept`,
    [JSON.stringify(rows)],
  );

type StoreRequest = { studyId: OwnStudyId; row: AnswerRow };

const batcher = processSingleton(
  "answers stored together",
  () =>
    new Batcher<StoreRequest, StoreResult>({
      run: (given) => askTogether(given.map(({ row }) => row)),
      // A study that is being closed lets its own people wait.
      groupOf: ({ studyId }) => studyId,
      orderOf: ({ row }) => row.of_sitting,
      isForAll: (error) => outageOf(error) !== null,
      atOnce: 2,
      most: 32,
      slowMs: 100,
    }),
);

/** Acknowledged only when the transaction is committed in which it may have had company. */
const storeAnswer = (studyId: OwnStudyId, row: AnswerRow): Promise<StoreResult> =>
  // An outage is noted with each request that it happened to.
  batcher.ask({ studyId, row }).catch(rethrow);

type Participant = Viewer<"participant">;
/** What the device is told, by which the same may be given back to a server that has lost it. */
type SaveReply = Omit<AnswerReceipt, "savedAt" | "seal"> & { savedAt: Date; seal: string };
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
  const row: AnswerRow = {
    of_user: viewer.userId,
    by_sign_in: viewer.signInId,
    of_sitting: answer.sittingId,
    of_position: answer.position,
    of_case: served.studyCaseId,
    of_order: served.order,
    new_id: answer.id,
    new_revision: answer.revision,
    new_value: answer.value,
    of_version: answer.version,
    decided: answer.decision,
    lacking: answer.missing,
    by_client: asTimestamp(answer.clientAt),
    grace: `${graceMs} ms`,
    may_go_back: questions.mayGoBack,
    ago: asInterval(answer.agoMs),
    follows: answer.follows ?? null,
    was_given: before?.givenAt ?? null,
    was_saved: before?.savedAt ?? null,
    merged: {},
  };
  const done = await inPlace(viewer, given.sittingId, () => storeMerged(studyId, row, questions));
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
