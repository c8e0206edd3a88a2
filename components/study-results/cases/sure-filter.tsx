import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { countSure, type ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";
import { writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; query: CaseQuery; sure: ConfidenceRange };

/** How sure somebody was of the listed cases, how many answers say so, and the way back to all. */
export async function SureFilter({ rows, view, query, sure }: Props) {
  const t = await getTranslations("resultsCases.sure");
  const { of, from, to, isAbove } = sure;
  const run = rows.runs.find(({ id }) => id === of);
  const found = countSure(rows, view, sure);
  const words = {
    whose: run ? distinctName(run, rows.runs) : t("whose", { who: view.who }),
    from: write(from),
    to: write(to),
  };
  const without = writeCaseQuery(view, { ...query, sure: null, page: 1 });
  return (
    <section aria-label={t("label")} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="measure">
        <strong className="font-semibold wrap-anywhere">
          {t(isAbove ? "above" : from === to ? "exactly" : "from", words)}
        </strong>
        {". "}
        {t("counts", { answers: [...found.values()].reduce((sum, n) => sum + n, 0), cases: found.size })}
      </p>
      <ButtonLink href={resultsPath(rows.study.slug, "cases", without)}>{t("remove")}</ButtonLink>
    </section>
  );
}

/** As the tables have it that lead here. */
const write = (edge: number): string => inPercent(edge).replace(/\.0$/, "");
