import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { countOnce } from "#lib/study-results/arms/place.ts";
import {
  hasEnoughData,
  type ModelPoints,
  type OverviewPoints,
  type PartPoints,
  type PeoplePoints,
  type Points,
  type GapPoints,
  type VotePoints,
  type ModelReason,
  type ScorePoints,
} from "#lib/study-results/overview/types.ts";
import {
  countVoters,
  countVotes,
  creditCases,
  creditFewer,
  type FewerVotes,
  type Votes,
} from "#lib/study-results/overview/votes.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import {
  mainScores,
  type StudyRows,
  type RunRow,
  type PredictionColumns,
} from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import {
  listUnanswered,
  listStrata,
  selectAnswers,
  type Selection,
} from "#lib/study-results/rows/selection.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import type { VoteCredits } from "#lib/metrics/scores/vote-credits.ts";
import { findBin } from "#lib/metrics/calibration/calibration.ts";
import type { ItemScore } from "#lib/metrics/scores/item-score.ts";
import { combineScores, sumScores } from "#lib/metrics/scores/score-sums.ts";
import { isNotByModel } from "#lib/studies/schema.ts";

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
    isClaimable: hasEnoughData(n),
  };
}

const standing = ({ isRanked, apart }: ModelPoints): number => (isRanked ? 0 : apart === "selecting" ? 2 : 1);

// Sorting is stable: of equals, the one whose name comes first.
const sortModels = (models: readonly ModelPoints[]): ModelPoints[] =>
  models.toSorted(
    (a, b) => standing(a) - standing(b) || (b.withMissing.wrong ?? -1) - (a.withMissing.wrong ?? -1),
  );

/** One run held against people over exactly the cases that the selection counts. */
function readModel(selection: Selection, run: RunRow, votes: Votes, vote: VoteCredits): ModelPoints {
  const { cases } = selection;
  const { failed } = run.predictions;
  const scores = mainScores(run.predictions);
  let [answered, right, broken] = [0, 0, 0];
  for (const at of cases) {
    if (failed[at] === 1) broken += 1;
    if (Number.isNaN(scores[at])) continue;
    answered += 1;
    right += scores[at] as number;
  }
  const { id: runId, model, method, version, replicate = null, isDemo, ranAt, apart } = run;
  const missing = cases.length - answered;
  const described = {
    runId,
    model,
    method,
    version,
    replicate,
    isDemo,
    ranAt,
    apart,
    answered,
    failed: broken,
    missing: missing - broken,
  };
  if (apart === "selecting")
    // Whatever it would say of this run was decided when the cases were chosen.
    return {
      ...described,
      isRanked: false,
      isTested: false,
      right: null,
      top1: null,
      withMissing: { missing, wrong: null, right: null },
      reason: "by_selection",
      scores: withoutScores("by_selection"),
      vote: { cases: 0, ties: 0, onlyPeople: 0, onlyModel: 0 },
      gap: { answers: 0, people: 0, cases: 0, reason: "by_selection" },
    };
  const share = (count: number) => (cases.length === 0 ? null : count / cases.length);
  return {
    ...described,
    isRanked: answered > 0 && apart === null,
    isTested:
      answered > 0 &&
      (apart === null || (!isNotByModel(apart) && runId === selection.rows.study.comparatorRunId)),
    right,
    top1: answered === 0 ? null : right / answered,
    withMissing: { missing, wrong: share(right), right: share(right + missing) },
    reason: answered === 0 ? "no_items" : null,
    scores: scoreProbabilities(selection, run, votes, answered),
    vote: countAgainst(selection, run, vote),
    gap: countShared(selection, run),
  };
}

function countAgainst(
  { cases }: Selection,
  { predictions }: RunRow,
  { credit, tied }: VoteCredits,
): VotePoints {
  const found = { cases: 0, ties: 0, onlyPeople: 0, onlyModel: 0 };
  const scores = mainScores(predictions);
  for (let place = 0; place < cases.length; place++) {
    const model = scores[cases[place] as number] as number;
    if (Number.isNaN(model)) continue;
    if (tied[place] === 1) {
      found.ties += 1;
      continue;
    }
    found.cases += 1;
    const people = credit[place] as number;
    if (people > model) found.onlyPeople += 1;
    if (people < model) found.onlyModel += 1;
  }
  return found;
}

function countShared({ rows, cases, answers }: Selection, { predictions }: RunRow): GapPoints {
  const scores = mainScores(predictions);
  const people = new Uint8Array(rows.people.length);
  let shared = 0;
  for (const i of answers) {
    if (Number.isNaN(scores[rows.answers.case[i] as number])) continue;
    people[rows.answers.person[i] as number] = 1;
    shared += 1;
  }
  return {
    answers: shared,
    people: people.reduce((sum, one) => sum + one, 0),
    cases: countOnce(
      rows,
      cases.filter((at) => !Number.isNaN(scores[at])),
    ),
    reason: shared === 0 ? "no_items" : null,
  };
}

/** What each answer with probabilities adds, as it was scored when it was stored. */
function* listScores(
  cases: Int32Array,
  { choice, rank, above, tied, confidence, squaredError, measures }: PredictionColumns,
  firstOf: Votes["firstOf"],
): Generator<ItemScore> {
  const scores = mainScores({ measures });
  for (let i = 0; i < cases.length; i++) {
    const at = cases[i] as number;
    const sure = confidence[at] as number;
    if (Number.isNaN(sure) || (choice[at] as number) < 0) continue;
    const isPlaced = rank[at] !== 0;
    yield {
      choice: choice[at] as number,
      correct: scores[at] === 1,
      confidence: sure,
      rank: isPlaced ? (rank[at] as number) : null,
      above: isPlaced ? (above[at] as number) : null,
      tied: isPlaced ? (tied[at] as number) : null,
      squaredError: squaredError[at] as number,
      options: (firstOf[i + 1] as number) - (firstOf[i] as number),
      bin: findBin(sure),
    };
  }
}

/** What a run's probabilities are worth over the counted cases; nothing where not every answer has them. */
function scoreProbabilities(
  { cases }: Selection,
  run: RunRow,
  { firstOf }: Votes,
  answered: number,
): ScorePoints {
  const sums = sumScores(listScores(cases, run.predictions, firstOf));
  if (sums.n < answered) return withoutScores("choices_only", sums.n);
  const scores = combineScores(sums);
  return {
    scored: scores.scored,
    top2: scores.top2,
    meanRank: scores.meanRank,
    ece: scores.ece,
    brierPerOption: scores.brierPerOption,
    brierPerCase: scores.brierPerItem,
    fairTop1: scores.fair.top1,
    fairTop2: scores.fair.top2,
    fairMeanRank: scores.fair.meanRank,
    reason: scores.reason,
  };
}

const withoutScores = (reason: ModelReason, scored = 0): ScorePoints => ({
  scored,
  top2: null,
  meanRank: null,
  ece: null,
  brierPerOption: null,
  brierPerCase: null,
  fairTop1: null,
  fairTop2: null,
  fairMeanRank: null,
  reason,
});
