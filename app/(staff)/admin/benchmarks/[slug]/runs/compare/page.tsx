import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { runsPath } from "#lib/paths.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { ColumnMeanings } from "#components/model-runs/column-meanings.tsx";
import { Comparison } from "#components/model-runs/comparison.tsx";
import { mainColumns, variantColumns } from "#components/model-runs/figures.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("runs.compare.title"));

const runsAsked = z.preprocess(
  (given) => (given === undefined ? [] : [given].flat()),
  z.array(z.coerce.number().int()).catch([]),
);
const most = 6;

export default async function ComparePage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/runs/compare">) {
  const viewer = await requireViewer("admin");
  const benchmark = await getBenchmarkAt(viewer, (await params).slug);
  if (!benchmark) notFound();
  const asked = runsAsked.parse((await searchParams).run);
  const all = await listRuns(viewer, benchmark.id);
  const rows = [...new Set(asked)].flatMap((id) => all.find(({ run }) => run.id === id) ?? []).slice(0, most);
  const t = await getTranslations("runs");
  const tracks = benchmark.tracks.map(({ name }) => name);
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader title={t("compare.title")} />
      {rows.length < 2 ? (
        <EmptyState
          title={t("compare.tooFewTitle")}
          action={<ButtonLink href={runsPath(benchmark.slug)}>{t("compare.back")}</ButtonLink>}
        >
          {t("compare.choose", { most })}
        </EmptyState>
      ) : (
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
            keys={["n", "failed", "missing", ...[...mainColumns, ...variantColumns].map(({ key }) => key)]}
          />
        </div>
      )}
    </BenchmarkFrame>
  );
}
