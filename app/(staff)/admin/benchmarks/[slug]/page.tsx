import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { casesPath, importPath, poolPath, runsPath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { CompositionStrip, LengthHistogram } from "#components/benchmarks/composition.tsx";
import { Lineage } from "#components/benchmarks/lineage.tsx";
import { TrackTable } from "#components/benchmarks/track-table.tsx";
import { ImportLog } from "#components/imports/import-log.tsx";
import { RunsFigure } from "#components/model-runs/runs-figure.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { TextLink } from "#components/ui/link.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { listGuessing } from "#lib/benchmarks/guessing.ts";
import { getLengthBins, listTrackFacts, type Benchmark, type TrackFacts } from "#lib/benchmarks/queries.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { listJobs } from "#lib/jobs/queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarks.frame.pages.overview"));

export default async function BenchmarkPage({ params }: PageProps<"/admin/benchmarks/[slug]">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const [tracks, lengths, jobs, lineage] = await Promise.all([
    listTrackFacts(viewer, benchmark.id),
    getLengthBins(viewer, benchmark.id),
    listJobs(viewer, { benchmarkId: benchmark.id, limit: 20 }),
    getLineage(viewer, benchmark.id),
  ]);
  const t = await getTranslations("benchmarks");
  const pools = await getTranslations("pools");
  const { slug, name, isDemo } = benchmark;
  return (
    <BenchmarkFrame
      benchmark={{ slug, name, isDemo }}
      page="overview"
      title={t("frame.pages.overview")}
      actions={
        benchmark.tracks.length > 0 && <ButtonLink href={importPath(slug)}>{t("toImport")}</ButtonLink>
      }
    >
      {benchmark.description && (
        <p dir="auto" className="measure mb-4 text-ink-muted">
          {benchmark.description}
        </p>
      )}
      {benchmark.tracks.length === 0 ? (
        <EmptyState
          title={t("empty.title")}
          link={{ href: importPath(slug), label: t("empty.action") }}
          action={<ButtonLink href={poolPath(slug)}>{pools("toPool")}</ButtonLink>}
        >
          {t("empty.body")}
        </EmptyState>
      ) : (
        <div className="grid min-w-0 gap-8">
          <CompositionStrip slug={slug} tracks={tracks} />
          <div className="grid min-w-0 gap-8 2xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
            <Streamed>
              <Models viewer={viewer} benchmark={benchmark} tracks={tracks} />
            </Streamed>
            {lengths && <LengthHistogram lengths={lengths} tokenizer={tokenizerName} />}
          </div>
          <Section id="tracks" title={t("tracks.title")} className="grid gap-3">
            <TrackTable slug={slug} tracks={tracks} />
            <p className="flex flex-wrap gap-x-6 gap-y-2">
              <TextLink href={casesPath(slug)}>{t("toCases")}</TextLink>
              <TextLink href={runsPath(slug)}>{t("toRuns", { count: benchmark.runs })}</TextLink>
            </p>
          </Section>
        </div>
      )}
      {lineage && <Lineage slug={slug} lineage={lineage} />}
      {jobs.length > 0 && (
        <section className="mt-12 grid gap-3">
          <h2 className="text-xl font-semibold">{t("log")}</h2>
          <ImportLog slug={slug} jobs={jobs} />
        </section>
      )}
    </BenchmarkFrame>
  );
}

type ModelsProps = { viewer: Viewer<"admin">; benchmark: Benchmark; tracks: readonly TrackFacts[] };

/** How often models were right, where answers can be. */
async function Models({ viewer, benchmark: { id, slug }, tracks }: ModelsProps) {
  const rows = await listRuns(viewer, id);
  const t = await getTranslations("benchmarks");
  if (!rows.some(({ pooled }) => pooled.n > 0)) return null;
  return (
    <RunsFigure
      slug={slug}
      tracks={tracks.map(({ name }) => name)}
      rows={rows}
      guessing={listGuessing(tracks)}
      table={<TextLink href={runsPath(slug)}>{t("toRuns", { count: rows.length })}</TextLink>}
    />
  );
}
