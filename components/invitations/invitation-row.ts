import type { ListedInvitation } from "#lib/invitations/queries.ts";
import { type InvitationState } from "#lib/invitations/schema.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";

/** What the browser is told of an invitation with which something can be done. */
export type ManagedInvitation = {
  id: string;
  number: number;
  way: RecruitmentWay;
  state: InvitationState;
  cohort: string | null;
  uses: number;
  maxUses: number;
  /** The day of its end, as a date field has it. */
  lastDay: string;
  publicCode: string | null;
};

export const managed = (row: ListedInvitation): ManagedInvitation => ({
  id: row.id,
  number: row.number,
  way: row.recruitment,
  state: row.state,
  cohort: row.cohort,
  uses: row.uses,
  maxUses: row.maxUses,
  lastDay: row.expiresAt?.toISOString().slice(0, 10) ?? "",
  publicCode: row.publicCode,
});

export type InvitationActions = { link: boolean; extend: boolean; reissue: boolean; revoke: boolean };

/** What can be done with it. A personal one that is used has let its person in: nothing of it is left to end. */
export function actionsOf({ way, state, publicCode }: ManagedInvitation): InvitationActions {
  const isAlive = state !== "replaced" && state !== "revoked";
  const isSpent = way === "invitation" && state === "used";
  return {
    link: isAlive && publicCode !== null,
    extend: isAlive && !isSpent,
    reissue: isAlive,
    revoke: isAlive && !isSpent,
  };
}
