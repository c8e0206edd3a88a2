import { findBin } from "#lib/metrics/calibration/calibration.ts";
import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { combineScores, sumScores } from "#lib/metrics/scores/score-sums.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Answer = { person: number; case: number; choice: number; isRight: boolean };

/** The answers of a view, found the long way: one by one, each held against every rule. */
export function listCounted(rows: StudyRows, view: View): Answer[] {
  const { answers, people, cases, tracks } = rows;
  const found: Answer[] = [];
  for (let i = 0; i < answers.length; i++) {
    const [p, c, choice] = [answers.person[i] ?? -1, answers.case[i] ?? -1, answers.choice[i] ?? -1];
    const [person, row] = [people[p], cases[c]];
    if (!person || !row || choice < 0 || row.gold === null) continue;
    const isOut =
      person.who !== view.who ||
      (view.cohort !== null && person.cohort !== view.cohort) ||
      (view.excluded === "without" && person.exclusions.length > 0) ||
      row.stratum === "attention" ||
      (view.stratum !== "all" && row.stratum !== view.stratum) ||
      (view.track !== null && tracks[row.track]?.name !== view.track) ||
      (view.reported === "without" && row.report !== null) ||
      (view.known === "without" && answers.knows[i] === 1);
    if (!isOut) found.push({ person: p, case: c, choice, isRight: choice === row.gold });
  }
  return found;
}

/** The vote on every case that was answered. */
function takeVotes(rows: StudyRows, counted: readonly Answer[]) {
  const votes = new Map<number, { credit: number; isTied: boolean }>();
  for (const [at, answers] of Map.groupBy(counted, (answer) => answer.case)) {
    const counts = rows.cases[at]?.optionNames.map(
      (_, option) => answers.filter(({ choice }) => choice === option).length,
    );
    const most = Math.max(...(counts ?? []));
    const first = (counts ?? []).flatMap((count, option) => (count === most ? [option] : []));
    const credit = first.includes(rows.cases[at]?.gold ?? -1) ? 1 / first.length : 0;
    votes.set(at, { credit, isTied: first.length > 1 });
  }
  return votes;
}

/** Of each case, in their order. */
export function listCredits(rows: StudyRows, view: View): number[] {
  const votes = [...takeVotes(rows, listCounted(rows, view))].sort(([a], [b]) => a - b);
  return votes.map(([, { credit }]) => credit);
}

function describeRun(
  rows: StudyRows,
  run: RunRow,
  counted: readonly Answer[],
  votes: ReturnType<typeof takeVotes>,
) {
  const predictions = run.predictions;
  const cases = [...votes.keys()].sort((a, b) => a - b);
  const answered = cases.filter((at) => (predictions.choice[at] ?? -1) >= 0);
  const right = answered.filter((at) => predictions.choice[at] === rows.cases[at]?.gold);
  const scored = answered.filter((at) => !Number.isNaN(predictions.confidence[at]));
  const scores = combineScores(
    sumScores(
      scored.map((at) => ({
        choice: predictions.choice[at] ?? 0,
        correct: predictions.choice[at] === rows.cases[at]?.gold,
        confidence: predictions.confidence[at] ?? 0,
        rank: predictions.rank[at] || null,
        above: predictions.rank[at] ? (predictions.above[at] ?? 0) : null,
        tied: predictions.rank[at] ? (predictions.tied[at] ?? 0) : null,
        squaredError: predictions.squaredError[at] ?? 0,
        options: rows.cases[at]?.optionNames.length ?? 0,
        bin: findBin(predictions.confidence[at] ?? 0),
      })),
    ),
  );
  const isRight = (at: number) => (right.includes(at) ? 1 : 0);
  const clear = answered.filter((at) => votes.get(at)?.isTied === false);
  const only = (people: number, model: number) =>
    clear.filter((at) => votes.get(at)?.credit === people && isRight(at) === model).length;
  const paired = counted.filter((answer) => answered.includes(answer.case));
  const ahead = paired.reduce((sum, one) => sum + Number(one.isRight) - isRight(one.case), 0);
  return {
    runId: run.id,
    answered: answered.length,
    failed: cases.filter((at) => predictions.failed[at] === 1).length,
    right: right.length,
    top1: answered.length === 0 ? null : right.length / answered.length,
    scores: scored.length < answered.length ? null : scores,
    p: clear.length === 0 ? null : mcnemarExact(only(1, 0), only(0, 1)).p,
    pairs: [clear.length, answered.length - clear.length, only(1, 0), only(0, 1)],
    gap: paired.length === 0 ? null : ahead / paired.length,
  };
}

export function computeSlowly(rows: StudyRows, view: View) {
  const counted = listCounted(rows, view);
  const votes = takeVotes(rows, counted);
  const cases = [...votes.keys()];
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const tested = rows.runs
    .filter(({ apart }) => apart === null)
    .map((run) => describeRun(rows, run, counted, votes));
  const { holm } = adjustP(tested.map(({ p }) => p));
  return {
    n: {
      answers: counted.length,
      people: new Set(counted.map(({ person }) => person)).size,
      cases: cases.length,
    },
    right: counted.filter(({ isRight }) => isRight).length,
    credit: sum(cases.map((at) => votes.get(at)?.credit ?? 0)),
    ties: cases.filter((at) => votes.get(at)?.isTied).length,
    chance:
      cases.length === 0
        ? null
        : sum(cases.map((at) => 1 / (rows.cases[at]?.optionNames.length ?? 1))) / cases.length,
    models: new Map(tested.map((model, i) => [model.runId, { ...model, holm: holm[i] ?? null }])),
  };
}
