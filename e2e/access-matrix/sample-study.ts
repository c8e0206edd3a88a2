import { db } from "#lib/db.ts";
import { signCard } from "#lib/cards/signing.ts";
import { ownKey, ownPublicKey } from "#lib/cards/own-key.ts";
import { cardCodeFrom } from "#lib/cards/requests.ts";
import { madeCard } from "#lib/cards/testing/made-card.ts";
import { operator } from "#lib/auth/operator.ts";
import { createInvitations } from "#lib/invitations/mutations.ts";
import { showCode } from "#lib/studies/codes/schema.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt } from "#lib/studies/testing/drafts.ts";
import { makeBenchmark } from "#e2e/access-matrix/sample-benchmark.ts";
import { beginAt, draftStudy, openedStudy } from "#e2e/support/studies.ts";

export type RunningStudy = {
  id: string;
  slug: string;
  title: string;
  /** Of somebody in the middle of a sitting: the caller, where that is a participant. */
  number: number;
  sittingId: string;
  /** A personal invitation that nobody has used, and what is written on it. */
  invitationId: string;
  code: string;
};
export type StudyDraft = { id: string; slug: string; title: string; revision: number; digest: string };

// Made once: no study changes what it takes its cases from.
let benchmark: Promise<string> | undefined;
const casesOfAll = () => (benchmark ??= makeBenchmark().then(({ slug }) => slug));

/** A study that is open; the sitter, if there is one, is in the middle of it. */
export async function makeRunningStudy(sitterId: string | undefined): Promise<RunningStudy> {
  const questions = { timeLimitMinutes: 60, reportPassage: true };
  const { id, slug, title, link } = await openedStudy({ benchmark: await casesOfAll(), questions });
  const { number, sittingId } = await beginAt({ link });
  if (sitterId) await db.sitting.update({ where: { id: sittingId }, data: { userId: sitterId } });
  const given = { count: 1, cohort: null, expiresAt: null };
  const invited = await createInvitations(operator(), id, given);
  const [invitation] = invited.ok ? invited.value : [];
  if (!invitation) throw new Error("no invitation was made");
  const { id: invitationId, code } = invitation;
  return { id, slug, title, number, sittingId, invitationId, code: showCode(code) };
}

export type SampleCard = { code: string; title: string };

/** Of another study, that is closed: what it says is made up, and signed by the product's own key. */
export async function publishSample(): Promise<SampleCard> {
  const { id, slug } = await openedStudy({ benchmark: await casesOfAll() });
  const closed = await closeStudy(operator(), slug);
  if (!closed.ok) throw new Error(`not closed: ${closed.error}`);
  const code = cardCodeFrom(crypto.getRandomValues(new Uint8Array(26)));
  const content = madeCard();
  const document = signCard(content, ownKey());
  const { fingerprint } = ownPublicKey();
  await db.studyCard.create({
    data: {
      studyId: id,
      code,
      isPublished: true,
      issue: 1,
      issuedAt: new Date(content.issuedAt),
      document,
      fingerprint,
      stamp: "sample",
    },
  });
  return { code, title: content.study.title };
}

/** One that could open. */
export async function makeStudyDraft(): Promise<StudyDraft> {
  const { id, slug, title } = await draftStudy({ benchmark: await casesOfAll() });
  return { id, slug, title, ...(await lookAt(operator(), slug)) };
}
