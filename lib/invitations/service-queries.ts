import "server-only";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { serviceSchema } from "#lib/invitations/schema.ts";
import { readCode } from "#lib/studies/codes/schema.ts";

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
