import { groupedMean, type Range } from "#lib/metrics/grouped/grouped-mean.ts";
import { weighAlike } from "#lib/metrics/grouped/parts.ts";
import { listJudges } from "#lib/study-results/kinds/rating/judges.ts";
import { scaleOf } from "#lib/study-results/kinds/rating/results.ts";
import {
  bySource,
  partCases,
  takeAnswers,
  type ListSeries,
  type PeoplesAnswers,
  type Series,
} from "#lib/study-results/kinds/series.ts";

const over =
  (range: Range): Series["estimate"] =>
  (values) =>
    groupedMean(values, range);

/** Mean points, mean numbers of judges and measures, on each scale of each track. */
export const listRatingSeries: ListSeries = (rows, cases, people) =>
  partCases(rows, cases, scaleOf).map(({ places, ...part }) => {
    const points = rows.cases[places[0] ?? 0]?.optionNames.length ?? 0;
    return {
      ...part,
      authors: [],
      series: [
        ...(people ? ratePeople(people, places, points) : []),
        ...listJudges(rows, places, points).map(({ judge, given: { scores, range } }): Series => ({
          source: judge.run ? { kind: "judge", run: judge.run } : { kind: judge.kind },
          figure: { name: "mean" },
          detail: null,
          isShare: judge.isShare,
          isOwnNumber: judge.kind !== "rating",
          entries: bySource(places),
          valueOf: (i) => scores[i] as number,
          estimate: over(range),
        })),
      ],
    };
  });

/** Each case counts once, however many rated it. */
function ratePeople(people: PeoplesAnswers, places: readonly number[], points: number): Series[] {
  const { person, case: caseOf, choice } = takeAnswers(people, places);
  if (caseOf.length === 0) return [];
  return [
    {
      source: { kind: "people" },
      figure: { name: "mean" },
      detail: null,
      isShare: false,
      entries: { case: caseOf, author: null, rater: person, weight: weighAlike(caseOf) },
      valueOf: (i) => (choice[i] as number) + 1,
      estimate: over([1, points]),
    },
  ];
}
