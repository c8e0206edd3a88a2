import "server-only";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { ask, db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { countAsked, countToAnswer, listAskedTracks } from "#lib/studies/strata/schema.ts";
import {
  invitationsPerPage,
  judgeInvitation,
  judgeStudy,
  serviceSchema,
  type InvitationProblem,
  type InvitationState,
} from "#lib/invitations/schema.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { parsePlanOf } from "#lib/studies/frozen/schema.ts";
import type { Design, RecruitmentWay, StudyLanguage, StudyState } from "#lib/studies/schema.ts";

/** Whether people were ever invited to a study that isn't the demo's. */
export async function hasInvited(_admin: Viewer<"admin">): Promise<boolean> {
  const where = { isSimulated: false, study: { isDemo: false } };
  return (await db.invitation.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * A page of them, each with the number of the one that took its place and those of the sittings begun with it, at most five.
 * Public and service codes are for those who invite: null for researchers.
 */
export async function listInvitations(
  viewer: Staff,
  studyId: SeenStudyId,
  { page = 1, state }: { page?: number; state?: InvitationState } = {},
) {
  const now = new Date();
  const where = { studyId, ...(state ? inState(state, now) : {}) };
  const total = await db.invitation.count({ where });
  const pages = Math.max(1, Math.ceil(total / invitationsPerPage));
  const at = Math.min(Math.max(1, page), pages);
  const rows = await db.invitation.findMany({
    where,
    select: {
      id: true,
      number: true,
      recruitment: true,
      isSimulated: true,
      cohort: true,
      maxUses: true,
      uses: true,
      createdAt: true,
      expiresAt: true,
      revokedAt: true,
      publicCode: true,
      service: true,
      replacedBy: { select: { number: true } },
      sittings: { select: { number: true }, orderBy: { number: "asc" }, take: 5 },
    },
    orderBy: { number: "asc" },
    skip: (at - 1) * invitationsPerPage,
    take: invitationsPerPage,
  });
  const invitations = rows.map(({ publicCode, service, replacedBy, sittings, ...row }) => ({
    ...row,
    state: judgeInvitation({ ...row, isReplaced: replacedBy !== null }, now),
    replacedBy: replacedBy?.number ?? null,
    sittings: sittings.map(({ number }) => number),
    publicCode: viewer.role === "admin" ? publicCode : null,
    service: viewer.role === "admin" && service !== null ? serviceSchema.parse(service) : null,
  }));
  return { total, page: at, pages, invitations };
}
export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>["invitations"][number];

/** How many are left by which somebody who isn't made up may still come in, links for many among them. */
export const countWaitingInvitations = (studyId: SeenStudyId): Promise<number> =>
  db.invitation.count({
    where: { studyId, isSimulated: false, ...inState("waiting", new Date()) },
  });

/** The same rules as `judgeInvitation`, as a condition. */
function inState(state: InvitationState, now: Date): Prisma.InvitationWhereInput {
  const used = { uses: { gte: db.invitation.fields.maxUses } };
  const unused = { uses: { lt: db.invitation.fields.maxUses } };
  const alive = { replacedById: null, revokedAt: null };
  switch (state) {
    case "replaced":
      return { replacedById: { not: null } };
    case "revoked":
      return { replacedById: null, revokedAt: { not: null } };
    case "used":
      return { ...alive, ...used };
    case "expired":
      return { ...alive, ...unused, expiresAt: { lte: now } };
    case "waiting":
      return { ...alive, ...unused, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  }
}

export type InvitationDetails = {
  recruitment: RecruitmentWay;
  study: { title: string; state: StudyState; isDemo: boolean };
  /** The languages it can be read in, and the text in each. */
  texts: { language: StudyLanguage; id: string }[];
  /** Somebody new gets a place; without one, the place of somebody who has gone may still be free. */
  hasFreeCell: boolean;
  questions: Design["questions"];
  /** What one person gets. */
  cases: number;
  practice: number;
  /** Of the cases. */
  languages: string[];
  /** Null where one may take part. */
  problem: InvitationProblem | null;
};

type InvitationRow = Pick<InvitationDetails, "recruitment" | "texts" | "hasFreeCell"> &
  Parameters<typeof judgeInvitation>[0] & {
    id: string;
    title: string;
    state: StudyState;
    isDemo: boolean;
    draft: string;
    tracks: { name: string; language: string }[];
    /** Of the planned cases, how many one participant gets; null where that is all of them. */
    mostAsked: number | null;
  };

/** Looks without touching: link previews and mail scanners must not use it up. In SQL: hundreds may come at once, and Prisma would ask three times. */
export async function inspectInvitation(typed: string): Promise<Result<InvitationDetails, "unknown">> {
  const code = readCode(typed);
  if (!code) return fail("unknown");
  const [found] = await ask<InvitationRow>(
    "invitation",
    `SELECT i.recruitment::text, i.uses, i.max_uses AS "maxUses", i.expires_at AS "expiresAt",
       i.revoked_at AS "revokedAt", i.replaced_by_id IS NOT NULL AS "isReplaced",
       s.id, s.title, s.state::text, s.is_demo AS "isDemo", s.draft::text AS draft,
       EXISTS (SELECT FROM study_cells c
         WHERE c.study_id = s.id AND (c.capacity IS NULL OR c.taken < c.capacity)) AS "hasFreeCell",
       coalesce((SELECT json_agg(json_build_object('language', t.language, 'id', t.id) ORDER BY t.language)
         FROM (SELECT DISTINCT ON (language) language, id FROM study_texts
           WHERE study_id = s.id ORDER BY language, version DESC) t), '[]') AS texts,
       CASE WHEN s.draft->'sample' ? 'ratedOnce' THEN (SELECT max(n) FROM (SELECT count(*)::int AS n
         FROM study_cell_cases WHERE study_id = s.id GROUP BY cell) sizes) END AS "mostAsked",
       coalesce((SELECT json_agg(json_build_object('name', t.name, 'language', t.language) ORDER BY t.position)
         FROM tracks t WHERE t.benchmark_id = s.benchmark_id), '[]') AS tracks
     FROM invitations i JOIN studies s ON s.id = i.study_id WHERE i.code_hash = $1`,
    [Buffer.from(hashToken(code))],
  );
  if (!found) return fail("unknown");
  const { recruitment, texts, hasFreeCell, title, isDemo, mostAsked } = found;
  const { questions, sample } = parsePlanOf(found);
  const asked = listAskedTracks(sample);
  const languages = found.tracks.flatMap(({ name, language }) => (asked.includes(name) ? [language] : []));
  const state = judgeInvitation(found, new Date());
  return succeed({
    recruitment,
    study: { title, state: found.state, isDemo },
    texts,
    hasFreeCell,
    questions,
    cases: countToAnswer(sample) - (mostAsked === null ? 0 : countAsked(sample) - mostAsked),
    practice: sample.practice.count,
    languages: [...new Set(languages)],
    problem: state === "waiting" ? judgeStudy(found.state) : state,
  });
}

/** With what somebody who declines, or for whom there is no place, goes back to the recruiting service. */
export async function getServiceCode(
  typed: string,
  which: "noConsent" | "screenOut",
): Promise<string | null> {
  const code = readCode(typed);
  if (!code) return null;
  const found = await db.invitation.findUnique({
    where: { codeHash: hashToken(code) },
    select: { service: true },
  });
  return found?.service ? serviceSchema.parse(found.service)[which] : null;
}

/** With what a participant who has handed in goes back there, or one who goes no further. */
export async function getReturnCode(
  viewer: Viewer<"participant">,
  sittingId: string,
  which: "completion" | "screenOut" = "completion",
): Promise<string | null> {
  const state = which === "completion" ? "submitted" : "started";
  const found = await db.sitting.findFirst({
    where: { id: sittingId, userId: viewer.userId, state },
    select: { invitation: { select: { service: true } } },
  });
  const service = found?.invitation?.service;
  return service ? serviceSchema.parse(service)[which] : null;
}
