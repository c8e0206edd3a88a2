import { wholeNumbers } from "#lib/metrics/power/random.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** The same study, had the options of each case stood in another order in its file. */
export function permuteOptions(rows: StudyRows, seed: number): StudyRows {
  const draw = wholeNumbers(seed, 3);
  const orders = rows.cases.map(({ optionNames }) =>
    [...optionNames.keys()]
      .map((option) => ({ option, by: draw() }))
      .sort((a, b) => a.by - b.by)
      .map(({ option }) => option),
  );
  const placeOf = (at: number, option: number) => (option < 0 ? -1 : (orders[at]?.indexOf(option) ?? -1));
  const { answers } = rows;
  return {
    ...rows,
    stamp: `${rows.stamp} permuted ${seed}`,
    cases: rows.cases.map((row, at) => ({
      ...row,
      optionNames: (orders[at] ?? []).map((option) => row.optionNames[option] ?? ""),
      gold: row.gold === null ? null : placeOf(at, row.gold),
    })),
    answers: {
      ...answers,
      choice: answers.choice.map((option, i) => placeOf(answers.case[i] ?? 0, option)),
    },
    runs: rows.runs.map((run) => ({
      ...run,
      predictions: {
        ...run.predictions,
        choice: run.predictions.choice.map((option, at) => placeOf(at, option)),
      },
    })),
  };
}
