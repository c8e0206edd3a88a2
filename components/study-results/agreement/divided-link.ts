import { resultsPath } from "#lib/paths.ts";
import { wholeList, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { View } from "#lib/study-results/schema.ts";

const dividedFirst: CaseQuery = { ...wholeList, sort: { column: "disagreement", descending: true } };

/** The cases that a figure of agreement is made of, those first on which people disagree most. */
export const dividedCasesPath = (slug: string, view: View): string =>
  resultsPath(slug, "cases", writeCaseQuery(view, dividedFirst));
