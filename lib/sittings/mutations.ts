import "server-only";
import { randomBytes } from "node:crypto";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { serviceSchema } from "#lib/invitations/schema.ts";
import { completionCodeFrom } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { checkBackground } from "#lib/sittings/joining/background.ts";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import {
  mayAnswer,
  checkComprehension,
  judgeUnderstanding,
  type ComprehensionState,
} from "#lib/sittings/comprehension/comprehension.ts";
import { readUnderstanding, forgetServing, getServing, getDesign } from "#lib/sittings/queries.ts";
import { inLine, lockAnswers, lockPlaceOf, patience } from "#lib/sittings/answers/locks.ts";
import { layOut, type CasePlacement } from "#lib/sittings/serving/order.ts";
import { lookForPlace } from "#lib/sittings/joining/place-queries.ts";
import { freeUpCell, hasRoom } from "#lib/sittings/joining/places.ts";
import { readPlan } from "#lib/sittings/joining/plan.ts";
import { type BackgroundAnswers, type SittingState, storedTries } from "#lib/sittings/schema.ts";
import { msLeftOf } from "#lib/sittings/answers/time-limit.ts";
import { isRunning, type Questions, type StudyState } from "#lib/studies/schema.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";

type Participant = Viewer<"participant">;
type StartProblem =
  | "not_found"
  | "not_open"
  | "paused"
  | "closed"
  | "full"
  | "submitted"
  | "withdrawn"
  | "invalid";

/** Gives a place in the design and lays the cases out; again, it finds them there, and takes a lost place back. */
export async function startSitting(
  viewer: Participant,
  sittingId: string,
  background: BackgroundAnswers = {},
): Promise<Result<{ cases: number }, StartProblem>> {
  forgetServing(viewer, sittingId);
  const mine = await getServing(viewer, sittingId);
  if (!mine) return fail("not_found");
  const { studyId } = mine;
  const design = await getDesign(studyId);
  const { assignment, questions, sample } = design;
  if ((await readUnderstanding(design, mine.id)) === "failed") return fail("closed");
  const start = async (tx: Transaction): Promise<Result<{ cases: number }, StartProblem>> => {
    await lockPlaceOf(tx, studyId, sittingId);
    const sitting = await lookForPlace(tx, studyId, sittingId, assignment);
    const closed = refuseStart(sitting.state, sitting.study);
    if (closed) return fail(closed);
    if (sitting.state === "started") {
      if (sitting.isReleased && !(await takeBack(tx, studyId, sittingId, sitting.cell))) return fail("full");
      return succeed({ cases: sitting.cases });
    }
    const said = checkBackground(questions, background);
    if (!said.ok) return said;
    const cell = sitting.bestCell ?? (await freeUpCell(tx, studyId, assignment.placeHours, sitting.arm));
    if (cell === null) return fail("full");
    const laid = layOut(await readPlan(tx, studyId, cell), sitting.seed, {
      ...assignment,
      repeats: sample.repeats,
    });
    await layDown(tx, sittingId, cell, laid, { ...questions, background: said.value });
    return succeed({ cases: laid.length });
  };
  return inLine(() => db.$transaction(start, patience));
}

type CaseToServe = Omit<CasePlacement<{ studyCaseId: number }>, "optionOrder"> & {
  optionOrder: readonly number[];
};

/** In SQL: one exchange, and not five values for each of fifty cases. */
export async function layDown(
  tx: Transaction,
  sittingId: string,
  cell: number,
  laid: readonly CaseToServe[],
  { timeLimitMinutes: limit, background }: { timeLimitMinutes: number | null; background: BackgroundAnswers },
): Promise<void> {
  const cases = laid.map(({ position, case: { studyCaseId }, optionOrder, repeats }) => ({
    position,
    case: studyCaseId,
    order: optionOrder,
    repeats,
  }));
  await tx.$executeRaw`
    WITH started AS (
      UPDATE sittings SET state = 'started', started_at = now(), cell = ${cell}::int,
        background = ${JSON.stringify(background)}::jsonb, time_allowance_ms = ${limit === null ? null : limit * 60_000}::int
      WHERE id = ${sittingId}::uuid RETURNING id, study_id)
    INSERT INTO served_cases (sitting_id, study_id, position, study_case_id, option_order, repeats)
    SELECT started.id, started.study_id, laid.position, laid."case", laid."order", laid.repeats
    FROM started, jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
      AS laid(position smallint, "case" int, "order" smallint[], repeats smallint)`;
}

function refuseStart(sitting: SittingState, study: StudyState): StartProblem | null {
  if (sitting === "submitted" || sitting === "withdrawn") return sitting;
  if (study === "open" || (study === "paused" && sitting === "started")) return null;
  if (study === "draft") return "not_open";
  return study === "paused" ? "paused" : "closed";
}

async function takeBack(tx: Transaction, studyId: string, id: string, cell: number | null): Promise<boolean> {
  if (!(await hasRoom(tx, studyId, cell))) return false;
  await tx.sitting.update({ where: { id }, data: { releasedAt: null } });
  return true;
}

type SubmitResult = {
  /** Proves that all answers are stored. */
  completionCode: string;
  /** Where the person came through Prolific: the code to go back with. */
  prolificCode: string | null;
};

/** Refused while there is time and something required is missing: the fields say at which positions, and what. */
export async function submitSitting(
  viewer: Participant,
  sittingId: string,
  comment = "",
): Promise<
  Result<SubmitResult, "not_found" | "closed" | "withdrawn" | "not_started" | "full" | "incomplete">
> {
  const mine = await lookUpSitting(viewer, sittingId, {
    releasedAt: true,
    invitation: { select: { service: true } },
  });
  if (!mine) return fail("not_found");
  const design = await getDesign(mine.studyId);
  const { questions } = design;
  const understanding = await readUnderstanding(design, mine.id);
  if (!mayAnswer(understanding)) return fail(understanding === "open" ? "not_started" : "closed");
  if (mine.releasedAt) {
    const again = await startSitting(viewer, sittingId);
    if (!again.ok && again.error === "full") return fail("full");
  }
  const service = mine.invitation?.service ?? null;
  const prolificCode = service === null ? null : serviceSchema.parse(service).completion;
  return db.$transaction(async (tx) => {
    await lockAnswers(tx, mine.studyId, sittingId);
    const sitting = await tx.sitting.findUniqueOrThrow({
      where: { id: sittingId },
      select: {
        state: true,
        startedAt: true,
        timeAllowanceMs: true,
        releasedAt: true,
        completionCode: true,
        study: { select: { state: true } },
      },
    });
    const { state, completionCode } = sitting;
    if (state === "submitted" && completionCode) return succeed({ completionCode, prolificCode });
    if (state === "withdrawn") return fail("withdrawn");
    if (state !== "started") return fail("not_started");
    if (!isRunning(sitting.study.state)) return fail("closed");
    if (sitting.releasedAt) return fail("full");
    const missing = msLeftOf(sitting) === 0 ? [] : await listIncomplete(tx, sittingId, questions);
    if (missing.length > 0) return fail("incomplete", Object.fromEntries(missing));
    // In SQL: Prisma can't call a function, nor write a sum over another table.
    await tx.$executeRaw`
      SELECT settle_drafts(${sittingId}::uuid, ${questions.draftsCount === true})`;
    const code = completionCodeFrom(randomBytes(10));
    const lastComment = questions.lastComment && comment !== "" ? comment : null;
    await tx.$executeRaw`
      UPDATE sittings SET state = 'submitted', submitted_at = now(), completion_code = ${code},
        last_comment = ${lastComment}, active_ms = (
        -- A case that was answered without a script has no time, and then neither has the sitting.
        SELECT CASE WHEN bool_and(a.active_ms > 0) THEN least(sum(a.active_ms), 2147483647)::int END FROM answers a
          JOIN served_cases v USING (sitting_id, position) JOIN study_cases c ON c.id = v.study_case_id
        WHERE a.sitting_id = ${sittingId}::uuid AND c.stratum <> 'practice')
      WHERE id = ${sittingId}::uuid`;
    return succeed({ completionCode: code, prolificCode });
  }, patience);
}

/** Practice may be left out; everything else needs a decision and what the study requires with it. */
async function listIncomplete(
  tx: Transaction,
  sittingId: string,
  questions: Questions,
): Promise<[position: string, part: string][]> {
  const served = await tx.servedCase.findMany({
    where: { sittingId, studyCase: { stratum: { not: "practice" } } },
    select: {
      position: true,
      answer: { select: { missing: true } },
      studyCase: { select: { caseVersion: { select: { case: { select: { kind: true } } } } } },
    },
    orderBy: { position: "asc" },
  });
  return served.flatMap(({ position, answer, studyCase }): [string, string][] => {
    const kind = kindNameOf(studyCase.caseVersion.case.kind);
    const [part] = answer ? answer.missing : listMissing(null, { ...questions, kind });
    return part ? [[String(position), part]] : [];
  });
}

type TryInput = { sittingId: string; tryNumber: number; answers: Readonly<Record<string, string>> };

/** One try at the questions after the instructions. The same form sent again is the same try. */
export async function tryComprehension(
  viewer: Participant,
  { sittingId, tryNumber, answers }: TryInput,
): Promise<Result<ComprehensionState, "not_found" | "closed" | "not_started" | "invalid">> {
  const mine = await lookUpSitting(viewer, sittingId, {});
  if (!mine) return fail("not_found");
  const design = await getDesign(mine.studyId);
  const checked = checkComprehension(design.questions.comprehension ?? [], answers);
  return db.$transaction(async (tx) => {
    await lockPlaceOf(tx, mine.studyId, sittingId);
    const sitting = await tx.sitting.findUniqueOrThrow({
      where: { id: sittingId },
      select: { state: true, comprehension: true, study: { select: { state: true } } },
    });
    if (sitting.state !== "started") return fail(sitting.state === "consented" ? "not_started" : "closed");
    if (!isRunning(sitting.study.state)) return fail("closed");
    const before = storedTries.parse(sitting.comprehension ?? []);
    const standing = judgeUnderstanding(design, before);
    if (standing !== "open" || tryNumber !== before.length + 1) return succeed(standing);
    if (!checked.ok) return checked;
    const tries = [...before, { at: new Date().toISOString(), ...checked.value }];
    const next = judgeUnderstanding(design, tries);
    await tx.sitting.update({
      where: { id: sittingId },
      // Who goes no further leaves their place to somebody else.
      data: { comprehension: tries, ...(next === "failed" ? { releasedAt: new Date() } : {}) },
    });
    return succeed(next);
  });
}
