import "server-only";
import type { Transaction } from "#lib/db.ts";
import { bestCell } from "#lib/sittings/joining/place-queries.ts";
import { longestInactive } from "#lib/sittings/serving/inactivity-queries.ts";

/** Takes the place of whoever has been inactive longest, where the plan lets it go after so many hours. In SQL: Prisma can't find and change in one statement. */
async function releaseInactive(tx: Transaction, studyId: string, hours: number): Promise<boolean> {
  const released = await tx.$executeRaw`
    UPDATE sittings SET released_at = now() WHERE id = (${longestInactive(studyId, hours)})`;
  return released > 0;
}

const isFree = ({ studyCell }: Pick<Transaction, "studyCell">) => ({
  OR: [{ capacity: null }, { taken: { lt: studyCell.fields.capacity } }],
});

/** Whether somebody has been inactive for so long that their place would be given to somebody new. */
export const hasInactive = async (
  client: Pick<Transaction, "$queryRaw">,
  studyId: string,
  placeHours: number | null,
): Promise<boolean> =>
  placeHours !== null && (await client.$queryRaw<unknown[]>(longestInactive(studyId, placeHours))).length > 0;

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
  return free !== null || hasInactive(client, studyId, placeHours);
}

/** The cell that somebody gets for whom none is free. Holds for as long as the places are locked. */
export async function freeUpCell(
  tx: Transaction,
  studyId: string,
  placeHours: number | null,
): Promise<number | null> {
  if (placeHours === null || !(await releaseInactive(tx, studyId, placeHours))) return null;
  const [cell] = await tx.$queryRaw<{ number: number }[]>(bestCell(studyId));
  return cell?.number ?? null;
}

/** Who lost a place can have it again only in the same cell: the cases were laid out already. */
export async function hasRoom(tx: Transaction, studyId: string, cell: number | null): Promise<boolean> {
  if (cell === null) return true;
  return (await tx.studyCell.count({ where: { studyId, number: cell, ...isFree(tx) } })) > 0;
}
