import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { PeopleResults } from "#components/study-results/people/people-results.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { resultsPath } from "#lib/paths.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.people"));

export default async function PeoplePage(props: PageProps<"/studies/[slug]/results/people">) {
  const { rows, asked, view, frame } = await openResults(props);
  const t = await getTranslations("resultsPeople");
  const { slug } = rows.study;
  return (
    <ResultsFrame
      {...frame}
      page="people"
      title={t("title")}
      address={(query) => resultsPath(slug, "people", query)}
    >
      <PeopleResults rows={rows} view={view} asked={asked} />
    </ResultsFrame>
  );
}
