import { useTranslations } from "next-intl";
import { resultsCasePath, resultsPath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { findCases, findNeighbours, type ErrorClasses } from "#lib/study-results/cases/cases.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; query: CaseQuery; index: number; classes: ErrorClasses };

/** Through the list that one came from, in its order. */
export function CaseWays({ rows, view, query, index, classes }: Props) {
  const t = useTranslations("resultsCases");
  const { slug } = rows.study;
  const asked = writeCaseQuery(view, query);
  const { place, of, previous, next } = findNeighbours(findCases(rows, view, query, classes), index);
  const to = (at: number | null) => {
    const row = at === null ? undefined : rows.cases[at];
    return row && resultsCasePath(slug, { track: rows.tracks[row.track]?.name ?? "", key: row.key }, asked);
  };
  const [before, after] = [to(previous), to(next)];
  const filter = t(`filters.${query.filter}.name`, { who: view.who });
  return (
    <nav aria-label={t("case.ways")} className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="figures text-sm text-ink-muted">
        {place === null ? t("case.outside", { filter }) : t("case.place", { place, of, filter })}
      </span>
      {before && (
        <ButtonLink href={before} rel="prev">
          {t("case.previous")}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink href={after} rel="next">
          {t("case.next")}
        </ButtonLink>
      )}
      <ButtonLink href={resultsPath(slug, "cases", asked)} variant="quiet">
        {t("case.toList")}
      </ButtonLink>
    </nav>
  );
}
