import { getTranslations } from "next-intl/server";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { NewTemplate } from "#components/prompt-templates/template-form.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { promptFields } from "#lib/task-kinds/server-registry.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("promptTemplates.new"));

export default async function NewTemplatePage({ params }: PageProps<"/admin/benchmarks/[slug]/prompts/new">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const t = await getTranslations("promptTemplates");
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader title={t("new")} intro={<p>{t("intro")}</p>} />
      <ClientWords of={["promptTemplates", "shell"]}>
        <NewTemplate benchmark={benchmark.slug} fields={promptFields} />
      </ClientWords>
    </BenchmarkFrame>
  );
}
