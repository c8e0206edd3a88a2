import { wholeNumbers } from "#lib/metrics/power/random.ts";
import type { AnswerColumns, Measures, StudyRows } from "#lib/study-results/rows/rows.ts";

/** The same study whose answers are listed in another order, and whose options have other names. */
export function shuffleRows(rows: StudyRows, seed: number): StudyRows {
  const { answers } = rows;
  const draw = wholeNumbers(seed, 2);
  const order = Array.from({ length: answers.length }, (_, i) => ({ i, by: draw() }))
    .sort((a, b) => a.by - b.by)
    .map(({ i }) => i);
  type Column = Exclude<AnswerColumns[keyof AnswerColumns], number | Measures>;
  const shuffle = <C extends Column>(column: C) =>
    column.map((_, place) => column[order[place] as number] as number) as C;
  const { length, measures, ...rest } = answers;
  const columns = Object.entries(rest).map(([name, column]) => [name, shuffle(column)]);
  return {
    ...rows,
    stamp: `${rows.stamp} shuffled ${seed}`,
    cases: rows.cases.map((row) => ({
      ...row,
      optionNames: row.optionNames.map((name) => `Another ${name}`),
    })),
    answers: { ...Object.fromEntries(columns), length, measures: measures.map(shuffle) } as AnswerColumns,
  };
}
