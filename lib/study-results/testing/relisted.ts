import { shuffledOrder } from "#lib/metrics/testing/random-answers.ts";
import { listColumns, makeColumns } from "#lib/study-results/rows/assemble-rows.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";

/** Tables list origins in the order in which a track's cases name them first: so many of each come first in any order. */
const FIRST = 6;

/** The same study, had its benchmark listed its cases in another order, and had people come in another one. */
export function relistRows(rows: StudyRows, seed: number): StudyRows {
  const shuffled = shuffledOrder(rows.cases.length, seed);
  const isFirst = (at: number) =>
    rows.cases.slice(0, at).filter(({ track }) => track === rows.cases[at]?.track).length < FIRST;
  const first = [...rows.cases.keys()].filter(isFirst);
  const cases = [...first, ...shuffled.filter((at) => !isFirst(at))];
  const people = shuffledOrder(rows.people.length, seed + 1);
  const caseAt = new Map(cases.map((from, place) => [from, place]));
  const wanted: number[] = [];
  const firstOf = new Int32Array(people.length + 1);
  for (const [place, from] of people.entries()) {
    for (let i = rows.firstOf[from] ?? 0; i < (rows.firstOf[from + 1] ?? 0); i++) wanted.push(i);
    firstOf[place + 1] = wanted.length;
  }
  const answers = makeColumns(wanted.length, rows.answers.measures.length);
  const into = listColumns(answers);
  for (const [column, from] of listColumns(rows.answers).entries())
    for (const [place, i] of wanted.entries()) into[column]?.fill(from[i] ?? 0, place, place + 1);
  for (const [place, i] of wanted.entries()) answers.case[place] = caseAt.get(rows.answers.case[i] ?? 0) ?? 0;
  for (let place = 0; place < people.length; place++)
    answers.person.fill(place, firstOf[place], firstOf[place + 1]);
  const listed = <T>(list: readonly T[], order: readonly number[]) => order.flatMap((at) => list[at] ?? []);
  return {
    ...rows,
    stamp: `${rows.stamp} relisted ${seed}`,
    cases: listed(rows.cases, cases),
    people: listed(rows.people, people),
    answers,
    firstOf,
    runs: rows.runs.map((run) => ({ ...run, predictions: relistPredictions(run, cases) })),
  };
}

function relistPredictions({ predictions }: RunRow, cases: readonly number[]): RunRow["predictions"] {
  type Column = Float64Array | Int16Array | Int8Array | Uint8Array;
  const pick = <C extends Column>(column: C): C => {
    const picked = column.slice() as C;
    for (const [place, from] of cases.entries()) picked[place] = column[from] ?? 0;
    return picked;
  };
  const { measures, ...columns } = predictions;
  const picked = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, pick(column)]));
  return { ...(picked as typeof columns), measures: measures.map(pick) };
}
