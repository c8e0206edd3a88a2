import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";
import type { Population } from "#lib/study-results/schema.ts";

export type ArrivalCounts = {
  who: Population;
  /** How they came; null where that isn't known. */
  way: RecruitmentWay | null;
  /** Whoever agreed to take part, whatever became of it. */
  agreed: number;
  /** Of those, who never began. */
  notBegun: number;
  withdrawn: number;
  /** Of those, who had begun. */
  withdrewAfter: number;
  /** When the first of those who didn't withdraw began, and when the last finished. */
  first: Date | null;
  last: Date | null;
};

export type Arrivals = {
  coming: readonly ArrivalCounts[];
  /** Personal invitations that were made and still hold, or were used. */
  invited: number;
};

/** In SQL: Prisma can't group by another table's column. */
export async function countArrivals(studyId: SeenStudyId): Promise<Arrivals> {
  const [coming, invited] = await Promise.all([
    db.$queryRaw<ArrivalCounts[]>`
      SELECT CASE WHEN s.is_simulated THEN 'simulated' ELSE 'people' END AS who, i.recruitment::text AS way,
        count(*)::int AS agreed,
        count(*) FILTER (WHERE s.started_at IS NULL)::int AS "notBegun",
        count(*) FILTER (WHERE s.state = 'withdrawn')::int AS withdrawn,
        count(*) FILTER (WHERE s.state = 'withdrawn' AND s.started_at IS NOT NULL)::int AS "withdrewAfter",
        min(s.started_at) FILTER (WHERE s.state <> 'withdrawn') AS first,
        max(s.submitted_at) FILTER (WHERE s.state <> 'withdrawn') AS last
      FROM sittings s LEFT JOIN invitations i ON i.id = s.invitation_id
      WHERE s.study_id = ${studyId}::uuid
      GROUP BY 1, 2 ORDER BY 2 NULLS LAST, 1`,
    db.invitation.count({
      where: {
        studyId,
        recruitment: "invitation",
        isSimulated: false,
        replacedById: null,
        OR: [{ revokedAt: null }, { uses: { gt: 0 } }],
      },
    }),
  ]);
  return { coming, invited };
}
