import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPeople, type RightCount } from "#lib/study-results/people/people.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { type StudyRows, mainScores, type Measures } from "#lib/study-results/rows/rows.ts";
import { answersOf, isInView } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** A case, by its index in the rows, and how often those whom the view counts were right on it. */
export type MapCase = RightCount & { readonly index: number; readonly track: number };

/** A person or a run, by its index in the rows. */
export type MapMember = {
  readonly index: number;
  readonly right: number;
  readonly n: number;
  /** Null without an answer, and of the run whose errors the cases are. */
  readonly accuracy: number | null;
};

export type AnswerMap = {
  /** Best first; those alike by number. */
  readonly people: readonly MapMember[];
  /** Best first; whoever stands apart comes last. */
  readonly runs: readonly MapMember[];
  /** Cases that these people were given: track by track, the easiest first. */
  readonly cases: readonly MapCase[];
};

/** Everybody whom the view counts. */
export const getAnswerMap = (rows: StudyRows, view: View): AnswerMap =>
  memoize(rows, `answer map ${viewKey(view)}`, () =>
    drawUp(
      rows,
      view,
      getPeople(rows, view).people.filter(({ isCounted }) => isCounted),
    ),
  );

/** One person, counted or not, among the same models; the cases are as hard as those who count find them. */
export const getPersonMap = (rows: StudyRows, view: View, index: number): AnswerMap =>
  memoize(rows, `answer map of ${index} ${viewKey(view)}`, () =>
    drawUp(
      rows,
      view,
      getPeople(rows, view).people.filter((person) => person.index === index),
    ),
  );

function drawUp(rows: StudyRows, view: View, members: readonly MapMember[]): AnswerMap {
  const isGiven = new Uint8Array(rows.cases.length);
  const people = members.filter(({ index }) => {
    let given = 0;
    for (const at of answersOf(rows, index)) {
      const one = rows.answers.case[at] ?? -1;
      const row = rows.cases[one];
      if (!row || !isInView(row, view, rows.tracks)) continue;
      isGiven[one] = 1;
      given += 1;
    }
    return given > 0;
  });
  return {
    people: people
      .map(({ index, right, n, accuracy }) => ({ index, right, n, accuracy }))
      .toSorted((a, b) => byAccuracy(a, b) || numberOf(rows, a) - numberOf(rows, b)),
    runs: listRuns(rows, view),
    cases: listCases(rows, view, isGiven),
  };
}

const byAccuracy = (a: MapMember, b: MapMember): number => (b.accuracy ?? -1) - (a.accuracy ?? -1);
const numberOf = ({ people }: StudyRows, { index }: MapMember): number => people[index]?.number ?? 0;

function listRuns(rows: StudyRows, view: View): MapMember[] {
  const placeOf = new Map(rows.runs.map(({ id }, place) => [id, place]));
  return getPoints(rows, view)
    .models.map(({ runId, right, answered, top1, apart }) => ({
      index: placeOf.get(runId) ?? -1,
      right: right ?? 0,
      n: answered,
      accuracy: top1,
      isApart: apart !== null,
    }))
    .toSorted((a, b) => Number(a.isApart) - Number(b.isApart) || byAccuracy(a, b) || a.index - b.index)
    .map(({ isApart: _, ...run }) => run);
}

function listCases(rows: StudyRows, view: View, isGiven: Uint8Array): MapCase[] {
  return getCaseFigures(rows, view)
    .flatMap(({ index, right, n, shareRight }) =>
      isGiven[index] === 1
        ? [{ index, track: rows.cases[index]?.track ?? 0, right: right ?? 0, n, share: shareRight }]
        : [],
    )
    .toSorted((a, b) => a.track - b.track || (b.share ?? -1) - (a.share ?? -1) || a.index - b.index)
    .map(({ share, ...one }) => ({ ...one, n: share === null ? 0 : one.n }));
}

/** Every case that a person was given, by its index, and what became of it. */
export function visitAnswers(
  rows: StudyRows,
  view: View,
  person: number,
  visit: (index: number, answered: AnswerOutcome) => void,
): void {
  const judge = judgeAnswers(rows, rows.answers);
  for (const at of answersOf(rows, person)) {
    const isOut = view.known === "without" && rows.answers.knows[at] === 1;
    if (!isOut) visit(rows.answers.case[at] ?? -1, judge(at));
  }
}

/** What became of each of these cases in one person's hands. */
export function readPerson(
  rows: StudyRows,
  view: View,
  person: number,
  cases: readonly MapCase[],
): AnswerOutcome[] {
  const found = new Map<number, AnswerOutcome>();
  visitAnswers(rows, view, person, (index, answered) => found.set(index, answered));
  return cases.map(({ index }) => found.get(index) ?? { outcome: "none", choice: null });
}

export function readRun(rows: StudyRows, run: number, cases: readonly MapCase[]): AnswerOutcome[] {
  const predictions = rows.runs[run]?.predictions;
  if (!predictions) return [];
  const judge = judgeAnswers(rows, predictions);
  return cases.map(({ index }) => judge(index));
}

/**
 * What became of one case in one person's or one model's hands. "unscored": answered, but nobody knows what is right; "none":
 * the case was not given, or a switch of the view leaves the answer out.
 */
export const outcomes = ["none", "right", "partly", "wrong", "unanswered", "unscored"] as const;
export type Outcome = (typeof outcomes)[number];

export type AnswerOutcome = {
  readonly outcome: Outcome;
  /** What answers are counted by; null where nothing was decided. */
  readonly choice: number | null;
};

type Columns = { measures: Measures; choice: Int16Array };

/** How an answer was scored by the kind's own first measure: all of it, a part, or nothing. */
function judgeAnswers(rows: StudyRows, columns: Columns): (at: number) => AnswerOutcome {
  const [least, most] = serverKindOf(rows.kind).measures[0]?.range ?? [0, 1];
  const scores = mainScores(columns);
  return (at) => {
    const score = scores[at] ?? NaN;
    const chosen = columns.choice[at] ?? -1;
    const choice = chosen < 0 ? null : chosen;
    if (Number.isNaN(score)) return { outcome: choice === null ? "unanswered" : "unscored", choice };
    return { outcome: score >= most ? "right" : score <= least ? "wrong" : "partly", choice };
  };
}
