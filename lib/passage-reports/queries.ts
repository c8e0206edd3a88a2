import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask, db } from "#lib/db.ts";
import { passageReportKinds, type PassageReportKind } from "#lib/passage-reports/schema.ts";

const readKind = (stored: string): PassageReportKind =>
  passageReportKinds.find((kind) => kind === stored) ?? "other";

/** What one has said of this passage already. */
export async function getOwnReport(
  viewer: Viewer<"participant">,
  sittingId: string,
  position: number,
): Promise<{ kind: PassageReportKind; words: string } | null> {
  const found = await db.passageReport.findFirst({
    where: { sittingId, position, served: { sitting: { userId: viewer.userId } } },
    select: { kind: true, words: true },
  });
  return found && { kind: readKind(found.kind), words: found.words };
}

export type Feedback = {
  reports: {
    track: string;
    key: string;
    participant: number;
    isSimulated: boolean;
    kind: PassageReportKind;
    words: string;
  }[];
  comments: { participant: number; isSimulated: boolean; comment: string }[];
};

const maxListed = 500;

const told = `
  WITH told AS (
    SELECT t.name AS track, c.key, s.number AS participant, s.is_simulated AS "isSimulated", r.kind, r.words,
      row_number() OVER (ORDER BY v.study_case_id, r.reported_at) AS place
    FROM sittings s JOIN passage_reports r ON r.sitting_id = s.id
      JOIN served_cases v ON v.sitting_id = r.sitting_id AND v.position = r.position
      JOIN study_cases sc ON sc.id = v.study_case_id JOIN case_versions cv ON cv.id = sc.case_version_id
      JOIN cases c ON c.id = cv.case_id JOIN tracks t ON t.id = c.track_id
    WHERE s.study_id = $1 AND s.state <> 'withdrawn' ORDER BY place LIMIT $2
  ), said AS (
    SELECT number AS participant, is_simulated AS "isSimulated", last_comment AS comment FROM sittings
    WHERE study_id = $1 AND state <> 'withdrawn' AND last_comment IS NOT NULL ORDER BY number LIMIT $2
  )
  SELECT (SELECT json_agg(told ORDER BY place) FROM told) AS reports,
    (SELECT json_agg(said ORDER BY participant) FROM said) AS comments`;

type ReportRow = Omit<Feedback["reports"][number], "kind"> & { kind: string; place: number };

/**
 * What participants said about passages and at the end; of who withdrew nothing. By their numbers, as the live page.
 * In SQL: Prisma would ask eight times, also where nobody said anything.
 */
export async function getFeedback(studyId: SeenStudyId): Promise<Feedback> {
  const [found] = await ask<{ reports: ReportRow[] | null; comments: Feedback["comments"] | null }>(
    "feedback of a study",
    told,
    [studyId, maxListed],
  );
  return {
    reports: (found?.reports ?? []).map(({ place: _, kind, ...report }) => ({
      ...report,
      kind: readKind(kind),
    })),
    comments: found?.comments ?? [],
  };
}
