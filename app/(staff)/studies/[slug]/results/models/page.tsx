import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { newRunPath, resultsPath } from "#lib/paths.ts";
import { ModelsResults } from "#components/study-results/models/models-results.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.models"));

export default async function ModelsPage(props: PageProps<"/studies/[slug]/results/models">) {
  const { viewer, rows, asked, view, frame } = await openResults(props);
  const t = await getTranslations("resultsModels");
  const asking = await getTranslations("endpointRuns.new");
  const model = typeof asked.model === "string" ? asked.model : null;
  const address = (query: URLSearchParams) => {
    if (model !== null) query.set("model", model);
    return resultsPath(rows.study.slug, "models", query);
  };
  return (
    <ResultsFrame {...frame} page="models" title={t("title")} address={address}>
      <div className="grid min-w-0 gap-6">
        {viewer.role === "admin" && rows.kind === "choice" && (
          <p>
            <ButtonLink href={newRunPath(rows.study.benchmark.slug, rows.study.slug)}>
              {asking("openStudy")}
            </ButtonLink>
          </p>
        )}
        <ModelsResults rows={rows} view={view} asked={model} role={viewer.role} />
      </div>
    </ResultsFrame>
  );
}
