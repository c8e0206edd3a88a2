import { groupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import {
  partCases,
  takeAnswers,
  type ListSeries,
  type Series,
  type SeriesSource,
} from "#lib/study-results/kinds/series.ts";

type Origin = Readonly<Record<string, string>>;
type Choices = { source: SeriesSource; case: Int32Array; choice: Int32Array; rater: Int32Array | null };

/** What each outcome counts for the first and for the second text. */
const credits = [
  [1, 0, 0.5],
  [0, 1, 0.5],
] as const;

/** How often each text is preferred, a tie being half: every comparison stands there once for each of its texts. */
export const listPairSeries: ListSeries = (rows, cases, people) =>
  partCases(rows, cases, () => null).map(({ places, ...part }) => {
    const answered = people && takeAnswers(people, places);
    const given: Choices[] = [
      ...(answered ? [{ source: { kind: "people" } as const, ...answered, rater: answered.person }] : []),
      ...rows.runs.map((run): Choices => {
        const own = places.filter((at) => (run.predictions.choice[at] ?? -1) >= 0);
        return {
          source: { kind: "judge", run },
          case: Int32Array.from(own),
          choice: Int32Array.from(own, (at) => run.predictions.choice[at] as number),
          rater: null,
        };
      }),
    ].filter((one) => one.case.length > 0);
    const authors: Origin[] = [];
    const numbers = new Map<string, number>();
    const authorAt = (at: number, side: number): number => {
      const origin = (rows.cases[at]?.noted as readonly Origin[] | undefined)?.[side] ?? {};
      const key = JSON.stringify(origin);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, authors.length);
      return authors.push(origin) - 1;
    };
    const series = given.map(({ source, case: caseOf, choice, rater }): Series => {
      // Entry 2 i is of the first text of comparison i, and the one behind it of the second.
      const twice = <From extends Int32Array>(of: From) =>
        Int32Array.from({ length: 2 * of.length }, (_, i) => of[i >> 1] as number);
      return {
        source,
        figure: { name: "wins" },
        detail: null,
        isShare: true,
        entries: {
          case: twice(caseOf),
          author: Int32Array.from({ length: 2 * caseOf.length }, (_, i) =>
            authorAt(caseOf[i >> 1] as number, i & 1),
          ),
          rater: rater && twice(rater),
          weight: null,
        },
        valueOf: (i) => credits[(i & 1) as 0 | 1][choice[i >> 1] as 0] as number,
        estimate: (values) => groupedMean(values, [0, 1]),
      };
    });
    return { ...part, authors, series };
  });
