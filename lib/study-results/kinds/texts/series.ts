import { groupedMean, groupedShare, type Range } from "#lib/metrics/grouped/grouped-mean.ts";
import { mcqTypes, rewardOf } from "#lib/metrics/scores/mcq-reward.ts";
import {
  partCases,
  takeAnswers,
  type DetailName,
  type ListSeries,
  type MeasuredCase,
  type MeasuredRows,
  type PeoplesAnswers,
  type Series,
  type SeriesEntries,
  type SeriesFigure,
  type SeriesSource,
} from "#lib/study-results/kinds/series.ts";
import {
  areRewarded,
  byFormat,
  formatOf,
  cutTraining,
  listTypes,
  longestOf,
  partOf,
  trainingOf,
  typeChosen,
  typesOf,
} from "#lib/study-results/kinds/texts/results.ts";

/** Accuracy, reward and what else explains them, of every model's answers and of people's, format by format. */
export const listTextSeries: ListSeries = (rows, cases, people) =>
  partCases(rows, byOptions(rows, cases), nameFormats(rows, cases)).map(({ places, ...part }) => {
    const known = places.filter((at) => rows.cases[at]?.gold != null);
    // Where no right option is known, the types that were chosen are all there is.
    const counted = known.length > 0 ? known : places;
    const given = [...takePeople(people, counted), takeModels(rows, counted)];
    return {
      ...part,
      authors: rows.runs.map(({ model, method, version }) => ({
        model,
        method,
        ...(version !== "" && { version }),
      })),
      series: given.flatMap((answers) => {
        if (answers.choice.length === 0) return [];
        return known.length > 0 ? scored(rows, known, answers) : typed(rows, counted, answers);
      }),
    };
  });

/** Of several formats that with the fewest options comes first. */
const byOptions = ({ cases }: MeasuredRows, places: readonly number[]): number[] =>
  byFormat(places, (at) => cases[at] as MeasuredCase).flatMap(({ members }) => members);

/** In a track that mixes formats each stands by itself: guessing isn't as often right in all of them. */
function nameFormats({ cases }: MeasuredRows, places: readonly number[]) {
  const ownRows = places.map((at) => cases[at] as MeasuredCase);
  const byTrack = Array.from(
    Map.groupBy(ownRows, ({ track }) => track),
    ([track, own]) => [track, listNames(byFormat(own, (row) => row))] as const,
  );
  const names = new Map(byTrack);
  return (row: MeasuredCase) => names.get(row.track)?.get(formatOf(row)) ?? null;
}

/** By how many options they have, and where that is the same by their types; none of a single one. */
const listNames = (formats: ReturnType<typeof byFormat<MeasuredCase>>): Map<string, string> =>
  new Map(
    formats.length < 2
      ? []
      : formats.map(({ key, options, members }) => {
          const isAlone = formats.filter((one) => one.options === options).length === 1;
          const types = isAlone ? "" : ` (${[...new Set(members.flatMap(typesOf))].sort().join(", ")})`;
          return [key, `MCQ-${options}${types}`];
        }),
  );

type Answers = { source: SeriesSource; entries: SeriesEntries; choice: Int32Array };

function takePeople(people: PeoplesAnswers | null, places: readonly number[]): Answers[] {
  if (!people) return [];
  const { person, case: caseOf, choice } = takeAnswers(people, places);
  const entries = { case: caseOf, author: null, rater: person, weight: null };
  return [{ source: { kind: "people" }, entries, choice }];
}

/** A case that a run wasn't asked is neither right nor malformed; what the cases were chosen by says nothing of them. */
function takeModels({ runs }: MeasuredRows, places: readonly number[]): Answers {
  const given = runs.map(({ apart, predictions: { choice, failed } }) =>
    apart === "selecting" ? [] : places.filter((at) => (choice[at] ?? -1) !== -1 || failed[at] === 1),
  );
  const length = given.reduce((sum, own) => sum + own.length, 0);
  const [caseOf, author, choice] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
  let to = 0;
  for (const [run, own] of given.entries())
    for (const at of own) {
      caseOf[to] = at;
      author[to] = run;
      choice[to] = runs[run]?.predictions.choice[at] ?? -1;
      to += 1;
    }
  return {
    source: { kind: "models" },
    entries: { case: caseOf, author, rater: null, weight: null },
    choice,
  };
}

type Shape = { figure: SeriesFigure; detail: DetailName | null; valueOf: Series["valueOf"]; range?: Range };

const listed = ({ source, entries }: Answers, shapes: readonly Shape[]): Series[] =>
  shapes.map(({ range, ...shape }) => ({
    ...shape,
    source,
    entries,
    isShare: shape.figure.name !== "reward" && shape.figure.name !== "rewardWith",
    estimate: (values) => (range ? groupedMean(values, range) : groupedShare(values)),
  }));

const rewards: Range = [-1, 1];

function scored(rows: MeasuredRows, places: readonly number[], answers: Answers): Series[] {
  const {
    source,
    entries: { case: caseOf },
    choice,
  } = answers;
  const cases = places.map((at) => rows.cases[at] as MeasuredCase);
  const types = listTypes(cases);
  const hasReward = areRewarded(types);
  const rowOf = (i: number) => rows.cases[caseOf[i] as number] as MeasuredCase;
  const byCase = (of: (row: MeasuredCase) => number) => {
    const found = new Float64Array(rows.cases.length);
    for (const at of places) found[at] = of(rows.cases[at] as MeasuredCase);
    return (i: number) => found[caseOf[i] as number] as number;
  };
  const chosen = Int32Array.from(choice, (one, i) => typeChosen(rowOf(i), types, one));
  const isFormed = (i: number) => choice[i] !== -1;
  const ofFormed = (of: (i: number) => number) => (i: number) => (isFormed(i) ? of(i) : NaN);
  const where = (isIn: (i: number) => boolean, of: (i: number) => number) =>
    ofFormed((i) => (isIn(i) ? of(i) : NaN));
  const isRight = (i: number) => Number(choice[i] === rowOf(i).gold);
  const typeOf = (i: number) => types[chosen[i] as number];
  const reward = (i: number) => rewardOf(typeOf(i) ?? "malformed");
  const rewarded = (shape: Omit<Shape, "range">): Shape[] =>
    hasReward ? [{ ...shape, range: rewards }] : [];
  const training = cutTraining(cases);
  const optionCount = Math.max(...cases.map(({ optionNames }) => optionNames.length));
  const longest = byCase(longestOf);
  const isLongest = (i: number) => longest(i) === 1;
  const trainingPart = byCase((row) => partOf(training, trainingOf(row)));
  return listed(answers, [
    { figure: { name: "accuracy" }, detail: null, valueOf: ofFormed(isRight) },
    ...rewarded({ figure: { name: "reward" }, detail: null, valueOf: ofFormed(reward) }),
    ...types.map((type): Shape => ({
      figure: { name: "chosen", type },
      detail: "chosen",
      valueOf: ofFormed((i) => Number(typeOf(i) === type)),
    })),
    // The public code counts answers that name no option as wrong.
    ...(choice.includes(-1)
      ? [
          { figure: { name: "accuracy" } as const, detail: "public" as const, valueOf: isRight },
          ...rewarded({ figure: { name: "reward" }, detail: "public", valueOf: reward }),
        ]
      : []),
    ...training.flatMap(({ from, to }, part): Shape[] => {
      const isIn = (i: number) => trainingPart(i) === part;
      return [
        { figure: { name: "accuracyWith", from, to }, detail: "training", valueOf: where(isIn, isRight) },
        ...rewarded({
          figure: { name: "rewardWith", from, to },
          detail: "training",
          valueOf: where(isIn, reward),
        }),
      ];
    }),
    // People see the options in an order of their own.
    ...(source.kind === "people" ? [] : Array.from({ length: optionCount }, (_, at) => at)).map(
      (at): Shape => ({
        figure: { name: "place", place: at + 1 },
        detail: "place",
        valueOf: where((i) => rowOf(i).gold === at, isRight),
      }),
    ),
    { figure: { name: "longest" }, detail: "length", valueOf: where(isLongest, isRight) },
    { figure: { name: "notLongest" }, detail: "length", valueOf: where((i) => !isLongest(i), isRight) },
    {
      figure: { name: "choosingLongest" },
      detail: "length",
      valueOf: ofFormed(longest),
      range: [0, 1],
    },
  ]);
}

/** Types alone. */
function typed(rows: MeasuredRows, places: readonly number[], answers: Answers): Series[] {
  const { entries, choice } = answers;
  const rowOf = (i: number) => rows.cases[entries.case[i] as number] as MeasuredCase;
  const types = [...new Set(places.flatMap((at) => typesOf(rows.cases[at] as MeasuredCase)))].sort(
    (a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1),
  );
  return listed(
    answers,
    types.map((type): Shape => ({
      figure: { name: "chosen", type },
      detail: "chosen",
      valueOf: (i) => (choice[i] === -1 ? NaN : Number(typesOf(rowOf(i))[choice[i] as number] === type)),
    })),
  );
}

const known: readonly string[] = mcqTypes;
const placeOf = (type: string): number => (known.includes(type) ? known.indexOf(type) : known.length);
