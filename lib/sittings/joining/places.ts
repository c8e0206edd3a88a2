import "server-only";
import type { Transaction } from "#lib/db.ts";
import { bestCell, longestInactive } from "#lib/sittings/joining/place-queries.ts";

/** Takes the place of whoever has been inactive longest, where the plan lets it go after so many hours. In SQL: Prisma can't find and change in one statement. */
async function releaseInactive(
  tx: Transaction,
  studyId: string,
  hours: number,
  arm: number | null,
): Promise<boolean> {
  const released = await tx.$executeRaw`
    UPDATE sittings SET released_at = now() WHERE id = (
      SELECT id FROM (${longestInactive(studyId, hours, arm)}) AS longest)`;
  return released > 0;
}

const isFree = ({ studyCell }: Pick<Transaction, "studyCell">) => ({
  OR: [{ capacity: null }, { taken: { lt: studyCell.fields.capacity } }],
});

type Inactive = { arm: number | null };

/** Who has been inactive for so long that their place would be given to somebody new, in any arm or in one; null where nobody has. */
export async function findInactive(
  client: Pick<Transaction, "$queryRaw">,
  studyId: string,
  placeHours: number | null,
  arm: number | "any" = "any",
): Promise<Inactive | null> {
  if (placeHours === null) return null;
  const [longest] = await client.$queryRaw<Inactive[]>(longestInactive(studyId, placeHours, arm));
  return longest ?? null;
}

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
  return free !== null || (await findInactive(client, studyId, placeHours)) !== null;
}

/** The cell that somebody gets for whom none is free. Holds for as long as the places are locked. */
export async function freeUpCell(
  tx: Transaction,
  studyId: string,
  placeHours: number | null,
  arm: number | null,
): Promise<number | null> {
  if (placeHours === null || !(await releaseInactive(tx, studyId, placeHours, arm))) return null;
  const [cell] = await tx.$queryRaw<{ number: number }[]>(bestCell(studyId, { arm }));
  return cell?.number ?? null;
}

/** Who lost a place can have it again only in the same cell: the cases were laid out already. */
export async function hasRoom(tx: Transaction, studyId: string, cell: number | null): Promise<boolean> {
  if (cell === null) return true;
  return (await tx.studyCell.count({ where: { studyId, number: cell, ...isFree(tx) } })) > 0;
}
