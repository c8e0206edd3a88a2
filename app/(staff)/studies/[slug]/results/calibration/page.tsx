import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { CalibrationResults } from "#components/study-results/calibration/calibration-results.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { resultsPath } from "#lib/paths.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.calibration"));

export default async function CalibrationPage(props: PageProps<"/studies/[slug]/results/calibration">) {
  const { rows, asked, view, frame } = await openResults(props);
  const t = await getTranslations("resultsPeople.calibration");
  const { slug } = rows.study;
  const model = typeof asked["model"] === "string" ? asked["model"] : null;
  const address = (query: URLSearchParams) => {
    if (model) query.set("model", model);
    return resultsPath(slug, "calibration", query);
  };
  return (
    <ResultsFrame {...frame} page="calibration" title={t("title")} address={address}>
      <CalibrationResults rows={rows} view={view} model={model} />
    </ResultsFrame>
  );
}
