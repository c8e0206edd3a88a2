import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { z } from "zod";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { ConfidenceStage } from "#components/benchmarks/confidence-stage.tsx";
import { DroppedCases } from "#components/curation/voted-cases.tsx";
import { TextLink } from "#components/ui/link.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { droppedPerPage, listDropped } from "#lib/curation/queries.ts";
import { benchmarkPath } from "#lib/paths.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("curation.cases.went"));

const address = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) });

/** What went out when this benchmark was made by a filter. */
export default async function DroppedPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/dropped">) {
  const viewer = await requireViewer("admin");
  const benchmark = await getBenchmarkAt(viewer, (await params).slug);
  const link = benchmark && (await getLineage(viewer, benchmark.id))?.at(-1);
  const stage = link?.stages.find((one) => one.stage === "confidence");
  if (!benchmark || !link?.parent || link.isReceived || !stage) notFound();
  const { slug } = benchmark;
  const pages = Math.max(1, Math.ceil(stage.counts.dropped / droppedPerPage));
  const page = Math.min(address.parse(await searchParams).page, pages);
  const cases = await listDropped(viewer, benchmark.id, page);
  const t = await getTranslations("curation.cases");
  const { parent } = link;
  return (
    <BenchmarkFrame benchmark={benchmark} page="overview">
      <SectionHeader
        title={t("went")}
        intro={
          <p>
            {t.rich("wentAbout", {
              name: () => (
                <TextLink href={benchmarkPath(parent.slug)}>
                  <bdi>{parent.name}</bdi>
                </TextLink>
              ),
            })}
          </p>
        }
      />
      <div className="grid min-w-0 gap-6">
        <ConfidenceStage stage={stage} />
        <div className="min-w-0">
          <DroppedCases
            slug={slug}
            stage={stage}
            cases={cases}
            page={page}
            pages={pages}
            parent={parent.slug}
          />
        </div>
      </div>
    </BenchmarkFrame>
  );
}
