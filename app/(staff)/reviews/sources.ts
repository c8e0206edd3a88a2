import type { Sources } from "#components/reviews/plan/choose-source.tsx";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { listStudies } from "#lib/studies/queries.ts";

/** What the cases of a review can come from. */
export async function listSources(viewer: Viewer<"admin">): Promise<Sources> {
  const [benchmarks, studies] = await Promise.all([listBenchmarks(viewer), listStudies(viewer)]);
  return {
    benchmarks: benchmarks
      .filter(({ archivedAt }) => archivedAt === null)
      .map(({ slug, name }) => ({ slug, name })),
    studies: studies
      .filter(({ state }) => state === "closed" || state === "archived")
      .map(({ slug, title }) => ({ slug, name: title })),
  };
}
