import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import type { VoteCredits } from "#lib/metrics/scores/vote-credits.ts";
import { scoreProbabilities, withoutScores } from "#lib/study-results/overview/scores.ts";
import {
  leastCoverage,
  type GapPoints,
  type McnemarPoints,
  type ModelPoints,
} from "#lib/study-results/overview/types.ts";
import type { Votes } from "#lib/study-results/overview/votes.ts";
import { mainScores, type RunRow } from "#lib/study-results/rows/rows.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** One run held against people over exactly the cases that the selection counts. */
export function readModel(selection: Selection, run: RunRow, votes: Votes, vote: VoteCredits): ModelPoints {
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
  const { id: runId, model, method, version, isDemo, ranAt, isSelecting } = run;
  const described = {
    ...{ runId, model, method, version, isDemo, ranAt, isSelecting },
    answered,
    failed: broken,
    missing: cases.length - answered - broken,
  };
  if (isSelecting)
    // Whatever it would say of this run was decided when the cases were chosen.
    return {
      ...described,
      isRanked: false,
      right: null,
      top1: null,
      reason: "by_selection",
      scores: withoutScores("by_selection"),
      mcnemar: {
        cases: 0,
        ties: 0,
        onlyPeople: 0,
        onlyModel: 0,
        p: null,
        holm: null,
        reason: "by_selection",
      },
      gap: { value: null, answers: 0, cases: 0, reason: "by_selection" },
    };
  return {
    ...described,
    isRanked: answered > 0 && answered >= leastCoverage * cases.length,
    right,
    top1: answered === 0 ? null : right / answered,
    reason: answered === 0 ? "no_items" : null,
    scores: scoreProbabilities(selection, run, votes, answered),
    mcnemar: testAgainst(selection, run, vote),
    gap: readGap(selection, run, votes),
  };
}

function testAgainst(
  { cases }: Selection,
  { predictions }: RunRow,
  { credit, tied }: VoteCredits,
): McnemarPoints {
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
  if (found.cases === 0) return { ...found, p: null, holm: null, reason: "no_items" };
  return { ...found, holm: null, ...mcnemarExact(found.onlyPeople, found.onlyModel) };
}

function readGap({ cases }: Selection, { predictions }: RunRow, votes: Votes): GapPoints {
  let [ahead, answers, compared] = [0, 0, 0];
  const scores = mainScores(predictions);
  for (let place = 0; place < cases.length; place++) {
    const model = scores[cases[place] as number] as number;
    if (Number.isNaN(model)) continue;
    const given = votes.answers[place] as number;
    ahead += (votes.right[place] as number) - given * model;
    answers += given;
    compared += 1;
  }
  return {
    value: answers === 0 ? null : ahead / answers,
    answers,
    cases: compared,
    reason: answers === 0 ? "no_items" : null,
  };
}
