import { getFormatter, getTranslations } from "next-intl/server";
import { CountedLinks } from "#components/study-results/cases/counted-links.tsx";
import { countClasses } from "#lib/case-analyses/schema.ts";
import { resultsPath } from "#lib/paths.ts";
import { writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { ErrorClasses } from "#lib/study-results/cases/cases.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { slug: string; view: View; query: CaseQuery; classes: ErrorClasses };

/** The classes that analyses of this study name, each with its cases. */
export async function ClassLinks({ slug, view, query, classes }: Props) {
  const t = await getTranslations("resultsCases.analysis.filter");
  const format = await getFormatter();
  const link = (errorClass: string | null, name: string, count: number | null) => ({
    name,
    count: count === null ? "" : format.number(count),
    href: resultsPath(slug, "cases", writeCaseQuery(view, { ...query, errorClass, page: 1 })),
    isCurrent: query.errorClass === errorClass,
  });
  return (
    <CountedLinks
      label={t("label")}
      links={[
        link(null, t("all"), null),
        link("", t("analysed"), classes.size),
        ...countClasses(classes).flatMap(([errorClass, count]) =>
          errorClass === "" ? [] : [link(errorClass, errorClass, count)],
        ),
      ]}
    />
  );
}
