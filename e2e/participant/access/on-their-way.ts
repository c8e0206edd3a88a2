import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { createInvitations } from "#lib/invitations/mutations.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { answer, consentTo, openedStudy, type OpenStudy } from "#e2e/support/studies.ts";

export async function invite({ id }: OpenStudy): Promise<string> {
  const made = await createInvitations(operator(), id, { count: 1, cohort: null, expiresAt: null });
  const [one] = made.ok ? made.value : [];
  if (!one) throw new Error("no invitation was made");
  return one.code;
}

/** Somebody who came by a link of their own and has answered the first of two cases. */
export async function inTheMiddle() {
  const study = await openedStudy();
  const code = await invite(study);
  const sitter = await consentTo({ link: code });
  await startSitting(sitter.viewer, sitter.sittingId);
  await answer(sitter, 1);
  return { study, code, ...sitter };
}

/** The passphrase, after consent. */
export const words = (page: Page) => page.locator("[data-alone-on-paper] dd").nth(1);
export const countSittings = (studyId: string) => db.sitting.count({ where: { studyId } });

/** How often each link of a study was used. */
export async function listUses(studyId: string): Promise<number[]> {
  const links = await db.invitation.findMany({ where: { studyId } });
  return links.map(({ uses }) => uses);
}

export const storedAnswers = (sittingId: string) => db.answer.count({ where: { sittingId } });
