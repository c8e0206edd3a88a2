import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

type Clustered = Pick<StudyRows, "study" | "cases">;

/** What cases that belong together come from: as the benchmark says, else works where only works are known. */
export const clusterUnitOf = ({ study, cases }: Clustered): ClusterUnit =>
  study.benchmark.clusterUnit ?? (cases.some(({ group }) => group != null) ? "group" : "work");

/** Cases that are judged belong together by their groups alone. */
export const nameGroups = (
  cases: readonly Pick<Clustered["cases"][number], "group">[],
  unit: ClusterUnit | null | undefined,
): ClusterUnit => (unit != null && cases.some(({ group }) => group != null) ? unit : "group");

export const groupUnitOf = ({ study, cases }: Clustered): ClusterUnit =>
  nameGroups(cases, study.benchmark.clusterUnit);

/** “10 persons”. */
export const formatClusters = (count: number, unit: ClusterUnit, locale: Locale): string =>
  wordsIn(locale, "clusters")("count", { count, unit });

/** For sentences that say what cases were clustered by; with no count each case stands for itself. */
export function wordClusters(rows: Clustered, works: number | null, locale: Locale) {
  const unit = clusterUnitOf(rows);
  const count = works ?? 0;
  return {
    works: count,
    clusters: formatClusters(count, unit, locale),
    unit: wordsIn(locale, "clusters")(`units.${unit}`),
  };
}
