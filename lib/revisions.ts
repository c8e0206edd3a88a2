import { conflict, succeed, type Result } from "#lib/result.ts";

/** Who wrote a revision, and when. */
export const revisionFields = {
  revision: true,
  writtenAt: true,
  writtenBy: { select: { name: true } },
} as const;
type Revision = { revision: number; writtenAt: Date; writtenBy: { name: string } | null };

type RevisionStore = {
  /** The revision that the writer has read; 0 where there was none. */
  seen: number;
  findLast: () => Promise<Revision | null>;
  /** Stores the next one, unless somebody else has just stored one of that number. */
  add: (revision: number) => PromiseLike<{ count: number }>;
};

/** Adds to what is never written over. Whoever read an older revision is told who wrote since, and nothing is stored. */
export async function addRevision({
  seen,
  findLast,
  add,
}: RevisionStore): Promise<Result<{ revision: number }, "conflict">> {
  const isNewest = ((await findLast())?.revision ?? 0) === seen;
  // Of two who save at once the database takes one.
  const { count } = isNewest ? await add(seen + 1) : { count: 0 };
  if (count > 0) return succeed({ revision: seen + 1 });
  const last = await findLast();
  return conflict(last?.revision ?? 0, last && { name: last.writtenBy?.name ?? null, at: last.writtenAt });
}
