import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { runsPath } from "#lib/paths.ts";
import { listGuessing } from "#lib/benchmarks/guessing.ts";
import { listTrackFacts } from "#lib/benchmarks/queries.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { ColumnMeanings, mainColumns, variantColumns } from "#components/model-runs/figure.tsx";
import { CompareForm, Comparison, DifferencesFigure } from "#components/model-runs/comparison.tsx";
import { RunsFigure } from "#components/model-runs/runs-figure.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { chooseRuns, compareRuns, maxCompared } from "#lib/model-runs/comparison.ts";
import { countPaired, listRuns } from "#lib/model-runs/queries.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("runs.compare.title"));

export default async function ComparePage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/runs/compare">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const all = await listRuns(viewer, benchmark.id);
  const rows = chooseRuns(all, (await searchParams).run);
  const counted = await countPaired(viewer, benchmark.id, rows.map(({ run }) => run.id)); // oxfmt-ignore
  const t = await getTranslations("runs");
  const { slug } = benchmark;
  const tracks = benchmark.tracks.map(({ name }) => name);
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader title={t("compare.title")} />
      {all.length < 2 ? (
        <EmptyState
          title={t("compare.tooFewTitle")}
          action={<ButtonLink href={runsPath(slug)}>{t("compare.back")}</ButtonLink>}
        >
          {t("compare.choose", { most: maxCompared })}
        </EmptyState>
      ) : rows.length < 2 ? (
        <CompareForm slug={slug} all={all} chosen={rows} />
      ) : (
        <div className="grid min-w-0 gap-10">
          <RunsFigure
            slug={slug}
            tracks={tracks}
            rows={rows}
            guessing={listGuessing(await listTrackFacts(viewer, benchmark.id))}
            areChosen
            table={<Tables tracks={tracks} rows={rows} />}
          />
          <DifferencesFigure
            slug={slug}
            tracks={tracks}
            rows={rows}
            pairs={compareRuns(rows, tracks, counted)}
          />
          <details className="no-print">
            <summary className="target flex w-fit items-center text-accent underline">
              {t("compare.change")}
            </summary>
            <CompareForm slug={slug} all={all} chosen={rows} />
          </details>
        </div>
      )}
    </BenchmarkFrame>
  );
}

/** Every figure of the chosen runs, a column each. */
async function Tables({ tracks, rows }: { tracks: readonly string[]; rows: readonly RunRow[] }) {
  const t = await getTranslations("runs");
  return (
    <div className="grid min-w-0 gap-8">
      {tracks.map((track) => (
        <Comparison
          key={track}
          title={t("caption.track", { track })}
          rows={rows}
          view={{ kind: "track", track }}
        />
      ))}
      <Comparison title={t("caption.pooled")} rows={rows} view={{ kind: "pooled" }} />
      <Comparison title={t("caption.mean")} rows={rows} view={{ kind: "mean" }} />
      <ColumnMeanings
        keys={["n", "failed", "missing", ...mainColumns.concat(variantColumns).map(({ key }) => key)]}
      />
    </div>
  );
}
