import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import { countOnce } from "#lib/study-results/arms/place.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, type View } from "#lib/study-results/schema.ts";
import { isCounted } from "#lib/study-results/rows/selection.ts";

export type RightCount = { right: number; n: number };

/** Over the answers that say how sure the person was. */
export type PersonConfidence = {
  n: number;
  mean: number;
  /** Mean confidence less the share right of the same answers. */
  overconfidence: number;
  /** Mean square of what lies between the confidence in the chosen option and whether it was right. */
  brier: number;
};

export type PersonFigures = {
  /** Index into the people of the rows. */
  index: number;
  /** Whether the view's figures are over this person's answers too. */
  isCounted: boolean;
  tracks: readonly RightCount[];
  right: number;
  n: number;
  accuracy: number | null;
  /** Wilson's over the person's cases. */
  low: number | null;
  high: number | null;
  /** Null where the time of some answer isn't known. */
  activeMs: number | null;
  changes: number;
  confidence: PersonConfidence | null;
};

export type PeopleTotals = RightCount & {
  people: number;
  cases: number;
  tracks: readonly (RightCount & { cases: number })[];
  /** All answers together. */
  pooled: number | null;
  /** Every person counts the same, however much they answered. */
  mean: number | null;
  changes: number;
};

export type PeopleTable = { people: readonly PersonFigures[]; totals: PeopleTotals };

/** One person's share of right answers is told where it has cases enough to be more than luck. */
export const hasEnoughAnswers = ({ n }: Pick<RightCount, "n">): boolean => n >= minForClaim.cases;

export const getPeople = (rows: StudyRows, view: View): PeopleTable =>
  memoize(rows, `people ${viewKey(view)}`, () => computePeople(rows, view));

/** Everybody of the view, those whom it leaves out too: each over the same cases, the totals over who counts. */
export function computePeople(rows: StudyRows, view: View): PeopleTable {
  const everybody = getSelection(rows, { ...view, excluded: "with" });
  const sums = rows.people.map(() => new Sums(rows.tracks.length));
  for (const i of everybody.answers) sums[rows.answers.person[i] ?? 0]?.add(rows, i);
  const people = rows.people.flatMap((person, index): PersonFigures[] => {
    if (!isCounted(person, { ...view, excluded: "with" })) return [];
    const sum = sums[index];
    return sum ? [{ index, isCounted: isCounted(person, view), ...sum.conclude() }] : [];
  });
  return { people, totals: totalOf(rows, view, people) };
}

class Sums {
  readonly tracks: RightCount[];
  right = 0;
  n = 0;
  changes = 0;
  activeMs = 0;
  untimed = 0;
  sure = { n: 0, confidence: 0, right: 0, squares: 0 };

  constructor(tracks: number) {
    this.tracks = Array.from({ length: tracks }, () => ({ right: 0, n: 0 }));
  }

  add({ answers, cases }: StudyRows, i: number): void {
    const right = mainScores(answers)[i] ?? 0;
    const track = this.tracks[cases[answers.case[i] ?? 0]?.track ?? 0];
    if (track) {
      track.n += 1;
      track.right += right;
    }
    this.n += 1;
    this.right += right;
    this.changes += answers.changes[i] ?? 0;
    const ms = answers.activeMs[i] ?? 0;
    this.activeMs += ms;
    // Without a script, time is not known.
    if (ms === 0) this.untimed += 1;
    const confidence = answers.confidence[i] ?? NaN;
    if (Number.isNaN(confidence)) return;
    this.sure.n += 1;
    this.sure.confidence += confidence;
    this.sure.right += right;
    this.sure.squares += (confidence - right) ** 2;
  }

  conclude(): Omit<PersonFigures, "index" | "isCounted"> {
    const { tracks, right, n, changes, sure } = this;
    const { low, high } = wilsonInterval(right, n);
    return {
      tracks,
      right,
      n,
      accuracy: n === 0 ? null : right / n,
      low,
      high,
      activeMs: n === 0 || this.untimed > 0 ? null : this.activeMs,
      changes,
      confidence:
        sure.n === 0
          ? null
          : {
              n: sure.n,
              mean: sure.confidence / sure.n,
              overconfidence: (sure.confidence - sure.right) / sure.n,
              brier: sure.squares / sure.n,
            },
    };
  }
}

function totalOf(rows: StudyRows, view: View, people: readonly PersonFigures[]): PeopleTotals {
  const counted = people.filter((person) => person.isCounted && person.n > 0);
  const { cases } = getSelection(rows, view);
  const add = (of: (person: PersonFigures) => number) => counted.reduce((sum, person) => sum + of(person), 0);
  const [right, n] = [add((person) => person.right), add((person) => person.n)];
  return {
    people: counted.length,
    cases: countOnce(rows, cases),
    tracks: rows.tracks.map((_, track) => ({
      right: add((person) => person.tracks[track]?.right ?? 0),
      n: add((person) => person.tracks[track]?.n ?? 0),
      cases: countOnce(
        rows,
        cases.filter((index) => rows.cases[index]?.track === track),
      ),
    })),
    right,
    n,
    pooled: n === 0 ? null : right / n,
    mean: counted.length === 0 ? null : add((person) => person.accuracy ?? 0) / counted.length,
    changes: add((person) => person.changes),
  };
}

export type Spread = {
  /** Who is told of, excluded ones too. */
  count: number;
  low: number;
  high: number;
  /** Half of them lie between. */
  lower: number;
  upper: number;
  /** Of five points each, from the lowest to the highest that holds anybody; 100 belongs to the last. */
  bins: readonly { from: number; to: number; counted: number; excluded: number }[];
};

const binsOfSpread = 20;

export function spreadOf(people: readonly PersonFigures[]): Spread | null {
  const told = people.filter(hasEnoughAnswers).filter((person) => person.accuracy !== null);
  const shares = Float64Array.from(told, ({ accuracy }) => accuracy ?? 0).sort();
  const [low, high] = [shares.at(0), shares.at(-1)];
  if (low === undefined || high === undefined) return null;
  const placeOf = ({ right, n }: RightCount) =>
    Math.min(binsOfSpread - 1, Math.floor((binsOfSpread * right) / n));
  const places = told.map(placeOf);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return {
    count: told.length,
    low,
    high,
    lower: quantileOfSorted(shares, 0.25),
    upper: quantileOfSorted(shares, 0.75),
    bins: Array.from({ length: last - first + 1 }, (_, i) => {
      const members = told.filter((_, at) => places[at] === first + i);
      const counted = members.filter((member) => member.isCounted).length;
      return {
        from: (first + i) / binsOfSpread,
        to: (first + i + 1) / binsOfSpread,
        counted,
        excluded: members.length - counted,
      };
    }),
  };
}
