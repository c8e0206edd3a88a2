import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { ScaleResults } from "#components/study-results/scale/scale-results.tsx";
import { figureDownloads, resultsPath } from "#lib/paths.ts";
import { writeView } from "#lib/study-results/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.scale"));

export default async function ScalePage(page: PageProps<"/studies/[slug]/results/scale">) {
  const { rows, view, frame } = await openResults(page);
  const t = await getTranslations("resultsScale");
  const { slug } = rows.study;
  return (
    <ResultsFrame
      {...frame}
      page="scale"
      title={t("title")}
      intro={<p>{t("intro")}</p>}
      address={(query) => resultsPath(slug, "scale", query)}
    >
      <ScaleResults parts={[{ rows, view }]} downloads={figureDownloads(slug, "scale", writeView(view))} />
    </ResultsFrame>
  );
}
