import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import type { EndpointChange, NewEndpoint, TestReport } from "#lib/endpoints/schema.ts";
import { endpointSettingsOf, rowOf, sealKey } from "#lib/endpoints/stored-endpoint.ts";
import { conflict, fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;

const subject = (id: number) => ({ type: "endpoint", id: String(id) });

export async function addEndpoint(
  viewer: Admin,
  { key, ...described }: NewEndpoint,
): Promise<Result<{ id: number }, "invalid">> {
  return whileNamesStand(async (tx) => {
    if (await isTaken(tx, described.name)) return fail("invalid", { name: "taken" });
    const { id } = await tx.modelEndpoint.create({ data: rowOf(described), select: { id: true } });
    if (key !== "") await tx.modelEndpoint.update({ where: { id }, data: { sealedKey: sealKey(key, id) } });
    await recordEvent(tx, viewer, "endpoint.added", subject(id), { ...described, hasKey: key !== "" });
    return succeed({ id });
  });
}

/** In place of what was read under this revision. */
export async function changeEndpoint(
  viewer: Admin,
  { id, revision, key, takesKeyAway, ...described }: EndpointChange,
): Promise<Result<{ revision: number }, "not_found" | "conflict" | "invalid">> {
  return whileNamesStand(async (tx) => {
    const row = await tx.modelEndpoint.findUnique({ where: { id, removedAt: null } });
    if (!row) return fail("not_found");
    if (row.revision !== revision) return conflict(row.revision, await findLastChange(tx, id));
    if (await isTaken(tx, described.name, id)) return fail("invalid", { name: "taken" });
    const keyNow = key !== "" ? "changed" : takesKeyAway ? "taken_away" : "kept";
    // Whoever may change the address must not learn the key by sending it to a server of their own.
    if (keyNow === "kept" && row.sealedKey && originOf(row.address) !== originOf(described.address))
      return fail("invalid", { key: "of_other_host" });
    await tx.modelEndpoint.update({
      where: { id },
      data: {
        ...rowOf(described),
        ...(keyNow === "changed" && { sealedKey: sealKey(key, id) }),
        ...(keyNow === "taken_away" && { sealedKey: null }),
        revision: revision + 1,
        updatedAt: new Date(),
      },
    });
    const details = { before: endpointSettingsOf(row), after: described, key: keyNow };
    await recordEvent(tx, viewer, "endpoint.changed", subject(id), details);
    return succeed({ revision: revision + 1 });
  });
}

/** Nothing is called through it from now on, and its key is gone. */
export async function retireEndpoint(
  viewer: Admin,
  id: number,
  confirmation: string,
): Promise<Result<undefined, "not_found" | "wrong_name">> {
  return whileNamesStand(async (tx) => {
    const row = await tx.modelEndpoint.findUnique({ where: { id, removedAt: null }, select: { name: true } });
    if (!row) return fail("not_found");
    if (row.name !== confirmation) return fail("wrong_name");
    await tx.modelEndpoint.update({
      where: { id },
      data: { removedAt: new Date(), sealedKey: null, revision: { increment: 1 } },
    });
    await recordEvent(tx, viewer, "endpoint.retired", subject(id), row);
    return succeed();
  });
}

type TestRecord = Pick<TestReport, "model" | "failure" | "answeredBy" | "tokens" | "totalMs" | "isFake">;

/** A reply that says it is fake marks the endpoint for good. */
export async function recordTest(viewer: Admin, id: number, tested: TestRecord): Promise<void> {
  await db.$transaction(async (tx) => {
    if (tested.isFake)
      await tx.modelEndpoint.updateMany({ where: { id, isFake: false }, data: { isFake: true } });
    const details = { ...tested, totalMs: Math.round(tested.totalMs) };
    await recordEvent(tx, viewer, "endpoint.tested", subject(id), details);
  });
}

/** One change at a time: of two that give the same name, or read the same revision, the second is told. */
const whileNamesStand = <T>(change: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.$transaction(async (tx) => {
    await takeLock(tx, "model endpoints");
    return change(tx);
  });

const isTaken = async (tx: Transaction, name: string, butId = 0): Promise<boolean> =>
  (await tx.modelEndpoint.count({ where: { name, removedAt: null, id: { not: butId } } })) > 0;

const originOf = (address: string): string => new URL(address).origin;

async function findLastChange(
  tx: Transaction,
  id: number,
): Promise<{ name: string | null; at: Date } | null> {
  const last = await tx.auditEvent.findFirst({
    where: { subjectType: "endpoint", subjectId: String(id), action: "endpoint.changed" },
    select: { at: true, actor: { select: { name: true } } },
    orderBy: { id: "desc" },
  });
  return last && { name: last.actor?.name ?? null, at: last.at };
}
