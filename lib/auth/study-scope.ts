import "server-only";
import type pg from "pg";
import { ask, db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { Viewer } from "#lib/auth/viewer.ts";

declare const seen: unique symbol;

export type Staff = Viewer<"admin" | "researcher">;

/**
 * The id of a study that was looked up among those of a viewer. Who asks for rows of one study asks for this, so that
 * an id from an address, a form or a job has to be looked up first, and does not compile otherwise.
 */
export type SeenStudyId = string & { readonly [seen]: "study" };

/** Admins see every study, researchers those they belong to: part of every `where` about studies and what hangs on them. */
export const studiesOf = (viewer: Staff): Prisma.StudyWhereInput =>
  viewer.role === "admin" ? {} : { members: { some: { userId: viewer.userId } } };

type SeenStudy<S extends Prisma.StudySelect> = Omit<Prisma.StudyGetPayload<{ select: S }>, "id"> & {
  id: SeenStudyId;
};

/** Null where there is no such study, and where it is others'. */
export async function lookUpStudy<const S extends Prisma.StudySelect>(
  viewer: Staff,
  where: Prisma.StudyWhereInput,
  select: S,
): Promise<SeenStudy<S> | null> {
  const found = await db.study.findFirst({
    where: { AND: [where, studiesOf(viewer)] },
    select: { id: true, ...select } as Prisma.StudySelect,
  });
  return found as SeenStudy<S> | null;
}

type Question = { name: string; columns: string; from: string };

/** The same by its address, in SQL, as one prepared statement: `columns` are read `from` the table `seen`, which has that study or nothing. */
export async function lookUpStudyRow<Row extends pg.QueryResultRow>(
  { role, userId }: Staff,
  slug: string,
  { name, columns, from }: Question,
): Promise<(Row & { id: SeenStudyId }) | null> {
  const [found] = await ask<Row & { id: SeenStudyId }>(
    name,
    `WITH seen AS (SELECT * FROM studies s WHERE slug = $1 AND ($2::uuid IS NULL OR EXISTS (
       SELECT FROM study_members m WHERE m.study_id = s.id AND m.user_id = $2)))
     SELECT seen.id, ${columns} FROM ${from}`,
    [slug, role === "admin" ? null : userId],
  );
  return found ?? null;
}
