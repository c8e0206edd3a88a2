import "server-only";
import type { Transaction } from "#lib/db.ts";
import { longestInactive } from "#lib/sittings/serving/inactivity-queries.ts";

/** The cell with the fewest people in it; of those, the one that fewest have finished. In SQL: Prisma can't sort by such a count. */
async function findCell(tx: Transaction, studyId: string): Promise<number | null> {
  const [cell] = await tx.$queryRaw<{ number: number }[]>`
    SELECT c.number FROM study_cells c LEFT JOIN (
        SELECT cell, count(*) AS submitted FROM sittings
        WHERE study_id = ${studyId}::uuid AND state = 'submitted' AND released_at IS NULL AND excluded_at IS NULL
        GROUP BY cell
      ) done ON done.cell = c.number
    WHERE c.study_id = ${studyId}::uuid AND (c.capacity IS NULL OR c.taken < c.capacity)
    ORDER BY c.taken, coalesce(done.submitted, 0), c.number LIMIT 1`;
  return cell?.number ?? null;
}

/** Takes the place of whoever has been inactive longest, where the plan lets it go after so many hours. In SQL: Prisma can't find and change in one statement. */
async function releaseInactive(tx: Transaction, studyId: string, hours: number): Promise<boolean> {
  const released = await tx.$executeRaw`
    UPDATE sittings SET released_at = now() WHERE id = (${longestInactive(studyId, hours)})`;
  return released > 0;
}

const isFree = ({ studyCell }: Pick<Transaction, "studyCell">) => ({
  OR: [{ capacity: null }, { taken: { lt: studyCell.fields.capacity } }],
});

/** Whether somebody new would get a cell at this moment. Nothing is held for them. */
export async function hasPlace(
  client: Pick<Transaction, "$queryRaw" | "studyCell">,
  studyId: string,
  placeHours: number | null,
): Promise<boolean> {
  const free = await client.studyCell.findFirst({
    where: { studyId, ...isFree(client) },
    select: { number: true },
  });
  if (free !== null || placeHours === null) return free !== null;
  return (await client.$queryRaw<unknown[]>(longestInactive(studyId, placeHours))).length > 0;
}

/** The cell that somebody new gets, or null where the study is full. Holds for as long as the places are locked. */
export async function chooseCell(
  tx: Transaction,
  studyId: string,
  placeHours: number | null,
): Promise<number | null> {
  const free = await findCell(tx, studyId);
  if (free !== null || placeHours === null) return free;
  return (await releaseInactive(tx, studyId, placeHours)) ? findCell(tx, studyId) : null;
}

/** Who lost a place can have it again only in the same cell: the cases were laid out already. */
export async function hasRoom(tx: Transaction, studyId: string, cell: number | null): Promise<boolean> {
  if (cell === null) return true;
  return (await tx.studyCell.count({ where: { studyId, number: cell, ...isFree(tx) } })) > 0;
}
