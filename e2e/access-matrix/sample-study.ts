import { db } from "#lib/db.ts";
import { operator } from "#lib/auth/operator.ts";
import { createInvitations } from "#lib/invitations/mutations.ts";
import { showCode } from "#lib/invitations/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { lookAt } from "#lib/studies/testing/drafts.ts";
import { beginAt, draftStudy, openedStudy } from "#e2e/support/studies.ts";

export type SampleStudy = {
  id: string;
  slug: string;
  title: string;
  /** Of somebody in the middle of a sitting: the caller, where that is a participant. */
  number: number;
  sittingId: string;
  /** A personal invitation that nobody has used, and what is written on it. */
  invitationId: string;
  code: string;
  /** Another study, which could open. */
  draft: { id: string; slug: string; title: string; revision: number; digest: string };
};

/** A study that is open, and one that isn't yet; the member belongs to both, the sitter is in the middle of the first. */
export async function makeStudies(memberId: string | null, sitterId: string | null): Promise<SampleStudy> {
  const questions = { timeLimitMinutes: 60, reportPassage: true };
  const { id, slug, title, link, benchmark } = await openedStudy({ questions });
  const draft = await draftStudy({ benchmark });
  const { number, sittingId } = await beginAt({ link });
  if (sitterId) await db.sitting.update({ where: { id: sittingId }, data: { userId: sitterId } });
  const given = { count: 1, cohort: null, expiresAt: null };
  const invited = await createInvitations(operator(), id, given);
  const [invitation] = invited.ok ? invited.value : [];
  if (!invitation) throw new Error("no invitation was made");
  if (memberId)
    for (const studyId of [id, draft.id]) await addMember(operator(), { studyId, userId: memberId });
  const looked = await lookAt(operator(), draft.slug);
  return {
    id,
    slug,
    title,
    number,
    sittingId,
    invitationId: invitation.id,
    code: showCode(invitation.code),
    draft: { ...draft, ...looked },
  };
}
