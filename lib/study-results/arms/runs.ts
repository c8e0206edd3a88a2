import { variesCases } from "#lib/study-results/arms/place.ts";
import { mainScores, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";

/** Whether it was asked under an arm: of arms that show cases otherwise, about any of the cases that one shows. */
export function isAskedUnder({ study, cases }: StudyRows, run: RunRow, arm: number): boolean {
  if (!variesCases(study.design)) return run.arm === arm;
  const scores = mainScores(run.predictions);
  return cases.some((row, at) => row.arm === arm && !Number.isNaN(scores[at]));
}

/**
 * Of each model under both arms: the same run where arms show other cases; else two, which are called the same but for
 * what tells them apart. What was decided when the cases were chosen is no finding of any arm.
 */
export function pairRuns(
  rows: StudyRows,
  [first, second]: readonly [number, number],
): (readonly [RunRow, RunRow])[] {
  const runs = rows.runs.filter(({ apart }) => apart !== "selecting");
  const ofFirst = runs.filter((run) => isAskedUnder(rows, run, first));
  const ofSecond = runs.filter((run) => isAskedUnder(rows, run, second));
  if (variesCases(rows.study.design))
    return ofFirst.flatMap((run) => (ofSecond.includes(run) ? [[run, run] as const] : []));
  return ofFirst.flatMap((run) => {
    const partner = findPartner(run, ofFirst, ofSecond);
    return partner ? [[run, partner] as const] : [];
  });
}

/** Two runs of one model differ in name, by the method or by the version; where that leaves several, none is taken. */
function findPartner(
  run: RunRow,
  ofFirst: readonly RunRow[],
  ofSecond: readonly RunRow[],
): RunRow | undefined {
  const isLike = (one: RunRow) => one.model === run.model;
  const hasSame = (part: "method" | "version") => (one: RunRow) => isLike(one) && one[part] === run[part];
  for (const like of [hasSame("method"), hasSame("version"), isLike]) {
    const [found, ...others] = ofSecond.filter(like);
    if (found && others.length === 0 && ofFirst.filter(like).length === 1) return found;
  }
  return undefined;
}
