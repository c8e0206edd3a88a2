import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { ComprehensionTry, SittingState } from "#lib/sittings/schema.ts";

export type StoredAnswer = {
  studyCaseId: number;
  position: number;
  choice: number | null;
  shownAt: number | null;
  confidence: number | null;
  knows: boolean | null;
  activeMs: number;
  firstMs: number | null;
  changes: number;
  focusLosses: number;
  flagged: boolean;
  hasReason: boolean;
  /** Said in place of a choice. */
  cannotRead: boolean;
};

export type StoredPerson = {
  sittingId: string;
  number: number;
  cohort: string | null;
  language: string;
  state: Extract<SittingState, "started" | "submitted">;
  isSimulated: boolean;
  excludedReason: string | null;
  activeMs: number | null;
  tries?: readonly ComprehensionTry[] | null;
  /** How many revisions their answers have: grows with every change. */
  revisions: number;
  /** Counted cases they were given, with or without an answer. */
  cases: number;
  answers: readonly StoredAnswer[];
};

/** Everybody who began and didn't withdraw, with the answers they have. Only who changed something is read again. */
export async function readAnswers(
  studyId: SeenStudyId,
  known: ReadonlyMap<string, StoredPerson>,
): Promise<Map<string, StoredPerson>> {
  const people = await listPeople(studyId);
  const changed = people.filter(({ sittingId, revisions }) => known.get(sittingId)?.revisions !== revisions);
  const answers = await listAnswers(changed.map(({ sittingId }) => sittingId));
  return new Map(
    people.map((person) => [
      person.sittingId,
      { ...person, answers: answers.get(person.sittingId) ?? known.get(person.sittingId)?.answers ?? [] },
    ]),
  );
}

/** In SQL: two counts of other tables beside each, without counting those of other studies. */
async function listPeople(studyId: SeenStudyId): Promise<Omit<StoredPerson, "answers">[]> {
  return db.$queryRaw<Omit<StoredPerson, "answers">[]>`
    SELECT s.id AS "sittingId", s.number, s.cohort, s.language, s.state::text, s.is_simulated AS "isSimulated",
      CASE WHEN s.excluded_at IS NOT NULL THEN coalesce(s.excluded_reason, '') END AS "excludedReason",
      s.active_ms AS "activeMs", s.comprehension AS tries, coalesce(r.revisions, 0)::int AS revisions, coalesce(v.cases, 0)::int AS cases
    FROM sittings s
      LEFT JOIN (SELECT r.sitting_id, count(*) AS revisions FROM sittings s JOIN answer_revisions r ON r.sitting_id = s.id
        WHERE s.study_id = ${studyId}::uuid GROUP BY 1) r ON r.sitting_id = s.id
      LEFT JOIN (SELECT v.sitting_id, count(*) AS cases FROM sittings s JOIN served_cases v ON v.sitting_id = s.id
        JOIN study_cases c ON c.id = v.study_case_id AND c.stratum IN ('selected', 'control')
        WHERE s.study_id = ${studyId}::uuid GROUP BY 1) v ON v.sitting_id = s.id
    WHERE s.study_id = ${studyId}::uuid AND s.state IN ('started', 'submitted')
    ORDER BY s.number`;
}

type Row = StoredAnswer & { sittingId: string };

async function listAnswers(sittingIds: readonly string[]): Promise<Map<string, StoredAnswer[]>> {
  const found = new Map<string, StoredAnswer[]>(sittingIds.map((id) => [id, []]));
  for (let from = 0; from < sittingIds.length; from += sittingsAtOnce) {
    const ids = sittingIds.slice(from, from + sittingsAtOnce);
    // In SQL: with what stands in JSON, and the place in an array.
    const rows = await db.$queryRaw<Row[]>`
      SELECT a.sitting_id AS "sittingId", v.study_case_id AS "studyCaseId", a.position::int, (a.value->>'choice')::int AS choice,
        array_position(v.option_order, (a.value->>'choice')::smallint) - 1 AS "shownAt",
        coalesce(a.confidence, (a.value->'probabilities'->>(a.value->>'choice')::int)::float8) AS confidence, a.knows_work AS knows,
        a.active_ms AS "activeMs", a.first_answer_ms AS "firstMs", a.changes, a.focus_losses AS "focusLosses",
        a.is_flagged AS flagged, coalesce(btrim(a.reason) <> '', false) AS "hasReason",
        a.cannot_read AS "cannotRead"
      FROM answers a JOIN served_cases v ON v.sitting_id = a.sitting_id AND v.position = a.position
      WHERE a.sitting_id = ANY(${ids}::uuid[]) ORDER BY a.sitting_id, a.position`;
    for (const { sittingId, ...answer } of rows) found.get(sittingId)?.push(answer);
  }
  return found;
}

// While their answers are read, nobody else is answered.
const sittingsAtOnce = 100;
