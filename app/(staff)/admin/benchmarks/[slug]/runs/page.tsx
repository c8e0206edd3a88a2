import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { TextLink } from "#components/ui/link.tsx";
import { Section } from "#components/ui/page-header.tsx";
import {
  automaticFigureAddress,
  benchmarkExportAddress,
  comparePath,
  importPath,
  newRunPath,
  publishedPath,
  runsPath,
  templatesPath,
} from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { EndpointRunList } from "#components/endpoint-runs/run-list.tsx";
import { ColumnMeanings, mainColumns, variantColumns, type View } from "#components/model-runs/figure.tsx";
import { CompareChoice } from "#components/model-runs/compare-choice.tsx";
import { ReplicatedRuns, RunsTable, ViewLinks } from "#components/model-runs/runs-table.tsx";
import { RunsFigure } from "#components/model-runs/runs-figure.tsx";
import { AutomaticSection } from "#components/reports/automatic-section.tsx";
import { RunTables } from "#components/reports/table-section.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { PublishedTable } from "#components/published/published-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { getAutomaticTables } from "#lib/results/automatic/benchmark-queries.ts";
import { listGuessing } from "#lib/benchmarks/guessing.ts";
import { type Benchmark, getPublishedChoice, listTrackFacts } from "#lib/benchmarks/queries.ts";
import { maxCompared } from "#lib/model-runs/comparison.ts";
import { listScored } from "#lib/model-runs/run-panels.ts";
import { listEndpointRuns } from "#lib/endpoint-runs/queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { inconsistenciesOf, findResults } from "#lib/published/tables.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("runs.title"));

export default async function RunsPage({ params, searchParams }: PageProps<"/admin/benchmarks/[slug]/runs">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const rows = await listRuns(viewer, benchmark.id);
  const { declared } = await getPublishedChoice(viewer, benchmark);
  const t = await getTranslations("runs");
  const asking = await getTranslations("endpointRuns.new");
  const { track, view: named, figures, sort, filter, by } = await searchParams;
  const view = viewOf(benchmark, track, named);
  const variants = figures === "variants" && view.kind !== "mean";
  // Where nothing is right or wrong there is no figure of how often a run was right.
  const isScored = rows.some(({ pooled }) => pooled.n > 0) || rows.every(({ pooled }) => pooled.judged === 0);
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs" title={t("title")}>
      <EndpointRunList slug={benchmark.slug} runs={await listEndpointRuns(viewer, benchmark.slug)} />
      {rows.length === 0 ? (
        <EmptyState
          title={t("emptyTitle")}
          link={{ href: importPath(benchmark.slug), label: t("toImport") }}
          action={
            <>
              <ButtonLink href={newRunPath(benchmark.slug)}>{asking("open")}</ButtonLink>
              <ButtonLink href={templatesPath(benchmark.slug)}>{asking("prompt.templates")}</ButtonLink>
            </>
          }
        >
          {t("emptyBody")}
        </EmptyState>
      ) : (
        <div className="grid min-w-0 gap-4">
          <p className="flex flex-wrap gap-3">
            <ButtonLink href={newRunPath(benchmark.slug)}>{asking("open")}</ButtonLink>
            <ButtonLink href={templatesPath(benchmark.slug)}>{asking("prompt.templates")}</ButtonLink>
            {isScored && rows.length > 1 && (
              <ButtonLink href={comparePath(benchmark.slug)}>{t("compare.link")}</ButtonLink>
            )}
          </p>
          {isScored && (
            <RunsFigure
              slug={benchmark.slug}
              tracks={benchmark.tracks.map(({ name }) => name)}
              rows={rows}
              guessing={listGuessing(await listTrackFacts(viewer, benchmark.id))}
              table={<Tables benchmark={benchmark} rows={rows} view={view} variants={variants} />}
              isTableOpen={[track, named, figures, sort, filter].some((asked) => asked !== undefined)}
            />
          )}
          <Streamed>
            <Automatic viewer={viewer} benchmark={benchmark} by={by} />
          </Streamed>
          {isScored && <RunTables benchmark={benchmark} rows={rows} />}
        </div>
      )}
      <Published isPublished={declared?.isStill ?? false} view={view} />
    </BenchmarkFrame>
  );
}

type AutomaticProps = { viewer: Viewer<"admin">; benchmark: Benchmark; by: string | string[] | undefined };

/** What judges, measures and models come to over all cases. */
async function Automatic({ viewer, benchmark: { id, slug }, by }: AutomaticProps) {
  const found = await getAutomaticTables(viewer, id, by);
  return (
    <AutomaticSection
      found={found}
      of="benchmark"
      address={(names) => `${runsPath(slug)}?${new URLSearchParams(names.map((name) => ["by", name]))}`}
      filesAt={(table) => benchmarkExportAddress(slug, `tables/${table}`)}
      drawnAt={(table, format) => automaticFigureAddress(slug, table, found.by, format)}
    />
  );
}

type TablesProps = { benchmark: Benchmark; rows: readonly RunRow[]; view: View; variants: boolean };

/** Every figure of every run, in the view that the address asks for. */
async function Tables({ benchmark, rows: all, view, variants }: TablesProps) {
  const t = await getTranslations("runs");
  const { slug } = benchmark;
  // Where nothing is right or wrong there is none of these figures.
  const { runs: rows, tracks: names } = listScored(
    all,
    benchmark.tracks.map(({ name }) => name),
  );
  const tracks = benchmark.tracks.filter(({ name }) => names.includes(name));
  const cases = tracks.reduce((sum, track) => sum + track.cases, 0);
  const largest = tracks.toSorted((a, b) => b.cases - a.cases)[0];
  const columns = variants ? variantColumns : mainColumns;
  const caption =
    view.kind === "track" ? t("caption.track", { track: view.track }) : t(`caption.${view.kind}`);
  const keys = [
    ...(view.kind === "mean" ? [] : ["n", "failed", "missing"]),
    ...columns.map(({ key }) => key),
  ];
  return (
    <div className="grid min-w-0 gap-4 text-base">
      <ViewLinks slug={slug} tracks={tracks.map(({ name }) => name)} view={view} variants={variants} />
      {largest && tracks.length > 1 && (
        // What the pooled figures mostly are.
        <p className="measure">
          {t.rich("weights", {
            share: Math.round((100 * largest.cases) / cases),
            track: () => <bdi>{largest.name}</bdi>,
          })}
        </p>
      )}
      <CompareChoice slug={slug} most={maxCompared}>
        <RunsTable slug={slug} rows={rows} view={view} columns={columns} caption={caption} />
      </CompareChoice>
      <ReplicatedRuns rows={rows} view={view} columns={columns} />
      <ColumnMeanings keys={keys} />
      <p className="flex flex-wrap gap-3">
        <ButtonLink href={benchmarkExportAddress(slug, "runs.csv")} download>
          {t("downloadCsv")}
        </ButtonLink>
        <ButtonLink href={benchmarkExportAddress(slug, "runs.json")} download>
          {t("downloadJson")}
        </ButtonLink>
      </p>
    </div>
  );
}

function viewOf({ tracks }: Benchmark, track: unknown, view: unknown): View {
  const known = tracks.find(({ name }) => name === track);
  if (known) return { kind: "track", track: known.name };
  return view === "mean" ? { kind: "mean" } : { kind: "pooled" };
}

/** Only where these are known to be the paper's cases. */
async function Published({ isPublished, view }: { isPublished: boolean; view: View }) {
  const t = await getTranslations("runs.published");
  if (!isPublished) return null;
  const table = view.kind === "mean" ? null : findResults(view.kind === "track" ? view.track : null);
  return (
    <Section
      id="published"
      title={t("title")}
      className="mt-16 grid min-w-0 gap-4 border-t-4 border-double border-edge pt-8"
    >
      <p className="measure text-ink-muted">{t("about")}</p>
      {table ? (
        <PublishedTable table={table} inconsistencies={inconsistenciesOf(table.id)} />
      ) : (
        <p>{t("none")}</p>
      )}
      <p>
        <TextLink href={publishedPath}>{t("all")}</TextLink>
      </p>
    </Section>
  );
}
