import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import {
  ColumnMeanings,
  formatMethodName,
  mainColumns,
  variantColumns,
} from "#components/model-runs/figure.tsx";
import { FilterBadge } from "#components/model-runs/runs-table.tsx";
import { RunFigures, RunFindings, RunParityRecord } from "#components/model-runs/run-figures.tsx";
import { EditRun, RemoveRun } from "#components/model-runs/run-settings.tsx";
import { JudgeSection } from "#components/reports/automatic-section.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { SectionHeader, Section } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { getRun, listRuns } from "#lib/model-runs/queries.ts";
import { getAutomaticTables } from "#lib/results/automatic/benchmark-queries.ts";
import { type RunRow, suggestedMethods } from "#lib/model-runs/schema.ts";
import { makerOf } from "#lib/studies/schema.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("runs.run"));

const columns = [...mainColumns, ...variantColumns].map(({ key }) => key);
const runNumber = z.coerce.number().int().positive().max(2_147_483_647);

export default async function RunPage({ params }: PageProps<"/admin/benchmarks/[slug]/runs/[runId]">) {
  const viewer = await requireViewer("admin");
  const given = await params;
  const id = runNumber.safeParse(given.runId);
  const benchmark = await getBenchmarkAt(viewer, given.slug);
  const run = benchmark && id.success ? await getRun(viewer, benchmark.id, id.data) : null;
  if (!benchmark || !run) notFound();
  const row = (await listRuns(viewer, benchmark.id)).find((one) => one.run.id === run.id);
  const t = await getTranslations("runs");
  const filteredBy = row?.run.filteredBy ?? null;
  const ranAt = run.ranAt?.toISOString().slice(0, 10) ?? null;
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader title={run.model} intro={<RunIntro run={run} ranAt={ranAt} filteredBy={filteredBy} />} />
      <div className="grid min-w-0 gap-10">
        <RunFigureTables row={row} />
        {row && row.pooled.judged > 0 && (
          <JudgeSection found={await getAutomaticTables(viewer, benchmark.id)} runId={run.id} />
        )}
        <Section id="found" title={t("found")} className="grid min-w-0 gap-4">
          <RunFindings findings={run.tracks} />
        </Section>
        <Section id="parity" title={t("parity.title")} className="grid min-w-0 gap-4">
          <RunParityRecord parity={run} />
        </Section>
        <Section id="settings" title={t("edit.title")} className="grid gap-6 border-t border-line pt-8">
          <EditRun run={describe(run, ranAt)} filteredBy={filteredBy} methods={suggestedMethods} />
          <RemoveRun slug={benchmark.slug} run={run} />
        </Section>
      </div>
    </BenchmarkFrame>
  );
}

type Run = NonNullable<Awaited<ReturnType<typeof getRun>>>;

/** What of a run can be changed. */
function describe(run: Run, ranAt: string | null) {
  const { id, model, method, version, notes, isFilter, isPeople, base, hasReasoning, replicate } = run;
  const { instructions, context, tools, optionOrder } = run;
  return {
    id,
    model,
    method,
    version,
    notes,
    ranAt,
    isFilter,
    isPeople,
    base,
    hasReasoning,
    replicate,
    instructions,
    context,
    tools,
    optionOrder,
  };
}

type IntroProps = { run: Run; ranAt: string | null; filteredBy: RunRow["run"]["filteredBy"] };

async function RunIntro({ run, ranAt, filteredBy }: IntroProps) {
  const t = await getTranslations("runs");
  const made = makerOf(run);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <bdi>{formatMethodName(run)}</bdi>
        {run.replicate !== null && <span>{t("replicate", { number: run.replicate })}</span>}
        {ranAt && <span>{t("ranAt", { date: ranAt })}</span>}
        {run.base && <span>{t.rich("tunedFrom", { base: () => <bdi>{run.base}</bdi> })}</span>}
        {run.hasReasoning && <Badge tone="info">{t("reasoning")}</Badge>}
        {run.isDemo && <Badge tone="info">{t("demo")}</Badge>}
        {run.isFilter && <FilterBadge filteredBy={filteredBy} />}
        {made && <Badge tone="warning">{t(`made.${made}`)}</Badge>}
      </p>
      {made && <p>{t("madeAbout")}</p>}
      {run.notes && (
        <p dir="auto" className="whitespace-pre-line">
          {run.notes}
        </p>
      )}
    </>
  );
}

async function RunFigureTables({ row }: { row: RunRow | undefined }) {
  const t = await getTranslations("runs");
  if (row && row.pooled.n === 0 && row.pooled.judged > 0) return null;
  return (
    <Section id="figures" title={t("computed")} className="grid min-w-0 gap-4">
      {row && row.tracks.length > 0 ? (
        <>
          <RunFigures row={row} />
          <RunFigures row={row} variants />
          <ColumnMeanings keys={["n", "failed", "missing", ...columns]} />
        </>
      ) : (
        <p className="text-ink-muted">{t("noFigures")}</p>
      )}
    </Section>
  );
}
