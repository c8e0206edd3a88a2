import { workOn } from "#bench/support/own-process.ts";
import type { Server } from "#bench/support/personaeval/server.ts";

/** The product's own questions on a server's data, asked here as its pages ask them. */
export async function openQuestions({ appUrl }: Server, slug: string) {
  const viewer = await workOn(appUrl);
  const benchmarks = await import("#lib/benchmarks/queries.ts");
  const cases = await import("#lib/benchmarks/case-queries.ts");
  const runs = await import("#lib/model-runs/queries.ts");
  const { caseFilter } = await import("#lib/benchmarks/schema.ts");
  const [found] = await benchmarks.findBenchmarks(viewer, slug);
  if (!found) throw new Error(`there is no benchmark ${slug}`);
  const { id } = found;
  return {
    listRuns: () => runs.listRuns(viewer, id),
    computeRuns: () => runs.listRuns(viewer, id, { isFresh: true }),
    listBenchmarks: () => benchmarks.listBenchmarks(viewer),
    getBenchmark: () => benchmarks.getBenchmark(viewer, found.slug),
    listTrackFacts: () => benchmarks.listTrackFacts(viewer, id),
    listFilterValues: () => cases.listFilterValues(viewer, id),
    listCases: (filter: Readonly<Record<string, string | number>>) =>
      cases.listCases(viewer, id, caseFilter.parse(filter)),
    getCase: (track: string, key: string) => cases.getCase(viewer, id, track, key),
  };
}

export type Questions = Awaited<ReturnType<typeof openQuestions>>;
