import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { papersOfSize, type CasesOfTrack } from "#lib/published/tables.ts";
import { papers, type Paper } from "#lib/published/papers.ts";

type Admin = Viewer<"admin">;

export type PublishedChoice = {
  /** Whose cases an admin declared these to be, and whether they are still those that were there then. */
  declared: { paper: Paper; isStill: boolean } | null;
  /** Papers whose published cases these could be. */
  possible: readonly Paper[];
};

type SizedBenchmark = { id: number; tracks: readonly CasesOfTrack[] };

/** In SQL: Prisma has no digests. */
export async function getPublishedChoice(
  _admin: Admin,
  { id, tracks }: SizedBenchmark,
): Promise<PublishedChoice> {
  const [found] = await db.$queryRaw<{ named: string; isStill: boolean }[]>`
    SELECT published_as AS named, published_digest = digest_of_cases(id) AS "isStill"
    FROM benchmarks WHERE id = ${id} AND published_as IS NOT NULL`;
  const paper = papers.find((one) => one === found?.named);
  return {
    declared: paper && found ? { paper, isStill: found.isStill } : null,
    possible: papersOfSize(papers, tracks),
  };
}
