import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { AnswerSlice } from "#lib/study-results/rows/assemble-rows.ts";
import type { PersonRow, CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type StoredAnswer = {
  studyCaseId: number;
  position: number;
  value: OwnValue;
  shownAt: number | null;
  confidence: number | null;
  knows: boolean | null;
  activeMs: number;
  firstMs: number | null;
  changes: number;
  focusLosses: number;
  flagged: boolean;
  /** The server's time from the start of the sitting to the first choice; null where it isn't known. */
  arrivedMs: number | null;
  /** Stands for the words of the reason: 0 without one. */
  reason: number;
  /** Said in place of a choice. */
  cannotRead: boolean;
};

export type StoredPerson = Omit<PersonRow, "who" | "exclusions" | "checks" | "answered" | "passed"> & {
  isSimulated: boolean;
  excludedReason: string | null;
  /** How many revisions their answers have: grows with every change. */
  revisions: number;
  /** As they were read, or as they lie in the columns of an earlier reading. */
  answers: readonly StoredAnswer[] | AnswerSlice;
};

/** What was read before, and how many revisions each person's answers had then. */
export type KnownAnswers = { rows: Pick<StudyRows, "people" | "answers" | "firstOf">; revisions: Revisions };
export type Revisions = ReadonlyMap<string, number>;

/** Everybody who began and didn't withdraw, with the answers they have, but those to a case that came again. Only who changed something is read again. */
export async function readAnswers(
  studyId: SeenStudyId,
  cases: readonly Pick<CaseRow, "id" | "kind">[],
  known: KnownAnswers | null,
): Promise<Map<string, StoredPerson>> {
  const people = await listPeople(studyId);
  const places = new Map(known?.rows.people.map(({ sittingId }, i) => [sittingId, i]));
  const findKept = ({ sittingId, revisions }: (typeof people)[number]): AnswerSlice | null => {
    const place = places.get(sittingId);
    if (!known || place === undefined || known.revisions.get(sittingId) !== revisions) return null;
    const { answers: columns, firstOf } = known.rows;
    return { columns, from: firstOf[place] ?? 0, to: firstOf[place + 1] ?? 0 };
  };
  const changed = people.filter((person) => !findKept(person)).map(({ sittingId }) => sittingId);
  const kindOf = new Map(cases.map(({ id, kind }) => [id, kind]));
  const read = await listAnswers(kindOf, changed);
  return new Map(
    people.map((person) => [
      person.sittingId,
      { ...person, answers: read.get(person.sittingId) ?? findKept(person) ?? [] },
    ]),
  );
}

/** In SQL: Prisma would count the revisions and cases of every study. */
async function listPeople(studyId: SeenStudyId): Promise<Omit<StoredPerson, "answers">[]> {
  return db.$queryRaw<Omit<StoredPerson, "answers">[]>`
    SELECT s.id AS "sittingId", s.number, s.cohort, s.arm::int, s.language, s.state::text, s.is_simulated AS "isSimulated",
      CASE WHEN s.excluded_at IS NOT NULL THEN coalesce(s.excluded_reason, '') END AS "excludedReason",
      s.active_ms AS "activeMs", (extract(epoch FROM s.started_at) * 1000)::float8 AS "startedAt",
      (extract(epoch FROM s.submitted_at) * 1000)::float8 AS "submittedAt", s.comprehension AS tries, coalesce(r.revisions, 0)::int AS revisions, coalesce(v.cases, 0)::int AS cases
    FROM sittings s
      LEFT JOIN (SELECT r.sitting_id, count(*) AS revisions FROM sittings s JOIN answer_revisions r ON r.sitting_id = s.id
        WHERE s.study_id = ${studyId}::uuid GROUP BY 1) r ON r.sitting_id = s.id
      LEFT JOIN (SELECT v.sitting_id, count(*) AS cases FROM sittings s JOIN served_cases v ON v.sitting_id = s.id
        JOIN study_cases c ON c.id = v.study_case_id AND c.stratum NOT IN ('attention', 'practice')
        WHERE s.study_id = ${studyId}::uuid AND v.repeats IS NULL GROUP BY 1) v ON v.sitting_id = s.id
    WHERE s.study_id = ${studyId}::uuid AND s.state IN ('started', 'submitted')
    ORDER BY s.number`;
}

type Row = Omit<StoredAnswer, "shownAt"> & { sittingId: string; layout: number[] };

async function listAnswers(
  kindOf: ReadonlyMap<number, KindName>,
  sittingIds: readonly string[],
): Promise<Map<string, StoredAnswer[]>> {
  const found = new Map<string, StoredAnswer[]>(sittingIds.map((id) => [id, []]));
  for (let from = 0; from < sittingIds.length; from += sittingsAtOnce) {
    const ids = sittingIds.slice(from, from + sittingsAtOnce);
    // In SQL: which reasons are the same, without reading them, the order that a case was shown in, and when it was decided first.
    // What was saved before the sitting began was given back to a server that had lost it: when it came isn't known.
    const rows = await db.$queryRaw<Row[]>`
      SELECT a.sitting_id AS "sittingId", v.study_case_id AS "studyCaseId", a.position::int, a.value,
        v.option_order AS layout, a.confidence, a.knows_work AS knows,
        a.active_ms AS "activeMs", a.first_answer_ms AS "firstMs", a.changes, a.focus_losses AS "focusLosses",
        a.is_flagged AS flagged, a.cannot_read AS "cannotRead",
        (extract(epoch FROM f.at - s.started_at) * 1000)::float8 AS "arrivedMs",
        CASE WHEN btrim(a.reason) <> ''
          THEN coalesce(nullif(hashtext(lower(regexp_replace(btrim(a.reason), '\\s+', ' ', 'g'))), 0), 1) ELSE 0 END AS reason
      FROM answers a JOIN served_cases v ON v.sitting_id = a.sitting_id AND v.position = a.position
        JOIN sittings s ON s.id = a.sitting_id
        LEFT JOIN (SELECT sitting_id, position, min(saved_at) AS at FROM answer_revisions
          WHERE sitting_id = ANY(${ids}::uuid[]) AND decision IS NOT NULL AND NOT from_draft
          GROUP BY sitting_id, position) f ON f.sitting_id = a.sitting_id AND f.position = a.position AND f.at >= s.started_at
      WHERE a.sitting_id = ANY(${ids}::uuid[]) AND v.repeats IS NULL ORDER BY a.sitting_id, a.position`;
    for (const { sittingId, layout, ...answer } of rows) {
      const { value, confidence, studyCaseId } = answer;
      const kind = kindOf.get(studyCaseId);
      // Practice.
      if (!kind) continue;
      const { shownAt, sureOf } = serverKindOf(kind);
      const own = { shownAt: shownAt(value, layout), confidence: sureOf(value, confidence) };
      found.get(sittingId)?.push({ ...answer, ...own });
    }
  }
  return found;
}

// While their answers are read, nobody else is answered.
const sittingsAtOnce = 100;
