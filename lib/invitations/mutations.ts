import "server-only";
import { randomBytes } from "node:crypto";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import { type ServiceCodes } from "#lib/invitations/schema.ts";
import { codeFrom } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { isRunning, type RecruitmentWay } from "#lib/studies/schema.ts";

type Admin = Viewer<"admin">;
type Study = "not_found" | "not_open";
/** The code is known here and now only, unless the link is meant to be passed on. */
export type NewInvitation = { id: string; number: number; code: string; cohort: string | null };
type InvitationInput = {
  recruitment: RecruitmentWay;
  maxUses: number;
  cohort: string | null;
  expiresAt: Date | null;
  service?: ServiceCodes;
  /** Whoever comes by it is marked as made up, for good. */
  isSimulated?: boolean;
};

export async function createInvitations(
  viewer: Admin,
  studyId: string,
  given: { count: number; cohort: string | null; expiresAt: Date | null },
): Promise<Result<NewInvitation[], Study>> {
  const { count, ...rest } = given;
  return create(viewer, studyId, count, { ...rest, recruitment: "invitation", maxUses: 1 });
}

export async function inviteSimulated(
  viewer: Admin,
  studyId: string,
  { count, seed }: { count: number; seed: number },
): Promise<Result<NewInvitation[], Study>> {
  const personal = { recruitment: "invitation", maxUses: 1, cohort: null, expiresAt: null } as const;
  return create(viewer, studyId, count, { ...personal, isSimulated: true }, { people: count, seed });
}

export async function createOpenLink(
  viewer: Admin,
  studyId: string,
  given: { cap: number; cohort: string | null; expiresAt: Date | null },
): Promise<Result<NewInvitation, Study>> {
  const { cap, ...rest } = given;
  return createOne(viewer, studyId, { ...rest, recruitment: "open_link", maxUses: cap });
}

export async function createProlific(
  viewer: Admin,
  studyId: string,
  given: { places: number; cohort: string | null; codes: ServiceCodes },
): Promise<Result<NewInvitation, Study>> {
  const { places, cohort, codes } = given;
  return createOne(viewer, studyId, {
    recruitment: "prolific",
    maxUses: places,
    cohort,
    expiresAt: null,
    service: codes,
  });
}

async function createOne(
  viewer: Admin,
  studyId: string,
  making: InvitationInput,
): Promise<Result<NewInvitation, Study>> {
  const made = await create(viewer, studyId, 1, making);
  return made.ok ? succeed(first(made.value)) : made;
}

async function create(
  viewer: Admin,
  studyId: string,
  count: number,
  making: InvitationInput,
  simulation?: { people: number; seed: number },
): Promise<Result<NewInvitation[], Study>> {
  return db.$transaction(async (tx) => {
    const ready = await lockNumbers(tx, studyId);
    if (!ready.ok) return ready;
    const made = await insert(tx, viewer, studyId, count, making);
    const { recruitment, cohort, maxUses } = making;
    const numbers = [first(made).number, made.at(-1)?.number ?? 0];
    const details = { count, recruitment, cohort, maxUses, numbers };
    const subject = { type: "study", id: studyId };
    await recordEvent(tx, viewer, "invitation.created", subject, details);
    if (simulation) await recordEvent(tx, viewer, "study.simulated", subject, simulation);
    return succeed(made);
  });
}

/** A lost link is replaced: the old one dies, and a sitting begun with it is found by the new one. */
export async function reissueInvitation(
  viewer: Admin,
  studyId: string,
  invitationId: string,
): Promise<Result<NewInvitation, Study | "replaced" | "revoked">> {
  return db.$transaction(async (tx) => {
    const ready = await lockNumbers(tx, studyId);
    if (!ready.ok) return ready;
    // Whoever joins by it at this moment is waited for: a cap counts them too. In SQL: Prisma can't hold a row.
    await tx.$executeRaw`SELECT FROM invitations WHERE id = ${invitationId}::uuid FOR UPDATE`;
    const old = await tx.invitation.findFirst({ where: { id: invitationId, studyId } });
    if (!old) return fail("not_found");
    if (old.replacedById) return fail("replaced");
    if (old.revokedAt) return fail("revoked");
    const { recruitment, maxUses, cohort, service, isSimulated } = old;
    const made = first(
      await insert(tx, viewer, studyId, 1, {
        recruitment,
        maxUses,
        cohort,
        isSimulated,
        expiresAt: sameTimeAgain(old),
        // What stands there was checked when it was written.
        ...(service === null ? {} : { service: service as ServiceCodes }),
        // A cap counts people, not links; a personal code opens the same sitting once more.
        uses: recruitment === "invitation" ? 0 : old.uses,
      }),
    );
    await tx.invitation.update({ where: { id: old.id }, data: { replacedById: made.id } });
    const counted = { invitationId: old.id };
    await tx.invitationNetwork.updateMany({ where: counted, data: { invitationId: made.id } });
    const details = { number: old.number, by: made.number };
    await recordEvent(tx, viewer, "invitation.reissued", { type: "study", id: studyId }, details);
    return succeed(made);
  });
}

/** A link that has ended gets as long again as it had. */
function sameTimeAgain({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date | null }): Date | null {
  if (!expiresAt || expiresAt.getTime() > Date.now()) return expiresAt;
  return new Date(Date.now() + expiresAt.getTime() - createdAt.getTime());
}

export async function revokeInvitation(
  viewer: Admin,
  studyId: string,
  invitationId: string,
): Promise<Result<undefined, "not_found">> {
  return db.$transaction(async (tx) => {
    const where = { id: invitationId, studyId };
    const known = await tx.invitation.findFirst({ where, select: { number: true } });
    if (!known) return fail("not_found");
    const { count } = await tx.invitation.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) return succeed();
    await recordEvent(tx, viewer, "invitation.revoked", { type: "study", id: studyId }, known);
    return succeed();
  });
}

type Extension = { expiresAt?: Date | null; maxUses?: number | null };

/** A later end, or room for more people through a link that is passed on. */
export async function extendInvitation(
  viewer: Admin,
  studyId: string,
  invitationId: string,
  { expiresAt, maxUses }: Extension,
): Promise<Result<undefined, "not_found" | "replaced" | "revoked" | "personal" | "below_uses">> {
  return db.$transaction(async (tx) => {
    // In SQL: Prisma can't hold a row.
    const [known] = await tx.$queryRaw<Lockable[]>`
      SELECT number, recruitment::text, uses, revoked_at IS NOT NULL AS revoked, replaced_by_id IS NOT NULL AS replaced
      FROM invitations WHERE id = ${invitationId}::uuid AND study_id = ${studyId}::uuid FOR UPDATE`;
    if (!known) return fail("not_found");
    if (known.replaced) return fail("replaced");
    if (known.revoked) return fail("revoked");
    if (maxUses && known.recruitment === "invitation") return fail("personal");
    if (maxUses && maxUses < known.uses) return fail("below_uses");
    const data = { ...(expiresAt === undefined ? {} : { expiresAt }), ...(maxUses ? { maxUses } : {}) };
    await tx.invitation.update({ where: { id: invitationId }, data });
    const details = {
      number: known.number,
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt?.toISOString() ?? null }),
      ...(maxUses ? { maxUses } : {}),
    };
    await recordEvent(tx, viewer, "invitation.extended", { type: "study", id: studyId }, details);
    return succeed();
  });
}

type Lockable = {
  number: number;
  recruitment: RecruitmentWay;
  uses: number;
  revoked: boolean;
  replaced: boolean;
};

/** Numbers run on without gaps, so those who make invitations at once wait for each other. */
async function lockNumbers(tx: Transaction, studyId: string): Promise<Result<undefined, Study>> {
  await takeLock(tx, "study invitations", studyId);
  const study = await tx.study.findUnique({ where: { id: studyId }, select: { state: true } });
  if (!study) return fail("not_found");
  return isRunning(study.state) ? succeed() : fail("not_open");
}

async function insert(
  tx: Transaction,
  viewer: Admin,
  studyId: string,
  count: number,
  { uses = 0, ...making }: InvitationInput & { uses?: number },
): Promise<NewInvitation[]> {
  const { _max } = await tx.invitation.aggregate({ where: { studyId }, _max: { number: true } });
  const isPublic = making.recruitment !== "invitation";
  const codes = new Map<number, string>();
  const rows = Array.from({ length: count }, (_, i) => {
    const [number, code] = [(_max.number ?? 0) + 1 + i, codeFrom(randomBytes(10))];
    codes.set(number, code);
    return {
      ...making,
      studyId,
      number,
      uses,
      codeHash: hashToken(code),
      publicCode: isPublic ? code : null,
      createdById: viewer.actor.id,
    };
  });
  const made = await tx.invitation.createManyAndReturn({ data: rows, select: { id: true, number: true } });
  return made
    .map(({ id, number }) => ({ id, number, code: codes.get(number) ?? "", cohort: making.cohort }))
    .sort((a, b) => a.number - b.number);
}

function first(made: readonly NewInvitation[]): NewInvitation {
  const [one] = made;
  if (!one) throw new Error("no invitation was made");
  return one;
}
