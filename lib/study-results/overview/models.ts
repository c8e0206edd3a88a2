import type { VoteCredits } from "#lib/metrics/scores/vote-credits.ts";
import { countOnce } from "#lib/study-results/arms/place.ts";
import { scoreProbabilities, withoutScores } from "#lib/study-results/overview/scores.ts";
import type { GapPoints, ModelPoints, VotePoints } from "#lib/study-results/overview/types.ts";
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
      (apart === null || (apart !== "fake" && runId === selection.rows.study.comparatorRunId)),
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
