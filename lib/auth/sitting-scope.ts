import "server-only";
import type pg from "pg";
import { ask, db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { Viewer } from "#lib/auth/viewer.ts";

declare const own: unique symbol;

type Participant = Viewer<"participant">;

/** The ids of a sitting that was looked up as its participant's own, and of the study it is in. */
export type OwnSittingId = string & { readonly [own]: "sitting" };
export type OwnStudyId = string & { readonly [own]: "study" };
type Ids = { id: OwnSittingId; studyId: OwnStudyId };

type OwnSitting<S extends Prisma.SittingSelect> = Omit<Prisma.SittingGetPayload<{ select: S }>, keyof Ids> &
  Ids;

/** Null where there is no such sitting, and where it is somebody else's. */
export async function lookUpSitting<const S extends Prisma.SittingSelect>(
  viewer: Participant,
  sittingId: string,
  select: S,
): Promise<OwnSitting<S> | null> {
  const found = await db.sitting.findFirst({
    where: { id: sittingId, userId: viewer.userId },
    select: { id: true, studyId: true, ...select } as Prisma.SittingSelect,
  });
  return found as OwnSitting<S> | null;
}

type Question = { name: string; columns: string; from: string; values?: readonly unknown[] };

/**
 * The same in SQL, as one prepared statement: `columns` are read `from` the table `own`, which has that sitting or nothing.
 * The first of `values` is $3.
 */
export const lookUpSittingRows = <Row extends pg.QueryResultRow>(
  viewer: Participant,
  sittingId: string,
  { name, columns, from, values = [] }: Question,
): Promise<(Row & Ids)[]> =>
  ask<Row & Ids>(
    name,
    `WITH own AS (SELECT * FROM sittings WHERE id = $1 AND user_id = $2)
     SELECT own.id, own.study_id AS "studyId", ${columns} FROM ${from}`,
    [sittingId, viewer.userId, ...values],
  );
