import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { showCode } from "#lib/studies/codes/schema.ts";
import { cohortName, type StudyState } from "#lib/studies/schema.ts";

export const maxInvitations = 2000;

export const joinPath = (code: string): string => `/join/${showCode(code)}`;

export const invitationStates = ["waiting", "used", "expired", "revoked", "replaced"] as const;
export type InvitationState = (typeof invitationStates)[number];
/** Why an invitation opens no door. */
export type InvitationProblem = "not_open" | "paused" | "closed" | Exclude<InvitationState, "waiting">;
export const invitationsPerPage = 50;

type InvitationUse = {
  uses: number;
  maxUses: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
  isReplaced: boolean;
};

export function judgeInvitation(
  { uses, maxUses, expiresAt, revokedAt, isReplaced }: InvitationUse,
  now = new Date(),
): InvitationState {
  if (isReplaced) return "replaced";
  if (revokedAt) return "revoked";
  if (uses >= maxUses) return "used";
  return expiresAt && expiresAt <= now ? "expired" : "waiting";
}

/** Whether anybody new may begin. */
export function judgeStudy(state: StudyState): InvitationProblem | null {
  if (state === "open") return null;
  if (state === "draft") return "not_open";
  return state === "paused" ? "paused" : "closed";
}

const word = z.string().trim().min(1, "empty").max(100, "too_long").regex(withoutNul, "wrong_character");
/** What Prolific calls the values it adds to a link. */
export const prolificParameters = { pid: "PROLIFIC_PID", study: "STUDY_ID", session: "SESSION_ID" } as const;
/** The codes with which people are sent back to Prolific. */
export const serviceSchema = z.strictObject({ completion: word, screenOut: word, noConsent: word });
export type ServiceCodes = z.output<typeof serviceSchema>;

const count = (most: number) =>
  z.coerce.number().pipe(z.int("whole").min(1, "too_small").max(most, "too_large"));
const nothing = z.literal("").transform(() => null);
const cohort = z.union([nothing, cohortName]).default(null);
/** A day means until its end: people who read "until Friday" come on Friday. */
const lastDay = z.iso.date("wrong_date").transform((day) => new Date(`${day}T23:59:59.999Z`));
const moment = z.iso.datetime({ offset: true }).transform((at) => new Date(at));
const end = z
  .union([nothing, lastDay, moment], "wrong_date")
  .refine((at) => at === null || at.getTime() > Date.now(), "past");
const expiresAt = end.default(null);

export const newInvitations = z.object({
  studyId: z.uuid(),
  count: count(maxInvitations),
  cohort,
  expiresAt,
});
export const newOpenLink = z.object({ studyId: z.uuid(), cap: count(100_000), cohort, expiresAt });
/** By one code for two purposes Prolific would pay, or turn away, whoever it was not meant for. */
export const newProlific = z
  .object({
    studyId: z.uuid(),
    places: count(100_000),
    cohort,
    completion: word,
    screenOut: word,
    noConsent: word,
  })
  .superRefine(({ completion, screenOut, noConsent }, { addIssue }) => {
    const refuse = (path: string) => addIssue({ code: "custom", message: "same_code", path: [path] });
    const [done, out, declined] = [completion, screenOut, noConsent].map((code) => code.toLowerCase());
    if (out === done) refuse("screenOut");
    if (declined === done || declined === out) refuse("noConsent");
  });
export const invitationInput = z.object({ studyId: z.uuid(), invitationId: z.uuid() });
export const extensionInput = invitationInput.extend({
  /** Left out: the end stays as it is. */
  expiresAt: end.optional(),
  maxUses: z.union([nothing, count(100_000)]).default(null),
});
