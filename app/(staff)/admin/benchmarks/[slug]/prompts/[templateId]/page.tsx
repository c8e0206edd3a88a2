import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { NextVersion } from "#components/prompt-templates/template-form.tsx";
import { VersionList } from "#components/prompt-templates/version-list.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { newRunPath, templatesPath, tryPromptPath } from "#lib/paths.ts";
import { getTemplate } from "#lib/prompt-templates/queries.ts";
import { templateInput } from "#lib/prompt-templates/schema.ts";
import { promptFields } from "#lib/task-kinds/server-registry.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("promptTemplates.title"));

export default async function TemplatePage({
  params,
}: PageProps<"/admin/benchmarks/[slug]/prompts/[templateId]">) {
  const viewer = await requireViewer("admin");
  const { slug, templateId } = await params;
  const given = templateInput.safeParse({ id: templateId });
  const benchmark = await getBenchmarkAt(viewer, slug);
  const template = benchmark && given.success ? await getTemplate(viewer, given.data.id) : null;
  const newest = template?.versions[0];
  if (!benchmark || !newest || template.benchmark.slug !== benchmark.slug) notFound();
  const t = await getTranslations("promptTemplates");
  const asking = await getTranslations("endpointRuns.new");
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader
        title={template.name}
        intro={<p>{t("intro")}</p>}
        actions={
          <>
            <ButtonLink href={tryPromptPath(benchmark.slug, newest.id)}>{t("tryNewest")}</ButtonLink>
            <ButtonLink href={templatesPath(benchmark.slug)}>{t("title")}</ButtonLink>
            <ButtonLink href={newRunPath(benchmark.slug)}>{asking("open")}</ButtonLink>
          </>
        }
      />
      <div className="grid gap-8">
        <section className="grid gap-3">
          <h3 className="text-lg font-semibold">{t("edit.title")}</h3>
          <p className="measure text-ink-muted">{t("edit.about", { number: newest.number })}</p>
          <ClientWords of={["promptTemplates", "shell"]}>
            <NextVersion id={template.id} newest={newest} fields={promptFields} />
          </ClientWords>
        </section>
        <VersionList versions={template.versions} />
      </div>
    </BenchmarkFrame>
  );
}
