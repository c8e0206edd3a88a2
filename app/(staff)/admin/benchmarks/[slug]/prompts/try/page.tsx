import { getTranslations } from "next-intl/server";
import { StartForm } from "#app/(staff)/admin/benchmarks/[slug]/runs/start-form.tsx";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("endpointRuns.new.trial.title"));

export default async function TryPromptPage({
  params,
  searchParams,
}: PageProps<"/admin/benchmarks/[slug]/prompts/try">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const { version } = await searchParams;
  const t = await getTranslations("endpointRuns.new.trial");
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader title={t("title")} intro={<p>{t("intro")}</p>} />
      <StartForm viewer={viewer} benchmark={benchmark} isTrial version={version} />
    </BenchmarkFrame>
  );
}
