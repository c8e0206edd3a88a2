import "server-only";
import { lookUpSittingRows } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { mayAnswer } from "#lib/sittings/comprehension/comprehension.ts";
import { readUnderstanding } from "#lib/sittings/comprehension/queries.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import type { CaseRange, SittingState } from "#lib/sittings/schema.ts";
import {
  arrangeRow,
  readAnswerOf,
  servedCases,
  shownColumns,
  storedAnswerJson,
  type ShownRow,
  type StoredAnswer,
} from "#lib/sittings/serving/served-case.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { isTimeOver, msLeftOf } from "#lib/sittings/answers/time-limit.ts";
import type { CasesProblem, StateReply } from "#lib/sittings/answers/wire.ts";
import { isRunning, type StudyState } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Participant = Viewer<"participant">;

/** The next cases of one's own sitting, to be there before they are needed. In SQL, as what follows: one exchange instead of seven. */
export async function listOwnCases(
  viewer: Participant,
  sittingId: string,
  { after, count }: CaseRange,
): Promise<Result<ShownCase[], CasesProblem>> {
  const rows = await lookUpSittingRows<CaseRow>(viewer, sittingId, {
    name: "cases",
    columns: `own.state::text, st.state::text AS study, shown.*`,
    from: `own JOIN studies st ON st.id = own.study_id LEFT JOIN LATERAL (
        SELECT ${shownColumns} FROM ${servedCases} WHERE v.sitting_id = own.id AND v.position > $3
        ORDER BY v.position LIMIT $4
      ) shown ON true ORDER BY shown.position`,
    values: [after, count],
  });
  const [found] = rows;
  if (!found) return fail("not_found");
  const { state, study } = found;
  if (state !== "started") return fail(state === "consented" ? "not_started" : state);
  const design = await getDesign(found.studyId);
  const understanding = await readUnderstanding(design, found.id);
  if (!mayAnswer(understanding)) return fail(understanding === "open" ? "not_started" : "closed");
  return isRunning(study) ? succeed(rows.filter(isCase).map(arrangeRow)) : fail("closed");
}

type StateFields = { state: SittingState; study: StudyState };
type CaseRow = StateFields & (ShownRow | { position: null });
const isCase = <Row extends CaseRow>(row: Row): row is Row & ShownRow => row.position !== null;

/** What counts on the server, for a tab that may have missed something; or what was stored since it was last told. */
export async function getOwnState(
  viewer: Participant,
  sittingId: string,
  since: Date | null = null,
): Promise<StateReply | null> {
  const [found] = await lookUpSittingRows<StateRow>(viewer, sittingId, {
    name: "state",
    columns: `own.state::text, st.state::text AS study, own.started_at AS "startedAt",
      own.time_allowance_ms AS "timeAllowanceMs", coalesce((
        SELECT json_agg(json_build_object('position', v.position, 'optionOrder', v.option_order,
          'kind', ca.kind, 'answer', ${storedAnswerJson}) ORDER BY v.position)
        FROM ${servedCases} JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
        WHERE v.sitting_id = own.id AND ($3::timestamptz IS NULL OR a.saved_at > $3 - interval '1 minute')
      ), '[]') AS given, CASE WHEN $3::timestamptz IS NULL THEN coalesce((
        SELECT json_agg(left(r.id::text, 13)) FROM answer_revisions r WHERE r.sitting_id = own.id
      ), '[]') END AS ids, now() AS "asOf"`,
    from: "own JOIN studies st ON st.id = own.study_id",
    // What began before and was committed after it carries an earlier time: hence the minute.
    values: [since],
  });
  if (!found) return null;
  const { state, study, given, ids, asOf } = found;
  return {
    state,
    asOf: asOf.toISOString(),
    isOpen: state === "started" && isRunning(study) && !isTimeOver(found),
    answers: given.map(({ position, optionOrder, kind, answer }) => ({
      position,
      ...readAnswerOf(answer, optionOrder, kind),
    })),
    ...(ids && { ids }),
    msLeft: msLeftOf(found),
  };
}

type StateRow = StateFields & {
  startedAt: Date | null;
  timeAllowanceMs: number | null;
  given: { position: number; optionOrder: number[]; kind: KindName; answer: StoredAnswer }[];
  ids: string[] | null;
  asOf: Date;
};
