import { getTranslations } from "next-intl/server";
import { ClientWords } from "#components/shell/client-words.tsx";
import { shapeOf } from "#components/builder/design-diagram.tsx";
import { NewStudy, NewStudyFile, type TemplateChoice } from "#components/builder/new-study.tsx";
import { studiesPath } from "#lib/paths.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listStudies } from "#lib/studies/queries.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";
import { kindOfTemplate, newDesign, templateNames, type TemplateName } from "#lib/studies/template.ts";
import { listFittingTemplates } from "#lib/studies/template-queries.ts";
import { listBenchmarks } from "#lib/benchmarks/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("studies.newStudy"));

export default async function NewStudyPage({ searchParams }: PageProps<"/studies/new">) {
  const { benchmark: asked } = await searchParams;
  const viewer = await requireViewer("admin");
  const [benchmarks, studies, fitting] = await Promise.all([
    listBenchmarks(viewer),
    listStudies(viewer),
    listFittingTemplates(viewer),
  ]);
  const t = await getTranslations("builder.create");
  return (
    <ClientWords of={["builder", "shell", "studies.errors"]}>
      <PageHeader
        path={{ href: studiesPath, name: t("studies") }}
        title={t("heading")}
        intro={<p>{t("intro")}</p>}
      />
      <div className="grid max-w-6xl gap-12">
        <NewStudy
          benchmarks={benchmarks
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ slug, name }) => ({ slug, name, fitting: fitting.get(slug) ?? templateNames }))}
          asked={benchmarks.find(({ slug }) => slug === asked)?.slug}
          templates={templateNames.map(describe)}
          taken={studies.map(({ title }) => title)}
        />
        <NewStudyFile />
      </div>
    </ClientWords>
  );
}

const anySeed = 1;

function describe(name: TemplateName): TemplateChoice {
  const design = newDesign(name, anySeed);
  const { people, ratersPerCase } = design.assignment;
  const cases = countAsked(design.sample);
  // Where all cases of a benchmark are asked, it takes as many people.
  return {
    name,
    shape: shapeOf(design, kindOfTemplate(name)),
    people: cases === 0 ? 0 : people,
    cases,
    ratersPerCase,
  };
}
