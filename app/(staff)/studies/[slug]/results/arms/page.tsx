import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { ArmsResults } from "#components/study-results/arms/arms-results.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { resultsPath } from "#lib/paths.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.arms"));

export default async function ArmsPage(page: PageProps<"/studies/[slug]/results/arms">) {
  const { rows, view, frame } = await openResults(page);
  const { slug, design } = rows.study;
  const { arms } = design.assignment;
  const t = await getTranslations("resultsArms");
  return (
    <ResultsFrame
      {...frame}
      page="arms"
      title={t("title")}
      {...(arms && { address: (query: URLSearchParams) => resultsPath(slug, "arms", query) })}
    >
      {arms ? (
        <ArmsResults rows={rows} view={view} arms={arms} />
      ) : (
        <EmptyState title={t("none.title")}>{t("none.body")}</EmptyState>
      )}
    </ResultsFrame>
  );
}
