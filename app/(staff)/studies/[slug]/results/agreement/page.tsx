import { getTranslations } from "next-intl/server";
import { openResults } from "#app/(staff)/studies/[slug]/results/open-results.ts";
import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { resultsPath } from "#lib/paths.ts";
import { AgreementResults } from "#components/study-results/agreement/agreement-results.tsx";
import { ResultsFrame } from "#components/study-results/results-frame.tsx";
import { getSelfAgreement } from "#lib/study-results/agreement/self-agreement-queries.ts";
import { mayShow } from "#lib/study-results/schema.ts";

export const generateMetadata = nameStudyWindow((t) => t("results.pages.agreement"));

export default async function AgreementPage(props: PageProps<"/studies/[slug]/results/agreement">) {
  const { rows, asked, view, frame } = await openResults(props);
  const t = await getTranslations("resultsAgreement");
  return (
    <ResultsFrame
      {...frame}
      page="agreement"
      title={t("title")}
      address={(query) => resultsPath(rows.study.slug, "agreement", query)}
    >
      {mayShow(rows.study, view.who) && (
        <AgreementResults
          rows={rows}
          view={view}
          asked={asked}
          self={rows.study.design.sample.repeats === undefined ? null : getSelfAgreement(rows, view)}
        />
      )}
    </ResultsFrame>
  );
}
