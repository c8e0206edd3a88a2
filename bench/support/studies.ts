import { workOn } from "#bench/support/server.ts";
import type { Server } from "#bench/support/server.ts";
import type { Design } from "#lib/studies/schema.ts";

/** The product's own work on a server's data, done here as its pages and commands do it. */
export async function openStudies({ appUrl }: Server, benchmarkSlug: string) {
  const viewer = await workOn(appUrl);
  const benchmarks = await import("#lib/benchmarks/queries.ts");
  const runs = await import("#lib/model-runs/queries.ts");
  const { createOpenLink } = await import("#lib/invitations/mutations.ts");
  const { joinPath } = await import("#lib/invitations/schema.ts");
  const { createStudyFrom } = await import("#lib/studies/mutations.ts");
  const { openStudy } = await import("#lib/studies/opening/mutations.ts");
  const { getPlan } = await import("#lib/studies/plan-queries.ts");
  const { getStudy } = await import("#lib/studies/queries.ts");
  const [benchmark] = await benchmarks.findBenchmarks(viewer, benchmarkSlug);
  if (!benchmark) throw new Error(`there is no benchmark ${benchmarkSlug}`);
  const listed = await runs.listRuns(viewer, benchmark.id);
  const names = new Map(
    listed.map(({ run: { model, method, version } }) => [model, { model, method, version }]),
  );

  return {
    runs: [...names.values()],
    async openDrafted(title: string, design: Design): Promise<{ id: string; slug: string }> {
      const made = await createStudyFrom(viewer, { title, ...design, benchmark: benchmark.slug });
      if (!made.ok) throw new Error(`the draft was refused: ${JSON.stringify(made)}`);
      const study = await getStudy(viewer, made.value.slug);
      if (!study) throw new Error("the draft is gone");
      const { facts, problems } = await getPlan(viewer, study);
      if (!facts.sample?.ok) throw new Error(`this can't open: ${JSON.stringify(problems).slice(0, 2000)}`);
      const { digest } = facts.sample.plan;
      const opened = await openStudy(viewer, study.slug, { revision: study.revision, digest });
      if (!opened.ok) throw new Error(`the study did not open: ${JSON.stringify(opened)}`);
      return made.value;
    },
    /** The path by which so many people can take part. */
    async link(id: string, cap: number): Promise<string> {
      const made = await createOpenLink(viewer, id, { cap, cohort: null, expiresAt: null });
      if (!made.ok) throw new Error(`there is no link: ${made.error}`);
      return joinPath(made.value.code);
    },
  };
}

export type Studies = Awaited<ReturnType<typeof openStudies>>;
