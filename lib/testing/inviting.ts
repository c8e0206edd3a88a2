import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createInvitations, type NewInvitation } from "#lib/invitations/mutations.ts";
import { inspectInvitation } from "#lib/invitations/queries.ts";
import type { InvitationProblem } from "#lib/invitations/schema.ts";
import { joinStudy } from "#lib/sittings/joining/join-mutations.ts";
import { returnByLink } from "#lib/sittings/returning/mutations.ts";
import type { JoinInput } from "#lib/sittings/schema.ts";
import { elsewhere } from "#lib/testing/people.ts";
import { expectValue, type TrialStudy } from "#lib/testing/trial-study.ts";

type InvitationExtras = { cohort: string | null; expiresAt: Date | null };

/** For no cohort, without an end. */
export const always: InvitationExtras = { cohort: null, expiresAt: null };
export const later = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
export const refused = (error: string) => ({ ok: false, error });

/** Personal invitations, by one admin. */
export function inviteAs(viewer: Viewer<"admin">) {
  const invite = async (
    { id }: TrialStudy,
    count = 1,
    rest: InvitationExtras = always,
  ): Promise<NewInvitation[]> => expectValue(await createInvitations(viewer, id, { count, ...rest }));
  async function inviteOne(study: TrialStudy, rest: InvitationExtras = always): Promise<NewInvitation> {
    const [one] = await invite(study, 1, rest);
    if (!one) throw new Error("no invitation");
    return one;
  }
  return { invite, inviteOne };
}

type JoinOptions = Partial<Pick<JoinInput, "language" | "form" | "prolific" | "ticks">>;

export const join = (
  code: string,
  { language = "en", ...given }: JoinOptions = {},
  known: KnownDevice | null = null,
) => joinStudy({ code, language, ...given }, elsewhere(), known);
export const goBack = (
  code: string,
  pid: string | null = null,
  { passphrase = "", known = null }: { passphrase?: string; known?: KnownDevice | null } = {},
) => returnByLink({ code, pid, passphrase }, elsewhere(), known);
export const problemOf = async (code: string): Promise<InvitationProblem | null> =>
  expectValue(await inspectInvitation(code)).problem;
