import "server-only";
import { reviewsOf } from "#lib/auth/review-scope.ts";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { benchmarkPath, personPath, reviewPath, studyPath } from "#lib/paths.ts";
import type { Place } from "#lib/places/schema.ts";

const maxOfKind = 6;

/**
 * Places whose name holds the text, the newest first; without a text the newest studies. Researchers find their own studies and
 * reviews, benchmarks and people are for admins.
 */
export async function searchPlaces(viewer: Staff, text: string): Promise<Place[]> {
  // Prisma asks with ILIKE, to which "%" and "_" are patterns.
  const named = { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
  const isEmpty = text === "";
  const isAdmin = viewer.role === "admin";
  const newest = { orderBy: { createdAt: "desc" }, take: maxOfKind } as const;
  const titled = { select: { slug: true, title: true } } as const;
  const [studies, reviews, benchmarks, people] = await Promise.all([
    db.study.findMany({ where: { AND: [studiesOf(viewer), { title: named }] }, ...titled, ...newest }),
    isEmpty
      ? []
      : db.review.findMany({ where: { AND: [reviewsOf(viewer), { title: named }] }, ...titled, ...newest }),
    isEmpty || !isAdmin
      ? []
      : db.benchmark.findMany({ where: { name: named }, select: { slug: true, name: true }, ...newest }),
    isEmpty || !isAdmin
      ? []
      : db.user.findMany({
          where: { isSimulated: false, OR: [{ name: named }, { handle: named }] },
          select: { id: true, name: true },
          ...newest,
        }),
  ]);
  return [
    ...studies.map(({ slug, title }): Place => ({ kind: "study", href: studyPath(slug), name: title })),
    ...benchmarks.map(({ slug, name }): Place => ({ kind: "benchmark", href: benchmarkPath(slug), name })),
    ...reviews.map(({ slug, title }): Place => ({ kind: "review", href: reviewPath(slug), name: title })),
    ...people.map(({ id, name }): Place => ({ kind: "person", href: personPath(id), name })),
  ];
}
