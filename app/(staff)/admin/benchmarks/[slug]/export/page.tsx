import { getTranslations } from "next-intl/server";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { FolderCard, FolderForm } from "#components/benchmark-folders/folder-form.tsx";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listStudiesToGoAlong } from "#lib/benchmark-folders/folder-queries.ts";
import { folderRequest } from "#lib/benchmark-folders/schema.ts";
import { previewCard } from "#lib/benchmark-folders/write-folder.ts";
import { importPath } from "#lib/paths.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("benchmarkFolders.title"));

export default async function FolderPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/export">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const { id, slug, cases } = benchmark;
  const given = await searchParams;
  const asked = given["release"] === undefined ? null : folderRequest.safeParse(given);
  const studies = await listStudiesToGoAlong(viewer, id);
  const card = asked?.success ? await previewCard(viewer, id, asked.data) : null;
  const t = await getTranslations("benchmarkFolders");
  return (
    <BenchmarkFrame benchmark={benchmark} page="overview">
      <SectionHeader title={t("title")} intro={<p>{t("intro")}</p>} />
      {cases === 0 ? (
        <EmptyState title={t("none.title")} link={{ href: importPath(slug), label: t("none.action") }}>
          {t("none.body")}
        </EmptyState>
      ) : (
        <div className="grid min-w-0 gap-10">
          <Callout tone="warning">{t("golds")}</Callout>
          <FolderForm slug={slug} studies={studies} given={given} issues={asked?.error?.issues ?? []} />
          {card?.ok === false && (
            <Callout tone="danger" title={t("refused")}>
              {t(`problems.${card.error}` as never, { study: "", cases: "", ...card.fields } as never)}
            </Callout>
          )}
          {asked?.success && card?.ok && <FolderCard slug={slug} request={asked.data} card={card.value} />}
        </div>
      )}
    </BenchmarkFrame>
  );
}
