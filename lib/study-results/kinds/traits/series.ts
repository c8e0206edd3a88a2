import { meanOfParts } from "#lib/metrics/grouped/grouped-mean.ts";
import { similarityByRater } from "#lib/metrics/scores/trait-levels.ts";
import {
  partCases,
  takeAnswers,
  type ListSeries,
  type PeoplesAnswers,
  type Series,
  type SeriesSource,
} from "#lib/study-results/kinds/series.ts";
import { listSides, pairSides, type ProfilesOf } from "#lib/study-results/kinds/traits/results.ts";
import { decodeLevels } from "#lib/task-kinds/traits/decoded.ts";

type SidePair = ReturnType<typeof pairSides>["pairs"][number];

/** How alike both sides of each person are, by whoever wrote the generated one. */
export const listTraitSeries: ListSeries = (rows, cases, people) =>
  partCases(rows, cases, () => null).map(({ places, ...part }) => {
    const { pairs } = pairSides(rows.cases, places);
    const answered = people && profilesOf(people, places);
    return {
      ...part,
      authors: [],
      series: [
        ...(answered ? alike({ kind: "people" }, pairs, answered) : []),
        ...rows.runs.flatMap((run) =>
          alike({ kind: "judge", run }, pairs, (at) => {
            const levels = decodeLevels(run.predictions.choice[at] ?? -1);
            return levels ? [{ levels }] : [];
          }),
        ),
      ],
    };
  });

function profilesOf(people: PeoplesAnswers, places: readonly number[]): ProfilesOf {
  const { person, case: caseOf, choice } = takeAnswers(people, places);
  const byCase = Map.groupBy([...caseOf.keys()], (i) => caseOf[i]);
  return (at) =>
    (byCase.get(at) ?? []).flatMap((i) => {
      const levels = decodeLevels(choice[i] ?? -1);
      return levels ? [{ person: person[i] ?? 0, levels }] : [];
    });
}

function alike(source: SeriesSource, pairs: readonly SidePair[], foundOf: ProfilesOf): Series[] {
  const judged = pairs.filter(
    ({ reference, generated }) => foundOf(reference).length > 0 && foundOf(generated).length > 0,
  );
  if (judged.length === 0) return [];
  const { value, group, rater = null, weight = null } = similarityByRater(listSides(judged, foundOf));
  return [
    {
      source,
      figure: { name: "similarity" },
      detail: null,
      isShare: true,
      entries: {
        case: group.map((place) => judged[place]?.generated ?? 0),
        author: null,
        rater: rater ?? null,
        weight: weight ?? null,
      },
      valueOf: (i) => value[i] as number,
      estimate: (values) => meanOfParts(values, [0, 1]),
    },
  ];
}
