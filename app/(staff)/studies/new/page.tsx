import { getTranslations } from "next-intl/server";
import { TextLink } from "#components/ui/link.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { NewStudy, NewStudyFile } from "#components/builder/new-study.tsx";
import { studiesPath } from "#lib/paths.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listStudies } from "#lib/studies/queries.ts";
import { templateNames } from "#lib/studies/template.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("studies.newStudy"));

export default async function NewStudyPage() {
  const viewer = await requireViewer("admin");
  const [benchmarks, studies] = await Promise.all([listBenchmarks(viewer), listStudies(viewer)]);
  const t = await getTranslations("builder.create");
  return (
    <ClientWords of={["builder", "shell", "studies.errors"]}>
      <nav aria-label={t("path")} className="mb-4">
        <TextLink href={studiesPath}>{t("studies")}</TextLink>
      </nav>
      <PageHeader title={t("heading")} intro={<p>{t("intro")}</p>} />
      <div className="grid max-w-2xl gap-12">
        <NewStudy
          benchmarks={benchmarks
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ slug, name }) => ({ slug, name }))}
          templates={templateNames}
          taken={studies.map(({ title }) => title)}
        />
        <NewStudyFile />
      </div>
    </ClientWords>
  );
}
