import type { ScalePlace, RaschScale, ScaleReason } from "#lib/metrics/rasch/scale.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import {
  type RunRow,
  mainScores,
  type CaseRow,
  type PersonRow,
  type StudyRows,
} from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";

export type StudyScale = Pick<RaschScale, "spread" | "meanAbility"> & {
  people: (Takers["people"][number] & { placed: ScalePlace })[];
  cases: (Takers["cases"][number] & { placed: ScalePlace })[];
  /** From the ablest. */
  models: { run: RunRow; placed: ScalePlace }[];
  /** Who answered too few of these cases to be placed. */
  tooFew: RunRow[];
  apart: RunRow[];
};

/** Without a scale the reason; "made_up" where answers of people and of simulated ones would be mixed. */
type ScaleResult = StudyScale | ScaleReason | "made_up";

/** Computed off the event loop, and kept with the rows of the first part until an answer changes in any of them. */
export function getScale(parts: readonly Part[]): Promise<ScaleResult> {
  const [first] = parts;
  if (!first) throw new Error("nothing to scale");
  const key = parts.map(({ rows, view }) => `${rows.stamp} ${viewKey(view)}`).join("|");
  return memoize(first.rows, `scale ${key}`, () => findScale(parts));
}

async function findScale(parts: readonly Part[]): Promise<ScaleResult> {
  if (new Set(parts.map(({ view }) => view.who)).size > 1) return "made_up";
  const takers = packTakers(parts);
  const scale = await runInThread("scale", [takers.input, takers.scores]);
  if (typeof scale === "string") return scale;
  const models = takers.runs.map((run, i) => ({ run, placed: scale.models[i] ?? null }));
  return {
    spread: scale.spread,
    meanAbility: scale.meanAbility,
    people: takers.people.map((one, i) => ({ ...one, placed: scale.people[i] as ScalePlace })),
    cases: takers.cases.map((one, i) => ({ ...one, placed: scale.cases[i] as ScalePlace })),
    models: models
      .flatMap(({ run, placed }) => (placed ? [{ run, placed }] : []))
      .toSorted((a, b) => b.placed.place - a.placed.place),
    tooFew: models.flatMap(({ run, placed }) => (placed ? [] : [run])),
    apart: takers.apart,
  };
}

/** Of how many sides something doesn't fit. */
export const countMisfits = (placed: readonly { placed: ScalePlace }[]): number =>
  placed.filter((one) => one.placed.fits === false).length;

/** One study, or several whose people and cases are put on one scale. */
export type Part = { rows: StudyRows; view: View };

export type Takers = {
  people: { rows: StudyRows; person: PersonRow }[];
  /** A version of a case is one case, in however many studies it stands. */
  cases: { rows: StudyRows; row: CaseRow }[];
  runs: RunRow[];
  /** Runs that had a part in how the cases came about, and are no takers. */
  apart: RunRow[];
  input: TwoWayInput;
  /** A run's scores of the cases, NaN where it has none. */
  scores: Float64Array[];
};

export function packTakers(parts: readonly Part[]): Takers {
  const people = new Map<string, number>();
  const cases = new Map<number, number>();
  const found: Pick<Takers, "people" | "cases"> = { people: [], cases: [] };
  const answers = new Map<string, { person: number; case: number; score: number }>();
  for (const { rows, view } of parts) {
    const selection = getSelection(rows, view);
    const scores = mainScores(rows.answers);
    for (const i of selection.answers) {
      const person = rows.people[rows.answers.person[i] as number] as PersonRow;
      const row = rows.cases[rows.answers.case[i] as number] as CaseRow;
      if (!people.has(person.sittingId))
        people.set(person.sittingId, found.people.push({ rows, person }) - 1);
      if (!cases.has(row.versionId)) cases.set(row.versionId, found.cases.push({ rows, row }) - 1);
      const at = { person: people.get(person.sittingId) ?? 0, case: cases.get(row.versionId) ?? 0 };
      // A cohort and the whole study of it have the same answers.
      answers.set(`${at.person} ${at.case}`, { ...at, score: scores[i] as number });
    }
  }
  const all = [...answers.values()];
  const runs = listRuns(parts);
  return {
    ...found,
    ...runs,
    input: {
      people: found.people.length,
      cases: found.cases.length,
      person: Int32Array.from(all, ({ person }) => person),
      case: Int32Array.from(all, (answer) => answer.case),
      score: Float64Array.from(all, ({ score }) => score),
    },
    scores: runs.runs.map((run) => scoresOf(parts, run, cases)),
  };
}

/** Who had a part in the cases of one study has it on the scale of all. */
function listRuns(parts: readonly Part[]): Pick<Takers, "runs" | "apart"> {
  const known = new Map<number, RunRow>();
  const all = parts.flatMap(({ rows }) => rows.runs);
  for (const run of all) if (run.apart !== null || !known.has(run.id)) known.set(run.id, run);
  const once = [...known.values()];
  return {
    runs: once.filter(({ apart }) => apart === null),
    apart: once.filter(({ apart }) => apart !== null),
  };
}

function scoresOf(parts: readonly Part[], { id }: RunRow, cases: ReadonlyMap<number, number>): Float64Array {
  const scores = new Float64Array(cases.size).fill(NaN);
  for (const { rows } of parts) {
    const run = rows.runs.find((one) => one.id === id);
    if (!run) continue;
    const own = mainScores(run.predictions);
    rows.cases.forEach(({ versionId }, at) => {
      const place = cases.get(versionId);
      if (place !== undefined) scores[place] = own[at] as number;
    });
  }
  return scores;
}
