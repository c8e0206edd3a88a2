import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { EndpointView, RetiredEndpoint } from "#lib/endpoints/schema.ts";
import { endpointSettingsOf, openKey } from "#lib/endpoints/stored-endpoint.ts";
import type { ModelEndpoint } from "#lib/generated/prisma/client.ts";

type Admin = Viewer<"admin">;

/** Those in use, by name. */
export async function listEndpoints(_admin: Admin): Promise<EndpointView[]> {
  const rows = await db.modelEndpoint.findMany({ where: { removedAt: null }, orderBy: { name: "asc" } });
  return rows.map(viewOf);
}

/** Those that nothing is called through any more, the newest first. */
export async function listRetiredEndpoints(_admin: Admin): Promise<RetiredEndpoint[]> {
  const where = { removedAt: { not: null } };
  const select = { id: true, name: true, address: true, removedAt: true, isFake: true } as const;
  const rows = await db.modelEndpoint.findMany({ where, select, orderBy: { removedAt: "desc" } });
  const events = await db.auditEvent.findMany({
    where: { action: "endpoint.retired", subjectId: { in: rows.map(({ id }) => String(id)) } },
    select: { subjectId: true, actor: { select: { name: true } } },
  });
  const names = new Map(events.map(({ subjectId, actor }) => [subjectId, actor?.name ?? null]));
  return rows.flatMap(({ removedAt, ...row }) =>
    removedAt ? [{ ...row, removedAt, by: names.get(String(row.id)) ?? null }] : [],
  );
}

/** Retired ones too: what was called through them goes on naming them. */
export async function getEndpoint(_admin: Admin, id: number): Promise<EndpointView | null> {
  const row = await db.modelEndpoint.findUnique({ where: { id } });
  return row && viewOf(row);
}

function viewOf(row: ModelEndpoint): EndpointView {
  const { id, sealedKey, isFake, revision, updatedAt, createdAt, removedAt } = row;
  return {
    ...endpointSettingsOf(row),
    id,
    isFake,
    revision,
    updatedAt,
    createdAt,
    removedAt,
    hasKey: sealedKey !== null,
    isKeyReadable: sealedKey === null || openKey(sealedKey, id) !== null,
  };
}
