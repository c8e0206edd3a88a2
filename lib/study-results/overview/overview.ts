import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { countOnce } from "#lib/study-results/arms/place.ts";
import { readModel } from "#lib/study-results/overview/models.ts";
import {
  isClaimable,
  type ModelPoints,
  type OverviewPoints,
  type PartPoints,
  type PeoplePoints,
  type Points,
} from "#lib/study-results/overview/types.ts";
import {
  countVoters,
  countVotes,
  creditCases,
  creditFewer,
  type FewerVotes,
} from "#lib/study-results/overview/votes.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import {
  listUnanswered,
  listStrata,
  selectAnswers,
  type Selection,
} from "#lib/study-results/rows/selection.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** The answers that a view counts, selected once. */
export const getSelection = (rows: StudyRows, view: View): Selection =>
  memoize(rows, `selection ${viewKey(view)}`, () => selectAnswers(rows, view));

/** Everything of the overview that needs no resampling. */
export function computeOverview(rows: StudyRows, view: View): OverviewPoints {
  return memoize(rows, `overview ${viewKey(view)}`, () => {
    const part = <Name extends string>(name: Name, change: Partial<View>): PartPoints<Name> => ({
      name,
      points: getPoints(rows, { ...view, ...change }),
    });
    const strata = listStrata(rows);
    return {
      ...getPoints(rows, view),
      tracks:
        view.track === null && rows.tracks.length > 1
          ? rows.tracks.map(({ name }) => part(name, { track: name }))
          : [],
      strata: strata.length > 1 ? strata.map((stratum) => part(stratum, { stratum })) : [],
    };
  });
}

export const getPoints = (rows: StudyRows, view: View): Points =>
  memoize(rows, `points ${viewKey(view)}`, () => readPoints(getSelection(rows, view)));

/** What fewer votes would give. Beside the points, which are asked for of every part of every view. */
export const getFewerVotes = (rows: StudyRows, view: View): FewerVotes[] =>
  memoize(rows, `fewer votes ${viewKey(view)}`, () => {
    const selection = getSelection(rows, view);
    return creditFewer(selection, countVotes(selection));
  });

function readPoints(selection: Selection): Points {
  const votes = countVotes(selection);
  const vote = creditCases(selection, votes);
  const { rows, cases } = selection;
  const sum = (values: Float64Array | Uint8Array) => {
    let total = 0;
    for (const value of values) total += value;
    return total;
  };
  const credit = sum(vote.credit);
  const { guess } = serverKindOf(rows.kind);
  const guessed = sum(Float64Array.from(cases, (at) => guess(rows.cases[at]?.optionNames.length ?? 1)));
  const share = (part: number) => (cases.length === 0 ? null : part / cases.length);
  return {
    people: readPeople(selection),
    consensus: {
      cases: cases.length,
      credit,
      accuracy: share(credit),
      ties: sum(vote.tied),
      votes: countVoters(votes),
      reason: cases.length === 0 ? "no_items" : null,
    },
    chance: share(guessed),
    models: sortModels(rows.runs.map((run) => readModel(selection, run, votes, vote))),
  };
}

function readPeople({ rows, view, people, cases, answers }: Selection): PeoplePoints {
  let right = 0;
  const scores = mainScores(rows.answers);
  for (const i of answers) right += scores[i] as number;
  const n = { answers: answers.length, people: people.length, cases: countOnce(rows, cases) };
  const { low, high } = wilsonInterval(right, n.answers);
  const missing = listUnanswered(rows, view).length;
  const share = (count: number) => (n.answers === 0 ? null : count / (n.answers + missing));
  return {
    n,
    right,
    accuracy: n.answers === 0 ? null : right / n.answers,
    withMissing: { missing, wrong: share(right), right: share(right + missing) },
    naive: { low, high },
    reason: n.answers === 0 ? "no_items" : null,
    isClaimable: isClaimable(n),
  };
}

const standing = ({ isRanked, apart }: ModelPoints): number => (isRanked ? 0 : apart === "selecting" ? 2 : 1);

// Sorting is stable: of equals, the one whose name comes first.
const sortModels = (models: readonly ModelPoints[]): ModelPoints[] =>
  models.toSorted(
    (a, b) => standing(a) - standing(b) || (b.withMissing.wrong ?? -1) - (a.withMissing.wrong ?? -1),
  );
