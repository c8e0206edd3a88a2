import { getFormatter, getTranslations } from "next-intl/server";
import { nameBenchmarkWindow } from "#app/(staff)/window-names.ts";
import { openBenchmark } from "#app/(staff)/open-subject.ts";
import { BenchmarkFrame } from "#components/benchmarks/benchmark-frame.tsx";
import { TrialList } from "#components/endpoint-runs/run-list.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listEndpointRuns } from "#lib/endpoint-runs/queries.ts";
import { newTemplatePath, templatePath, tryPromptPath } from "#lib/paths.ts";
import { listTemplates } from "#lib/prompt-templates/queries.ts";

export const generateMetadata = nameBenchmarkWindow((t) => t("promptTemplates.title"));

export default async function TemplatesPage({ params }: PageProps<"/admin/benchmarks/[slug]/prompts">) {
  const viewer = await requireViewer("admin");
  const benchmark = await openBenchmark(viewer, params);
  const { slug } = benchmark;
  const templates = await listTemplates(viewer, benchmark.id);
  const trials = await listEndpointRuns(viewer, slug, "trial");
  const t = await getTranslations("promptTemplates");
  const format = await getFormatter();
  const actions = (
    <>
      <ButtonLink href={newTemplatePath(slug)} variant="primary">
        {t("new")}
      </ButtonLink>
      <ButtonLink href={tryPromptPath(slug)}>{t("try")}</ButtonLink>
    </>
  );
  return (
    <BenchmarkFrame benchmark={benchmark} page="runs">
      <SectionHeader
        title={t("title")}
        intro={<p>{t("intro")}</p>}
        actions={templates.length > 0 && actions}
      />
      {templates.length === 0 ? (
        <EmptyState title={t("none.title")} action={actions}>
          {t("none.body")}
        </EmptyState>
      ) : (
        <ul role="list" className="grid gap-1">
          {templates.map(({ id, name, newest, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <Link href={templatePath(slug, id)} className="wrap-anywhere text-accent underline">
                <bdi>{name}</bdi>
              </Link>
              <span className="text-sm text-ink-muted">
                {t("item", {
                  count: newest,
                  when: format.dateTime(createdAt, { dateStyle: "medium", timeStyle: "short" }),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <TrialList slug={slug} trials={trials} />
    </BenchmarkFrame>
  );
}
