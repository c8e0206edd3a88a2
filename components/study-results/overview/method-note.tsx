import { getTranslations } from "next-intl/server";
import { inRange } from "#lib/figures/written.ts";
import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { leastCoverage } from "#lib/study-results/overview/types.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, resamples, type View } from "#lib/study-results/schema.ts";

/** What a methods section has to say of the figures above. */
export async function MethodNote({ rows, view }: { rows: StudyRows; view: View }) {
  const t = await getTranslations("resultsOverview.method");
  const { people, consensus } = getPoints(rows, view);
  const { low, high } = people.naive;
  const { who } = view;
  const { mayPass } = rows.study.design.questions;
  const naive = low !== null && high !== null && people.isClaimable;
  return (
    <section aria-labelledby="method" className="grid gap-2">
      <h2 id="method" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <ul className="measure grid list-disc gap-1 pl-5 text-sm">
        <li>{t("cases", { who, cases: people.n.cases, coverage: 100 * leastCoverage })}</li>
        {mayPass && <li>{t("passed", { count: countPassed({ rows, view }) })}</li>}
        <li>{t("crossed", { who, b: resamples, seed: String(rows.study.design.sample.seed) })}</li>
        <li>{naive ? t("naive", { answers: people.n.answers, range: inRange(low, high) }) : t("noNaive")}</li>
        <li>{t("paired", { who })}</li>
        <li>{t("best", { who })}</li>
        <li>{t("consensus", { who, ties: consensus.ties })}</li>
        <li>{t("scores", { bins: defaultBins })}</li>
        <li>{t("few", { who, leastAnswers: leastForClaim.answers, leastCases: leastForClaim.cases })}</li>
      </ul>
    </section>
  );
}
