import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { exampleNames, exampleTitles, type Examples } from "#lib/demo/examples/schema.ts";
import { simulatedTitle } from "#lib/demo/schema.ts";
import { underWay } from "#lib/jobs/schema.ts";
import { benchmarkPath, resultsPath, reviewPath, studyCardPath } from "#lib/paths.ts";

type Admin = Viewer<"admin">;

/** Null where there is no demo that they could stand beside. */
export async function listExamples(_admin: Admin): Promise<Examples | null> {
  const [studies, review, curated, jobs] = await Promise.all([
    db.study.findMany({
      where: { isDemo: true, title: { in: [simulatedTitle, exampleTitles.rating, exampleTitles.arms] } },
      select: { title: true, slug: true, state: true, card: { select: { isPublished: true } } },
      orderBy: { createdAt: "desc" },
    }),
    db.review.findFirst({
      where: { isDemo: true, title: exampleTitles.review, state: "closed" },
      select: { slug: true },
    }),
    db.benchmark.findFirst({ where: { isDemo: true, name: exampleTitles.curated }, select: { slug: true } }),
    db.job.count({ where: { kind: "make_examples", state: underWay } }),
  ]);
  const watched = studies.find(({ title }) => title === simulatedTitle);
  if (!watched) return null;
  const closed = (title: string) =>
    studies.find((study) => study.title === title && study.state === "closed")?.slug;
  const [rating, arms] = [closed(exampleTitles.rating), closed(exampleTitles.arms)];
  const paths = {
    rating: rating === undefined ? null : resultsPath(rating),
    arms: arms === undefined ? null : resultsPath(arms, "arms"),
    review: review && reviewPath(review.slug),
    curated: curated && benchmarkPath(curated.slug),
    card: watched.card?.isPublished ? studyCardPath(watched.slug) : null,
  };
  return { examples: exampleNames.map((name) => ({ name, path: paths[name] })), isBeingMade: jobs > 0 };
}
