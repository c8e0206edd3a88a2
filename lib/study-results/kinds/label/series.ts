import { groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import { weighAlike } from "#lib/metrics/grouped/parts.ts";
import {
  partCases,
  takeAnswers,
  bySource,
  type ListSeries,
  type Series,
  type SeriesEntries,
  type SeriesSource,
} from "#lib/study-results/kinds/series.ts";
import { isMany, specOf } from "#lib/task-kinds/label/spec.ts";
import { hasCode } from "#lib/task-kinds/label/value.ts";
import { resolveLabels, type LabelsInput } from "#lib/task-kinds/label-set.ts";

/** More would crowd out what stands beside them. */
const maxLabels = 4;

type Given = { source: SeriesSource; entries: SeriesEntries; label: ArrayLike<number> };

/** How often each label was given, by people and by every judge, for each set of each track. */
export const listLabelSeries: ListSeries = (rows, cases, people) =>
  partCases(rows, cases, ({ noted }) => resolveLabels(noted as LabelsInput).name).map(
    ({ places, ...part }) => {
      const first = rows.cases[places[0] ?? 0];
      const set = resolveLabels(first?.noted as LabelsInput);
      const many = isMany(specOf(first?.kind ?? "label"));
      const names = set.labels.map(({ name }) => name);
      // The one after which an error is asked for, or else the first.
      const main = Math.max(0, names.indexOf(set.errors?.after[0] ?? ""));
      const answered = people && takeAnswers(people, places);
      const given: Given[] = [
        ...(answered && answered.case.length > 0
          ? [
              {
                source: { kind: "people" } as const,
                entries: {
                  case: answered.case,
                  author: null,
                  rater: answered.person,
                  weight: many || people.hasLinked ? weighAlike(answered.case) : null,
                },
                label: answered.choice,
              },
            ]
          : []),
        ...rows.runs.flatMap((run): Given[] => {
          const own = places.filter((at) => (run.predictions.choice[at] ?? -1) >= 0);
          const label = Int32Array.from(own, (at) => run.predictions.choice[at] as number);
          return own.length > 0 ? [{ source: { kind: "judge", run }, entries: bySource(own), label }] : [];
        }),
      ];
      const listed = many ? [...names, null] : names;
      return {
        ...part,
        authors: [],
        series: given.flatMap(({ source, entries, label }) =>
          listed.flatMap((name, at): Series[] => {
            const isGiven = (one: number) =>
              many ? (name === null ? one === 0 : hasCode(one, at)) : one === at;
            const series: Series = {
              source,
              figure: { name: "share", of: name },
              detail: null,
              isShare: true,
              entries,
              valueOf: (i) => Number(isGiven(label[i] as number)),
              estimate: (values) => groupedShare(values),
            };
            if (listed.length <= maxLabels) return [series];
            return [...(at === main ? [series] : []), { ...series, detail: "labels" }];
          }),
        ),
      };
    },
  );
