import { resultsPath } from "#lib/paths.ts";
import type { Words } from "#components/ui/table/cell.tsx";
import type { ConfidenceRange } from "#lib/study-results/cases/case-confidence.ts";
import { wholeList, writeCaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { View } from "#lib/study-results/schema.ts";

type LinkSource = { slug: string; view: View; title: string };

/** A count of answers, and the way to the cases they were given to; beside a run, with a column of its own. */
export function countOfSure({ slug, view, title }: LinkSource, n: number, sure: ConfidenceRange): Words {
  if (n === 0) return { text: n };
  const models = sure.of === "people" ? [] : [sure.of];
  const query = writeCaseQuery(view, { ...wholeList, sure, models });
  return { text: n, title, href: resultsPath(slug, "cases", query), isWhole: true };
}
